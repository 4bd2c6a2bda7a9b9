// The `lang` of a text that the community wrote (WCAG 3.1.2): viewers of another language may get it untranslated.
import type { Language } from '#shared/i18n/t.ts'
import { foreignLanguage } from '#shared/i18n/translations.ts'
import { pageCommunity } from '../community.ts'

/** The language of a text; `translated` is null for the community's own text. Undefined for that of the page. */
export function contentLang(translated: Language | null): Language | undefined {
  return foreignLanguage(translated, pageCommunity().language)
}
