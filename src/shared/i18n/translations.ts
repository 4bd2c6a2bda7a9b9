// A community's texts in further languages: of templates, of the welcome, of care, and of the legal pages.
import * as z from 'zod/mini'
import { languageNames } from './language-names.ts'
import { languages, currentLocale, type Language } from './t.ts'

export type Translations<Content> = { readonly [language in Language]?: Content | undefined }

/** The text in the viewer's language; without one, the community's own. An empty text counts as none. */
export function localized(own: string, translations: Translations<string>): string {
  return translations[currentLocale()] || own
}

/** The language of what `localized` gives; null for the community's own text. */
export function translatedTo(translations: Translations<unknown>): Language | null {
  const language = currentLocale()
  return translations[language] ? language : null
}

/** A community's text as its viewer gets it; null as `language` for the community's own. */
export interface ContentText {
  readonly text: string
  readonly language: Language | null
}

/** A text of a community that may have translations, with its language beside it. */
export function contentText(own: string, translations: Translations<string>): ContentText {
  return { text: localized(own, translations), language: translatedTo(translations) }
}

/** Which language such a text has to name (WCAG 3.1.2); undefined where it is the viewer's, as all around it is. */
export function foreignLanguage(language: Language | null, communitys: Language): Language | undefined {
  const known = language ?? communitys
  return known === currentLocale() ? undefined : known
}

/** For texts that have one beside them: the viewer's language, or null for the community's own text. */
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
