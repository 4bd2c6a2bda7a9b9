// Texts of the server: formatted in the language of their reader.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import MessageFormat from '@messageformat/core'
import { languages, setReader, type Language } from '#shared/t.ts'

type Message = (args: Readonly<Record<string, unknown>>) => unknown

/** Reads the catalogues; called once, before the first text. `language` is that of the reader at the moment. */
export function startTexts(language: () => Language): void {
  const catalogues = readCatalogues()
  const formats = new Map(languages.map((name) => [name, new MessageFormat(name)]))
  const compiled = new Map<string, Message>()
  setReader({
    language,
    format: (text, args) => {
      const name = language()
      const key = `${name} ${text}`
      const message = compiled.get(key) ?? formats.get(name)?.compile(catalogues.get(name)?.get(text) ?? text)
      if (!message) return text
      compiled.set(key, message)
      return String(message(args))
    },
  })
}

/** The built server has all catalogues in one file beside it; in development they are read from the sources. */
function readCatalogues(): ReadonlyMap<Language, ReadonlyMap<string, string>> {
  const built = new URL('./messages.json', import.meta.url)
  if (existsSync(built)) {
    const byLanguage = JSON.parse(readFileSync(built, 'utf8')) as Record<Language, Record<string, string>>
    return new Map(languages.map((name) => [name, new Map(Object.entries(byLanguage[name] ?? {}))]))
  }
  const sources = new URL('../../', import.meta.url)
  const features = readdirSync(new URL('features/', sources))
  const folders = ['shared', ...features.map((name) => `features/${name}`)]
  const entriesOf = (name: Language) =>
    folders
      .map((folder) => new URL(`${folder}/messages/${name}.json`, sources))
      .filter((file) => existsSync(file))
      .flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
  return new Map(languages.map((name) => [name, new Map(entriesOf(name))]))
}
