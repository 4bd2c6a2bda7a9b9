// The language of this device's pages, in a cookie that the server reads; a page keeps its language until it reloads.
import { languages, type Language } from '#shared/i18n/t.ts'

const secondsOfAYear = 365 * 86_400

/** The language chosen on this device; undefined without one. */
export function chosenLanguage(): Language | undefined {
  return languages.find((language) => document.cookie.split('; ').includes(`language=${language}`))
}

/** Chooses a language for this device and reloads the page in it, unless the browser refuses the cookie. */
export function switchLanguage(language: Language): void {
  document.cookie = `language=${language}; path=/; max-age=${secondsOfAYear}; samesite=lax`
  if (chosenLanguage() === language) window.location.reload()
}
