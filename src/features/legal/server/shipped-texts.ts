// The product's legal texts, and those that an operator of an earlier version put into DATA_DIR/pages.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { legalPages, type LegalPage } from '../pages.ts'

export type ShippedTexts = Readonly<Record<LegalPage, string>>

export async function readShippedTexts(assetsDir: string): Promise<ShippedTexts> {
  const texts = await Promise.all(
    legalPages.map(async (page) => [page, await readFile(fileOf(assetsDir, page), 'utf8')] as const),
  )
  return Object.fromEntries(texts) as ShippedTexts
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

function fileOf(folder: string, page: LegalPage): string {
  return join(folder, 'pages', `${page}.md`)
}
