// Sources of practice: where a member's time elsewhere comes from, and its words.
import { capitalize } from '#shared/day.ts'
import { message, t, translate, type Message } from '#shared/i18n/t.ts'

export const practiceSources = [
  'insight-timer',
  'waking-up',
  'mindfulness-coach',
  'finch',
  'stillwater',
  'community',
  'own',
] as const
export type PracticeSource = (typeof practiceSources)[number]

/** The settings that an export of Stillwater may bring along: none of them consents to anything or sends mail. */
export const portableSettings = ['language', 'rhythm'] as const
export type PortableSettingName = (typeof portableSettings)[number]

/** Names of apps, which are the same in every language. */
const appNames: Partial<Record<PracticeSource, string>> = {
  'insight-timer': 'Insight Timer',
  'waking-up': 'Waking Up',
  'mindfulness-coach': 'VA Mindfulness Coach',
  finch: 'Finch',
  stillwater: 'Stillwater',
}

const satElsewhere: Message = message('sat elsewhere')

/** Such as 'from Insight Timer', 'from Evening Circle' or 'sat elsewhere'. */
export function formatSource({ source, label }: { source: PracticeSource; label: string | null }): string {
  const name = label ?? appNames[source]
  return name === undefined ? translate(satElsewhere) : t('from {name}', { name })
}

/** The same as it begins a line: 'From Insight Timer'. */
export function capitalizeSource(batch: Parameters<typeof formatSource>[0]): string {
  return capitalize(formatSource(batch))
}
