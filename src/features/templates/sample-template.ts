// The meditation that ships with the product: the first of the demo, and on offer to a new community.
import { t } from '#shared/i18n/t.ts'
import type { TemplateInput } from './contract.ts'

/** In the language of the administrator who adds it. */
export const sampleTemplate = (): TemplateInput => ({
  title: t('Morning light on still water'),
  description: t(
    'A slow, guided breath from the soles of the feet to the crown. Nothing to achieve today; settle, notice, and let the water go quiet.',
  ),
  duration: 3,
  difficulty: 'Beginner',
  videoUrl: '/media/still-water.mp4',
  captionsUrl: '/media/still-water.en.vtt',
  audioUrl: null,
  mediaSeconds: 168,
  keepsTempo: false,
  thumbnailUrl: '/media/thumbnails/morning-light-on-still-water.jpg',
  translations: {},
  instructor: 'Lena Oduya',
  instructorTitle: t('Meditation Teacher'),
  sessionSteps: [
    {
      number: 1,
      title: t('Arrive'),
      description: t('Find a seat that lets your back be long. Let the hands rest.'),
    },
    {
      number: 2,
      title: t('Breathe'),
      description: t('In for four, out for six. The light on the water breathes with you.'),
    },
    {
      number: 3,
      title: t('Rest'),
      description: t('Let the breath find its own way, and stay a moment longer.'),
    },
  ],
})
