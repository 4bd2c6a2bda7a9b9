// The cities whose names differ from those in their zones' names, by language. `npm run cities` writes the lists. A
// client's build has that of its language alone: see `ownCities` in vite.config.ts.
import type { Language } from '../t.ts'
import { cities as de } from './de.ts'
import { cities as en } from './en.ts'
import { cities as es } from './es.ts'
import { cities as ptBR } from './pt-BR.ts'

const lists: Readonly<Record<Language, string>> = { en, de, es, 'pt-BR': ptBR }

/** A list, with a line `Europe/Vienna=Wien` for each zone. */
export function citiesIn(language: Language): string {
  return lists[language]
}
