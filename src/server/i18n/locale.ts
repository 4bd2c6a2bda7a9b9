// The locale: the language of a request, of a socket, or of a member who is sent something later.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import { languages, type Language } from '#shared/i18n/t.ts'
import { startMessageFormat } from './format-messages.ts'

const locales = new AsyncLocalStorage<Language>()

/** Called once, before the first text. Logs and commands, which have no viewer, are in English. */
export function startI18n(): void {
  startMessageFormat(() => locales.getStore() ?? 'en')
}

/** Calls `run`, and everything that it awaits, for a viewer of this language. */
export function withLocale<T>(language: Language, run: () => T): T {
  return locales.run(language, run)
}

/**
 * A call names the language of its page. A page is in the language chosen on this device, else in the browser's, else
 * in the community's.
 */
export function requestLocale(
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  communityLanguage: Language,
): Language {
  const chosen = url.startsWith('/api/') ? undefined : parseCookie(headers.cookie ?? '')['language']
  return (
    languages.find((language) => language === chosen) ??
    acceptedLanguage(headers['accept-language']) ??
    communityLanguage
  )
}

/**
 * The first accepted language that there is; null without one. A language without a country finds ours with one:
 * 'fr, pt;q=0.9, en;q=0.8' → 'pt-BR'.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.accept-language
 */
export function acceptedLanguage(header = ''): Language | null {
  // A call of a page names one language: parsing it took a twentieth of the whole call.
  const named = languages.find((language) => language === header)
  if (named || header === '') return named ?? null
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
      return { tag, weight: weightOf(parameters) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  const base = (tag: string) => tag.split('-', 1)[0]?.toLowerCase()
  for (const { tag } of wanted) {
    const found =
      languages.find((language) => language.toLowerCase() === tag) ??
      languages.find((language) => base(language) === base(tag))
    if (found) return found
  }
  return null
}

/** An entry whose weight isn't one from 0 to 1 counts as not accepted; other parameters mean nothing. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
  if (weight === undefined) return 1
  const [, number] = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight) ?? []
  return Number(number ?? 0)
}
