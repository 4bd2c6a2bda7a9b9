// Legal pages that an operator may replace, as Markdown: /pages/privacy.md, terms.md and care.md.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platform } from '../context.ts'
import { legalTextPlaceholder } from '#shared/constants.ts'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'

interface LegalPageFolders {
  /** Holds the product's texts, in pages/. */
  assetsDir: string
  /** Holds the operator's texts, in pages/. */
  dataDir: string
}

interface LegalPagesOptions extends LegalPageFolders, Pick<Platform, 'community'> {
  /** Rate limit hook of these pages. */
  limitReads: onRequestAsyncHookHandler
}

const legalPageNames = ['privacy', 'terms', 'care'] as const
/** Placeholder for the community's name. */
const namePlaceholder = '{{app}}'

/** Reads the file on every request, so a new text needs no restart. */
export function mountLegalPages(
  app: FastifyInstance,
  { community, limitReads, ...folders }: LegalPagesOptions,
): void {
  for (const name of legalPageNames) {
    app.get(`/pages/${name}.md`, { onRequest: limitReads }, async (_request, reply) => {
      const text = await readLegalPage(name, folders)
      return reply
        .header('cache-control', 'no-cache')
        .type('text/markdown; charset=utf-8')
        .send(text.replace(/^\uFEFF/, '').replaceAll(namePlaceholder, () => community.settings().name))
    })
  }
}

/** The pages that still contain the operator placeholder: `privacy`, `terms`. */
export async function legalPagesWithPlaceholder(folders: LegalPageFolders): Promise<string[]> {
  const texts = await Promise.all(legalPageNames.map((name) => readLegalPage(name, folders)))
  return legalPageNames.filter((_, index) => texts[index]?.includes(legalTextPlaceholder))
}

async function readLegalPage(
  name: (typeof legalPageNames)[number],
  { assetsDir, dataDir }: LegalPageFolders,
): Promise<string> {
  const customText = await readIfExists(join(dataDir, 'pages', `${name}.md`))
  return customText ?? readFile(join(assetsDir, 'pages', `${name}.md`), 'utf8')
}

async function readIfExists(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
