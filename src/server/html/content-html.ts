// A text that the community wrote, in HTML that the server makes.
import type { Language } from '#shared/i18n/t.ts'
import { foreignLanguage, type ContentText } from '#shared/i18n/translations.ts'
import { escapeHtml } from './escape-html.ts'

/** Names its language where that isn't the viewer's (WCAG 3.1.2). `communitys` is that of the community. */
export function contentHtml({ text, language }: ContentText, communitys: Language): string {
  const lang = foreignLanguage(language, communitys)
  const html = escapeHtml(text)
  return lang === undefined ? html : `<span lang="${lang}">${html}</span>`
}
