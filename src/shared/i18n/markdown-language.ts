// The language of a part of a Markdown page: a comment that says which the text after it is in.
import { languages, currentLocale, type Language } from './t.ts'

/** Marks a text in another language than its viewer's, so that the page can say so (WCAG 3.1.2). */
export function markLanguage(text: string, language: Language): string {
  const page = currentLocale()
  if (text === '' || language === page) return text
  return `<!-- lang: ${language} -->\n\n${text}\n\n<!-- lang: ${page} -->`
}

/** The language that a comment sets; null for any other HTML. */
export function languageOfMark(html: string): Language | null {
  const [, named] = /^<!-- lang: (\S+) -->$/.exec(html) ?? []
  return languages.find((language) => language === named) ?? null
}
