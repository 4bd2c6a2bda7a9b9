// A text of the community within a sentence, such as a meditation's title.
import type { Language } from '#shared/i18n/t.ts'
import { contentLang } from '../i18n/content-language.ts'

interface CommunityTextProps {
  /** Null for the community's own. */
  language: Language | null
  children: string
}

/** In its own language and direction, which may be others than the sentence's. */
export function CommunityText({ language, children }: CommunityTextProps) {
  return <bdi lang={contentLang(language)}>{children}</bdi>
}
