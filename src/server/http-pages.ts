// The texts that an operator may replace, as Markdown: /pages/privacy.md and /pages/terms.md.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

interface PagesOptions {
  /** Holds the texts that ship with the product, in pages/. */
  assetsDir: string
  /** Holds the operator's own ones, in pages/. */
  dataDir: string
  appName: string
}

const names = ['privacy', 'terms'] as const
/** Stands in a text for the name of the place. */
const nameMark = '{{app}}'

/** Each is read when it is asked for: a new text is there without a restart. */
export function mountPages(app: FastifyInstance, { assetsDir, dataDir, appName }: PagesOptions): void {
  for (const name of names) {
    app.get(`/pages/${name}.md`, async (_request, reply) => {
      const own = await readIfThere(join(dataDir, 'pages', `${name}.md`))
      const text = own ?? (await readFile(join(assetsDir, 'pages', `${name}.md`), 'utf8'))
      return reply
        .header('cache-control', 'no-cache')
        .type('text/markdown; charset=utf-8')
        .send(text.replace(/^\uFEFF/, '').replaceAll(nameMark, () => appName))
    })
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
