// Field for a time zone: the browser's select of all zones by region, where typing a city finds it.
import { useRef, useState, type KeyboardEvent } from 'react'
import { cityInName, zoneCity } from '#shared/city-names.ts'
import { intlLocale, t } from '#shared/i18n/t.ts'
import { foldForSearch } from '#shared/search-fold.ts'
import { currentZoneName, localZoneToSave } from '../zone-names.ts'
import { Field } from './field.tsx'
import { Select } from './select.tsx'

interface TimeZoneFieldProps {
  label: string
  /** An IANA name; null for `inherited`. */
  value: string | null
  /** Gets '' for `inherited`. */
  onChange: (zone: string) => void
  /** The first option: no own zone, which means this one. */
  inherited?: { zone: string; label: string }
  hint?: string
  error?: string | undefined
}

export function TimeZoneField({ label, value, onChange, inherited, hint, error }: TimeZoneFieldProps) {
  const [local] = useState(localZoneToSave)
  const [regions] = useState(zonesByRegion)
  const isListed = value === null || regions.some(({ zones }) => zones.some(({ zone }) => zone === value))
  return (
    <Field label={label} hint={hint} error={error}>
      <Select
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={useUnaccentedSearch(regions, onChange)}
      >
        {inherited && <option value="">{inherited.label}</option>}
        {!isListed && <option value={value}>{zoneCity(value)}</option>}
        {local !== null && local !== inherited?.zone && (
          <option value={local}>{t('{city} (where you are)', { city: zoneCity(local) })}</option>
        )}
        {regions.map(({ region, zones }) => (
          <optgroup key={region} label={region}>
            {zones.map(({ zone, name }) => (
              <option key={zone} value={zone}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  )
}

/** Letters that are typed within this time are one search, as in browsers. */
const searchPauseMs = 1_000

/** A browser finds what is typed letter by letter; this also finds 'São Paulo' by 'sao'. */
function useUnaccentedSearch(regions: readonly Region[], onChange: (zone: string) => void) {
  const search = useRef({ text: '', atMs: 0 })
  return ({ key, timeStamp, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey
    if (!isLetter) return
    const { text, atMs } = search.current
    const typed = (timeStamp - atMs < searchPauseMs ? text : '') + key.toLowerCase()
    search.current = { text: typed, atMs: timeStamp }
    const zones = regions.flatMap((region) => region.zones)
    if (zones.some(({ name }) => name.toLowerCase().startsWith(typed))) return
    const found = zones.find(({ name }) => foldForSearch(name).startsWith(foldForSearch(typed)))
    if (found && typed.trim() !== '') onChange(found.zone)
  }
}

interface Region {
  region: string
  zones: readonly { zone: string; name: string }[]
}

function zonesByRegion(): Region[] {
  const regions = new Map<string, { zone: string; name: string }[]>()
  for (const zone of new Set([...Intl.supportedValuesOf('timeZone').map(currentZoneName), 'UTC'])) {
    const [first = '', ...places] = zone.split('/')
    const region = places.length === 0 ? t('Other') : (regionNames.get(first) ?? first)
    // 'Knox, Indiana': the city first, so that typing finds it. Other names are whole.
    const city = zoneCity(zone)
    const within = city === cityInName(zone) ? places.slice(0, -1) : []
    const name = [city, ...within.map((place) => place.replaceAll('_', ' '))].join(', ')
    const zones = regions.get(region) ?? []
    zones.push({ zone, name })
    regions.set(region, zones)
  }
  return [...regions].map(([region, zones]) => ({
    region,
    zones: zones.toSorted((a, b) => a.name.localeCompare(b.name, intlLocale())),
  }))
}

const regionNames = new Map([
  ['America', t('The Americas')],
  ['Atlantic', t('Atlantic Ocean')],
  ['Indian', t('Indian Ocean')],
  ['Pacific', t('Pacific Ocean')],
])
