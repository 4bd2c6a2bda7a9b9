// The cities that name time zones.
import { citiesIn } from './cities/cities.ts'
import { currentLocale, type Language } from './i18n/t.ts'

const namesByLanguage = new Map<Language, ReadonlyMap<string, string>>()

/** The city that names a zone, in the viewer's language: 'Buenos Aires', and 'Wien' for Europe/Vienna. */
export function zoneCity(zone: string): string {
  const language = currentLocale()
  const names = namesByLanguage.get(language) ?? parseCities(citiesIn(language))
  namesByLanguage.set(language, names)
  return names.get(zone) ?? cityInName(zone)
}

function parseCities(list: string): ReadonlyMap<string, string> {
  return new Map(
    list.split('\n').map((line) => {
      const [id = '', city = ''] = line.split('=')
      return [id, city]
    }),
  )
}

/** The city as the zone's own name has it. */
export function cityInName(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
