// The languages by their own names, as their viewers look for them.
import type { Language } from './t.ts'

export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  'pt-BR': 'Português',
}
