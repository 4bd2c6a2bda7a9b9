// Reads a setting from the environment or, if it is secret, from a file that the environment names.
import { readFileSync } from 'node:fs'
import { configError } from './error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads a setting by name; an empty value counts as unset. */
export type ReadSetting = (name: string) => string | undefined

/** Secrets that may come from a file; its path is in NAME_FILE. */
export const secretSettings: readonly string[] = [
  'BUS_URL',
  'DATABASE_URL',
  'DEMO_PASSWORD',
  'GOOGLE_CLIENT_SECRET',
  'METRICS_TOKEN',
  'SESSION_SECRET',
  'SMTP_URL',
]

/** Creates the reader. Throws a ConfigError if a secret is set twice or its file is unreadable. */
export function createSettingReader(environment: Environment): ReadSetting {
  const read: ReadSetting = (name) => {
    const value = environment[name]?.trim()
    return value === '' ? undefined : value
  }
  return (name) => {
    const value = read(name)
    const file = secretSettings.includes(name) ? read(`${name}_FILE`) : undefined
    if (file === undefined) return value
    if (value !== undefined)
      throw configError(`${name}_FILE`, `${name} is set as well; set only one of them.`)
    return readSecret(`${name}_FILE`, file)
  }
}

function readSecret(setting: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw configError(setting, `can't be read (${error instanceof Error ? error.message : String(error)}).`)
  }
  if (text === '') throw configError(setting, `${file} is empty.`)
  return text
}

/** One of the choices, with exact spelling; `absent` if unset. */
export function readChoice<const Choice extends string, Default extends string>(
  setting: string,
  text: string | undefined,
  choices: readonly Choice[],
  absent: Default,
): Choice | Default {
  if (text === undefined) return absent
  const choice = choices.find((candidate) => candidate === text)
  if (choice === undefined) throw configError(setting, `must be one of ${choices.join(', ')}, not "${text}".`)
  return choice
}
