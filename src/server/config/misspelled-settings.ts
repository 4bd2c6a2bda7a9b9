// Variables that are probably misspelled settings.
import { secretSettings, settingNames, type Environment } from './settings-schema.ts'

/** A variable that is probably a misspelled setting. */
export interface MisspelledSetting {
  name: string
  meant: string
}

/**
 * The variables whose names are almost those of settings. Short names are compared strictly: HOME is no misspelled
 * HOST.
 */
export function findMisspelledSettings(environment: Environment): MisspelledSetting[] {
  const known = [...settingNames, ...secretSettings.map((name) => `${name}_FILE`)]
  const isKnown = new Set<string>(known)
  return Object.keys(environment)
    .filter((name) => !isKnown.has(name) && (environment[name] ?? '').trim() !== '')
    .flatMap((name) => {
      const isMeant = (setting: string) =>
        editDistance(name.toUpperCase(), setting) <= (setting.length < shortNameLength ? 1 : 2)
      const meant = known.find(isMeant)
      return meant === undefined ? [] : [{ name, meant }]
    })
}

const shortNameLength = 8

/** Levenshtein distance: the least number of inserted, deleted and replaced letters. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1]
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (from[index] === to[column] ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
