// In development only, vite serves the API reference at /docs; the built server doesn't contain it.
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { referencePage } from './reference-page.ts'

const folder = join(import.meta.dirname, '../../docs/api')
const styles = join(import.meta.dirname, 'page.css')

const read = (name: string) => readFileSync(join(folder, name), 'utf8')

/** The pages below /docs, rendered on each request. */
const pages: Record<string, { type: string; text(): string }> = {
  '/': {
    type: 'text/html',
    text: () => referencePage(JSON.parse(read('openapi.json')), JSON.parse(read('asyncapi.json'))),
  },
  '/page.css': { type: 'text/css', text: () => readFileSync(styles, 'utf8') },
  '/openapi.json': { type: 'application/json', text: () => read('openapi.json') },
  '/asyncapi.json': { type: 'application/json', text: () => read('asyncapi.json') },
}

export function devDocsPlugin(): Plugin {
  return {
    name: 'docs-while-developing',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use('/docs', (request, response) => {
        const page = pages[(request.url ?? '/').split('?', 1)[0] ?? '/']
        if (page) respond(response, 200, page.type, page.text())
        else respond(response, 404, 'text/plain', 'We couldn’t find that.')
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
