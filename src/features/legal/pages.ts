// The legal pages: which there are, and where a text of them comes from.
import { message, type Language } from '#shared/i18n/t.ts'

export const legalPages = ['privacy', 'terms', 'care'] as const
export type LegalPage = (typeof legalPages)[number]

export const legalPageNames = {
  privacy: message('Privacy'),
  terms: message('Terms'),
  care: message('Care'),
} as const

/** The page with the field 'Who is responsible' alone; it can't be edited elsewhere. */
export const legalNoticePage = 'legal-notice'
export const legalNoticeName = message('Legal notice')

/** `shipped`: the product's text; `added`: with the community's after it; `replaced`: the community's alone. */
export const legalModes = ['shipped', 'added', 'replaced'] as const
export type LegalMode = (typeof legalModes)[number]

/** Begins the paragraph of the shipped texts that asks for the operator's name. */
export const operatorPlaceholders: Readonly<Record<Language, string>> = {
  en: 'To the operator of this place',
  de: 'An alle, die diesen Ort betreiben',
  es: 'A quien gestiona este lugar',
  'pt-BR': 'A quem administra este lugar',
}

/** Whether a page still asks for the operator's name: a community may have started with a shipped text of any language. */
export function hasOperatorPlaceholder(text: string): boolean {
  return Object.values(operatorPlaceholders).some((placeholder) => text.includes(placeholder))
}
