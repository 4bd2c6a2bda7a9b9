// The cities whose names differ from those in their zones' names, by language. `npm run cities` writes the lists. A
// client's build has that of its language alone: see `ownCities` in vite.config.ts.
import type { Language } from '../i18n/t.ts'
import { citiesInDe } from './de.ts'
import { citiesInEn } from './en.ts'
import { citiesInEs } from './es.ts'
import { citiesInPtBr } from './pt-br.ts'

const lists: Readonly<Record<Language, string>> = {
  en: citiesInEn,
  de: citiesInDe,
  es: citiesInEs,
  'pt-BR': citiesInPtBr,
}

/** A list, with a line `Europe/Vienna=Wien` for each zone. */
export function citiesIn(language: Language): string {
  return lists[language]
}
