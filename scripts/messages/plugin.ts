// Vite: replaces each text by that of the build's language, where it stands.
import MagicString, { type SourceMap } from 'magic-string'
import type { Plugin } from 'vite'
import { directions } from '#shared/i18n/t.ts'
import { check, fillPage, readTranslations } from './catalogs.ts'
import { compileTexts, hasArguments, plainText, pseudo } from './icu.ts'
import { findTexts, importsTexts } from './texts.ts'

/** A language whose texts are made from the English ones, to see what overflows or stayed untranslated. */
const pseudoLanguage = 'en-XA'

interface MessagesApi {
  /** A static page in the build's language. */
  fillPage: (page: string) => string
}

export function messagesPlugin(
  language: string,
  direction: string = new Map<string, string>(Object.entries(directions)).get(language) ?? 'ltr',
): Plugin<MessagesApi> & { api: MessagesApi } {
  const translate = translatorInto(language)
  const fill = (page: string) => fillPage(page, { language, direction, translate })
  return {
    name: 'messages',
    // Before the JSX and the types are gone: the sources are read as they were written.
    enforce: 'pre',
    buildStart() {
      const faults = check()
      // While developing, a new text is shown in English.
      if (!process.env.X_UNCHECKED && this.environment.mode === 'build' && faults.length > 0)
        this.error(`Texts:\n  ${faults.join('\n  ')}`)
    },
    transformIndexHtml: { order: 'pre', handler: fill },
    api: { fillPage: fill },
    transform: {
      filter: { id: /[\\/]src[\\/][^?]*\.tsx?$/, code: importsTexts },
      handler: (code, id) => replaceTexts(id, code, { language, translate }),
    },
  }
}

/** A source file with the texts of a language; null if it has none. */
export function replaceTexts(
  file: string,
  code: string,
  { language, translate }: { language: string; translate: (text: string) => string },
): { code: string; map: SourceMap } | null {
  const found = findTexts(file, code)
  if (found.length === 0) return null
  const source = new MagicString(code)
  const withArguments = [...new Set(found.map(({ text }) => translate(text)).filter(hasArguments))]
  const { imports, functions } = compileTexts(withArguments, language === pseudoLanguage ? 'en' : language)
  for (const { text, call, start, end, first, secondAt } of found) {
    const translation = translate(text)
    const index = withArguments.indexOf(translation)
    const shown = index < 0 ? JSON.stringify(plainText(translation)) : `message${index}`
    if (call === 'rich') source.overwrite(first.start, first.end, shown)
    // The arguments stay as they are: they may contain texts.
    else if (index < 0) source.overwrite(start, end, shown)
    else if (secondAt !== null) source.overwrite(start, secondAt, `${shown}(`)
  }
  const own = functions.map((body, index) => `const message${index} = ${body}\n`)
  if (own.length > 0) source.prepend(`${imports}\n${own.join('')}`)
  return { code: source.toString(), map: source.generateMap({ hires: true, source: file }) }
}

function translatorInto(language: string): (text: string) => string {
  if (language === pseudoLanguage) return pseudo
  const translations = language === 'en' ? new Map<string, string>() : readTranslations(language)
  return (text) => translations.get(text) ?? text
}
