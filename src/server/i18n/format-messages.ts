// Texts of the server: formatted in the language of their viewer.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import MessageFormat from '@messageformat/core'
import { timesWithHour, withHours } from '#shared/i18n/hour-of-time.ts'
import { configureI18n, type Formatter, type Language } from '#shared/i18n/t.ts'

/** Called once, before the first text. `locale` gives the current one. */
export function startMessageFormat(locale: () => Language): void {
  const formatters = new Map<Language, Formatter>()
  configureI18n({
    locale,
    format: (text, args) => {
      const name = locale()
      const format = formatters.get(name) ?? createFormatter(name)
      formatters.set(name, format)
      return format(text, args)
    },
  })
}

function createFormatter(language: Language): Formatter {
  const translations = readTranslations(language)
  const messageFormat = new MessageFormat(language)
  const compiled = new Map<string, (args: Parameters<Formatter>[1]) => unknown>()
  const compile = (text: string) => withHours<unknown>(timesWithHour(text), messageFormat.compile(text))
  return (text, args) => {
    const message = compiled.get(text) ?? compile(translations.get(text) ?? text)
    compiled.set(text, message)
    return String(message(args))
  }
}

/**
 * The translations by their English text; none for English. The built server has those of all languages in one file
 * beside it; in development they are read from the sources.
 */
function readTranslations(language: Language): ReadonlyMap<string, string> {
  if (language === 'en') return new Map()
  const read = (file: URL) => JSON.parse(readFileSync(file, 'utf8')) as unknown
  const built = new URL('./messages.json', import.meta.url)
  if (existsSync(built)) {
    const byLanguage = read(built) as Record<Language, Record<string, string>>
    return new Map(Object.entries(byLanguage[language]))
  }
  const sources = new URL('../../', import.meta.url)
  const features = readdirSync(new URL('features/', sources))
  const catalogs = ['shared/i18n', ...features.map((name) => `features/${name}`)]
    .map((folder) => new URL(`${folder}/messages/${language}.json`, sources))
    .filter((file) => existsSync(file))
    .map((file) => read(file) as Record<string, string>)
  return new Map(catalogs.flatMap(Object.entries<string>))
}
