// The cities that name time zones.
import { citiesIn } from './cities/cities.ts'
import { readerLanguage } from './t.ts'

/** The city that names a zone, in the reader's language: 'Buenos Aires', and 'Wien' for Europe/Vienna. */
export function zoneCity(zone: string): string {
  const cities = citiesIn(readerLanguage())
  return (Object.hasOwn(cities, zone) ? cities[zone] : undefined) ?? cityInName(zone)
}

/** The city as the zone's own name has it. */
export function cityInName(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
