// A community's texts in further languages: of templates, of the welcome, of care, and of the legal pages.
import * as z from 'zod/mini'
import { languageNames } from './language-names.ts'
import { languages, readerLanguage, type Language } from './t.ts'

export type Translations<Content> = { readonly [language in Language]?: Content | undefined }

/** The text in the reader's language; without one, the community's own. An empty text counts as none. */
export function inReadersLanguage(own: string, translations: Translations<string>): string {
  return translations[readerLanguage()] || own
}

/** The language of what `inReadersLanguage` gives; null for the community's own text. */
export function translatedTo(translations: Translations<unknown>): Language | null {
  const language = readerLanguage()
  return translations[language] ? language : null
}

/** For texts that have one beside them: the reader's language, or null for the community's own text. */
export const textLanguageSchema = z.nullable(z.enum(languages))

/** An object with a content for some of the languages, in their order; another language is an error. */
export function translationsSchema<Content extends z.ZodMiniType>(content: Content) {
  const shape = Object.fromEntries(languages.map((language) => [language, z.optional(content)]))
  return z.strictObject(shape as Record<Language, z.ZodMiniOptional<Content>>)
}

/**
 * With the languages in their order: jsonb doesn't keep it, and comparing two states depends on it. Leaves out contents
 * that map to undefined.
 */
export function mapTranslations<Content, Mapped>(
  translations: Translations<Content>,
  map: (content: Content) => Mapped | undefined,
): Translations<Mapped> {
  return Object.fromEntries(
    languages.flatMap((language) => {
      const content = translations[language]
      const mapped = content === undefined ? undefined : map(content)
      return mapped === undefined ? [] : [[language, mapped]]
    }),
  )
}

/** As the activity log shows them, such as 'Deutsch: Morgenlicht'; without those whose text is empty. */
export function translationLines<Content>(
  translations: Translations<Content>,
  textOf: (content: Content) => string,
): string[] {
  return languages.flatMap((language) => {
    const content = translations[language]
    const text = content === undefined ? '' : textOf(content)
    return text === '' ? [] : [`${languageNames[language]}: ${text}`]
  })
}
