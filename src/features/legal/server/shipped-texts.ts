// The product's legal texts, and those that an operator of an earlier version put into DATA_DIR/pages.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages, currentLocale, type Language } from '#shared/i18n/t.ts'
import { legalPages, type LegalPage } from '../pages.ts'

type ShippedPages = Readonly<Record<LegalPage, string>>
export type ShippedTexts = Readonly<Record<Language, ShippedPages>>

export async function readShippedTexts(assetsDir: string): Promise<ShippedTexts> {
  const read = async (language: Language) => {
    const names = legalPages.map((page) => (language === 'en' ? page : `${page}.${language}`))
    const texts = await Promise.all(names.map((name) => readFile(fileOf(assetsDir, name), 'utf8')))
    return Object.fromEntries(legalPages.map((page, at) => [page, texts[at]])) as ShippedPages
  }
  const all = await Promise.all(languages.map(async (language) => [language, await read(language)] as const))
  return Object.fromEntries(all) as ShippedTexts
}

/** The product's text in the viewer's language. */
export function shippedText(shipped: ShippedTexts, page: LegalPage): string {
  return shipped[currentLocale()][page]
}

/** The operator's own file; null without one. */
export async function readOwnFile(dataDir: string, page: LegalPage): Promise<string | null> {
  try {
    return (await readFile(fileOf(dataDir, page), 'utf8')).replace(/^\uFEFF/, '').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function fileOf(folder: string, name: string): string {
  return join(folder, 'pages', `${name}.md`)
}
