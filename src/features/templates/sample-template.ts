// The meditation that ships with the product: the first of the demo, and on offer to a new community.
import type { TemplateFields } from './contract.ts'

export const sampleTemplate: TemplateFields = {
  title: 'Morning light on still water',
  description:
    'A slow, guided breath from the soles of the feet to the crown. Nothing to achieve today; settle, notice, and let the water go quiet.',
  duration: 3,
  difficulty: 'Beginner',
  videoUrl: '/media/still-water.mp4',
  captionsUrl: '/media/still-water.en.vtt',
  audioUrl: null,
  mediaSeconds: 168,
  keepsTempo: false,
  thumbnailUrl: '/media/thumbnails/morning-light-on-still-water.jpg',
  instructor: 'Lena Oduya',
  instructorTitle: 'Meditation Teacher',
  sessionSteps: [
    {
      number: 1,
      title: 'Arrive',
      description: 'Find a seat that lets your back be long. Let the hands rest.',
    },
    {
      number: 2,
      title: 'Breathe',
      description: 'In for four, out for six. The light on the water breathes with you.',
    },
    { number: 3, title: 'Rest', description: 'Let the breath find its own way, and stay a moment longer.' },
  ],
}
