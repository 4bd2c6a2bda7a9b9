// In development only, vite serves the API reference at /docs; the built server doesn't contain it.
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import type { Plugin } from 'vite'
import type { ApiDocuments } from './documents.ts'
import { referencePage } from './reference-page.ts'

const styles = join(import.meta.dirname, 'page.css')

/** By tsx, with a fresh copy of the contracts: Node can't read TypeScript, and modules are cached. */
async function currentDocuments(): Promise<ApiDocuments> {
  const { createApiDocuments } = (await tsImport('./documents.ts', import.meta.url)) as {
    createApiDocuments: () => Promise<ApiDocuments>
  }
  return createApiDocuments()
}

const textOf = (document: unknown) => JSON.stringify(document, null, 2)

/** The pages below /docs. */
const pages: Record<string, { type: string; text: (documents: ApiDocuments) => string }> = {
  '/': {
    type: 'text/html',
    text: (documents) => referencePage(documents['openapi.json'], documents['asyncapi.json']),
  },
  '/page.css': { type: 'text/css', text: () => readFileSync(styles, 'utf8') },
  '/openapi.json': { type: 'application/json', text: (documents) => textOf(documents['openapi.json']) },
  '/asyncapi.json': { type: 'application/json', text: (documents) => textOf(documents['asyncapi.json']) },
}

export function devDocsPlugin(): Plugin {
  return {
    name: 'docs-while-developing',
    apply: 'serve',
    configureServer({ middlewares, watcher }) {
      // To read all contracts takes seconds: they are read again after a file has changed.
      let documents: Promise<ApiDocuments> | null = null
      watcher.on('all', () => {
        documents = null
      })
      middlewares.use('/docs', (request, response, next) => {
        const page = pages[(request.url ?? '/').split('?', 1)[0] ?? '/']
        if (!page) return respond(response, 404, 'text/plain', 'We couldn’t find that.')
        documents ??= currentDocuments()
        documents.then(page.text).then((text) => respond(response, 200, page.type, text), next)
      })
    },
  }
}

function respond(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy':
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
  response.end(text)
}
