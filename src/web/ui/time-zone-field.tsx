// Field for a time zone: the browser's select of all zones by region, where typing a city finds it.
import { useState } from 'react'
import { zoneCity } from '#shared/reader-time.ts'
import { currentZoneName, localZoneToSave } from '../zone-names.ts'
import { Field } from './field.tsx'
import { Select } from './select.tsx'
import { readerLocale, t } from '#shared/t.ts'

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
  const [reader] = useState(localZoneToSave)
  const [regions] = useState(zonesByRegion)
  const isListed = value === null || regions.some(({ zones }) => zones.some(({ zone }) => zone === value))
  return (
    <Field label={label} hint={hint} error={error}>
      <Select value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
        {inherited && <option value="">{inherited.label}</option>}
        {!isListed && <option value={value}>{zoneCity(value)}</option>}
        {reader !== null && reader !== inherited?.zone && (
          <option value={reader}>{t('{city} (where you are)', { city: zoneCity(reader) })}</option>
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

interface Region {
  region: string
  zones: readonly { zone: string; name: string }[]
}

function zonesByRegion(): Region[] {
  const regions = new Map<string, { zone: string; name: string }[]>()
  for (const zone of new Set([...Intl.supportedValuesOf('timeZone').map(currentZoneName), 'UTC'])) {
    const [first = '', ...places] = zone.split('/')
    const region = places.length === 0 ? t('Other') : (regionNames.get(first) ?? first)
    // 'Knox, Indiana': the city first, so that typing finds it.
    const name = [zoneCity(zone), ...places.slice(0, -1).map((place) => place.replaceAll('_', ' '))].join(
      ', ',
    )
    const zones = regions.get(region) ?? []
    zones.push({ zone, name })
    regions.set(region, zones)
  }
  return [...regions].map(([region, zones]) => ({
    region,
    zones: zones.toSorted((a, b) => a.name.localeCompare(b.name, readerLocale())),
  }))
}

const regionNames = new Map([
  ['America', t('The Americas')],
  ['Atlantic', t('Atlantic Ocean')],
  ['Indian', t('Indian Ocean')],
  ['Pacific', t('Pacific Ocean')],
])
