// The cities whose names differ from those in their zones' names, by language. `npm run cities` writes the files. A
// client's build has those of its language alone: see `ownCities` in vite.config.ts.
import type { Language } from '../t.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import ptBR from './pt-BR.json' with { type: 'json' }

type Cities = Readonly<Record<string, string>>

const cities: Readonly<Record<Language, Cities>> = { en, de, es, 'pt-BR': ptBR }

export function citiesIn(language: Language): Cities {
  return cities[language]
}
