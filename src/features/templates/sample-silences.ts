// The silences that ship with the product, on offer to administrators (SEQ-08); the demo has the second.
import { t } from '#shared/i18n/t.ts'
import type { TemplateInput } from './contract.ts'

type SampleSilence = Extract<TemplateInput, { kind: 'silence' }>

/** In the language of the administrator who adds one; a silence is taught by no one but the community. */
export function sampleSilences(
  communityName: string,
): readonly [SampleSilence, SampleSilence, SampleSilence] {
  const common = {
    kind: 'silence',
    thumbnailUrl: null,
    instructor: communityName,
    instructorTitle: t('Sitting in silence'),
    translations: {},
  } as const
  const arrive = {
    number: 1,
    title: t('Arrive'),
    description: t('Find a seat that lets your back be long. Let the hands rest.'),
  }
  return [
    {
      ...common,
      title: t('20 minutes of silence'),
      description: t(
        'Twenty minutes of sitting together, without a word. The bell begins them and ends them.',
      ),
      difficulty: 'Beginner',
      blocks: [{ kind: 'sit', minutes: 20 }],
      sessionSteps: [
        arrive,
        {
          number: 2,
          title: t('Sit'),
          description: t('Follow the breath. When the mind wanders, come back to it.'),
        },
      ],
    },
    {
      ...common,
      title: t('Sit, walk, sit'),
      description: t(
        'Twenty-five minutes of sitting, five of slow walking, and twenty-five of sitting. The bell rings at each change.',
      ),
      difficulty: 'Intermediate',
      blocks: [
        { kind: 'sit', minutes: 25 },
        { kind: 'walk', minutes: 5 },
        { kind: 'sit', minutes: 25 },
      ],
      sessionSteps: [
        arrive,
        {
          number: 2,
          title: t('Walk'),
          description: t('At the bell, stand up and walk slowly: one step to each breath.'),
        },
        {
          number: 3,
          title: t('Sit again'),
          description: t('At the next bell, come back to your seat, and begin once more.'),
        },
      ],
    },
    {
      ...common,
      title: t('40 minutes of silence'),
      description: t('Forty minutes of sitting, with one stroke of the bell halfway.'),
      difficulty: 'Intermediate',
      blocks: [
        { kind: 'sit', minutes: 20 },
        { kind: 'sit', minutes: 20, strokes: 1 },
      ],
      sessionSteps: [
        arrive,
        {
          number: 2,
          title: t('The bell halfway'),
          description: t('Nothing has to change. Let the back grow long again, and sit on.'),
        },
      ],
    },
  ]
}
