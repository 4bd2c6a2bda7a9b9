// npm run cities: writes the names of the zones' cities in each language, src/shared/cities/*.ts, from Unicode CLDR.
// Of the package's 95 MB this needs 12 kB, so it is fetched for each run and isn't a dependency.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { cityInName } from '#shared/city-names.ts'
import { languages, type Language } from '#shared/i18n/t.ts'
import { currentNames } from '#web/zone-names.ts'

const release = 'cldr-dates-full@48.2.0'
const target = join(import.meta.dirname, '../../src/shared/cities')

const part = z.record(z.string(), z.unknown())
const zoneNames = z.object({
  main: z.record(z.string(), z.object({ dates: z.object({ timeZoneNames: z.object({ zone: part }) }) })),
})

const folder = mkdtempSync(join(tmpdir(), 'cldr-'))
try {
  const packed = execFileSync('npm', ['pack', release, '--silent'], { cwd: folder, encoding: 'utf8' }).trim()
  execFileSync('tar', ['xzf', packed], { cwd: folder })
  for (const language of languages) {
    const lines = differingNames(readNames(language)).map(([zone, city]) => `${zone}=${city}`)
    const code = `// Written by \`npm run cities\`.\nexport const ${nameOf(language)} = \`${lines.join('\n')}\`\n`
    writeFileSync(join(target, `${language.toLowerCase()}.ts`), code)
  }
  copyFileSync(join(folder, 'package/LICENSE'), join(target, 'LICENSE'))
} finally {
  rmSync(folder, { recursive: true })
}

/** 'citiesInPtBr' for pt-BR: exported names are unique. */
function nameOf(language: Language): string {
  const parts = language.split('-').map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
  return `citiesIn${parts.join('')}`
}

function readNames(language: Language): Map<string, string> {
  // CLDR calls Brazilian Portuguese `pt`.
  const name = language === 'pt-BR' ? 'pt' : language
  const text = readFileSync(join(folder, 'package/main', name, 'timeZoneNames.json'), 'utf8')
  return new Map(namesIn(zoneNames.parse(JSON.parse(text)).main[name]?.dates.timeZoneNames.zone ?? {}, []))
}

/** The pairs of zone and city below a part of a zone's name. */
function namesIn(names: Record<string, unknown>, path: readonly string[]): [string, string][] {
  return Object.entries(names).flatMap(([key, value]): [string, string][] => {
    const below = part.parse(value)
    const city = below['exemplarCity']
    if (typeof city === 'string') return [[[...path, key].join('/'), city]]
    return 'long' in below || 'short' in below ? [] : namesIn(below, [...path, key])
  })
}

/** Without what the zone's own name says; CLDR knows some zones by an earlier name alone. */
function differingNames(names: Map<string, string>): [string, string][] {
  for (const [earlier, current] of currentNames) {
    const city = names.get(current) ?? names.get(earlier)
    if (city !== undefined) names.set(current, city).set(earlier, city)
  }
  names.delete('Etc/Unknown')
  const differing = [...names].filter(([zone, city]) => city !== cityInName(zone))
  return differing.toSorted(([a], [b]) => (a < b ? -1 : 1))
}
