// Settings with several parts as lines: in the activity log, and where two administrators changed the same.
import { translationLines, type Translations } from '#shared/translations.ts'
import type { CareResource } from './care.ts'

export function careResourceLines(resources: readonly CareResource[]): string[] {
  return resources.map(({ name, contact, where }) =>
    [name, contact, where].filter((part) => part !== '').join(', '),
  )
}

export function communityTranslationLines(
  translations: Translations<{ welcome: string; careText: string }>,
): string[] {
  return translationLines(translations, ({ welcome, careText }) =>
    [welcome, careText].filter((text) => text !== '').join(' / '),
  )
}
