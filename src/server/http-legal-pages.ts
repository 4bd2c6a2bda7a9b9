// The texts that an operator may replace, as Markdown: /pages/privacy.md and /pages/terms.md.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'

interface LegalPageFolders {
  /** Holds the texts that ship with the product, in pages/. */
  assetsDir: string
  /** Holds the operator's own ones, in pages/. */
  dataDir: string
}

interface LegalPagesOptions extends LegalPageFolders {
  appName: string
  /** Comes before each of them. */
  limitReads: onRequestHookHandler
}

const legalPageNames = ['privacy', 'terms'] as const
/** Stands in the texts that ship with the product, where the operator's own name belongs. */
const placeholder = 'To the operator of this place'
/** Stands in a text for the name of the place. */
const appNamePlaceholder = '{{app}}'

/** Each is read when it is asked for: a new text is there without a restart. */
export function mountLegalPages(
  app: FastifyInstance,
  { appName, limitReads, ...folders }: LegalPagesOptions,
): void {
  for (const name of legalPageNames) {
    app.get(`/pages/${name}.md`, { onRequest: limitReads }, async (_request, reply) => {
      const text = await readLegalPage(name, folders)
      return reply
        .header('cache-control', 'no-cache')
        .type('text/markdown; charset=utf-8')
        .send(text.replace(/^\uFEFF/, '').replaceAll(appNamePlaceholder, () => appName))
    })
  }
}

/** Which of the texts still ask the operator to put in who they are: `privacy`, `terms`. */
export async function legalPagesWithPlaceholder(folders: LegalPageFolders): Promise<string[]> {
  const texts = await Promise.all(legalPageNames.map((name) => readLegalPage(name, folders)))
  return legalPageNames.filter((_, index) => texts[index]?.includes(placeholder))
}

async function readLegalPage(
  name: (typeof legalPageNames)[number],
  { assetsDir, dataDir }: LegalPageFolders,
): Promise<string> {
  const own = await readIfExists(join(dataDir, 'pages', `${name}.md`))
  return own ?? readFile(join(assetsDir, 'pages', `${name}.md`), 'utf8')
}

async function readIfExists(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
