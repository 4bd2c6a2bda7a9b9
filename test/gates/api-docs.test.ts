// Gate: the reference of the calls and of the live channel matches the contracts, complete and well-formed.
import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { Validator } from '@seriousme/openapi-schema-validator'
import { createServer } from 'vite'
import { expect, test } from 'vitest'
import { secretPages } from '#app/server/secret-pages.ts'
import { startTestApp } from '#test/app.ts'
import { request } from '#test/request.ts'
import { devDocsPlugin } from '../../scripts/api/docs-plugin.ts'
import { createApiDocuments } from '../../scripts/api/documents.ts'
import { calls, methodAndPath } from './all-calls.ts'

const documents = await createApiDocuments()
// As a reader of the files has them: without fields that are undefined.
const read = (name: keyof typeof documents): unknown => JSON.parse(JSON.stringify(documents[name]))

/** Every value of a JSON document under its JSON pointer, such as '/paths/~1ws'. */
function partsOf(value: unknown, path = '#'): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  const nested = Object.entries(value).flatMap(([key, part]) =>
    partsOf(part, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
  return [[path, value], ...nested]
}

test('the reference contains exactly the declared calls', () => {
  const named = partsOf(read('openapi.json')).flatMap(([path]) => {
    const [, route = '', method = ''] = /^#\/paths\/(~1api~1[^/]+)\/(get|post|put|delete)$/.exec(path) ?? []
    return route === ''
      ? []
      : [`${method.toUpperCase()} ${route.replaceAll('~1', '/').replaceAll(/\{(\w+)\}/g, ':$1')}`]
  })
  expect(named.toSorted()).toEqual(calls.map(methodAndPath).toSorted())
})

test('the reference contains the pages whose address is a credential', () => {
  const named = new Set(partsOf(read('openapi.json')).map(([path]) => path))
  const routes = secretPages.map((path) => path.replace(/:(\w+)(\(.*?\))?/, '{$1}').replaceAll('/', '~1'))
  expect(routes.length).toBeGreaterThan(1)
  expect(routes.filter((route) => !named.has(`#/paths/${route}/get`))).toEqual([])
})

test('the reference is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(documents['openapi.json'])
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
})

test.each(['openapi.json', 'asyncapi.json'] as const)('every $ref in %s resolves', (name) => {
  const parts = partsOf(read(name))
  const paths = new Set(parts.map(([path]) => path))
  const refs = parts.flatMap(([path, value]) => (path.endsWith('/$ref') ? [String(value)] : []))
  expect(refs.length).toBeGreaterThan(10)
  expect(refs.filter((ref) => !paths.has(ref))).toEqual([])
})

async function listeningAt(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

test('the dev server serves /docs without scripts, with a link to each schema, and both files @full', async () => {
  const vite = await createServer({
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
    plugins: [devDocsPlugin()],
  })
  const server = createHttpServer(vite.middlewares)
  const url = await listeningAt(server)
  const page = await fetch(`${url}/docs`)
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self';")
  expect(html).not.toMatch(/<script|style=/)
  for (const call of calls)
    expect(html).toContain(`<code>${methodAndPath(call).replaceAll(/:(\w+)/g, '{$1}')}</code>`)
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets.filter((id) => !ids.has(id))).toEqual([])
  for (const name of ['openapi.json', 'asyncapi.json'] as const) {
    expect(await (await fetch(`${url}/docs/${name}`)).json()).toEqual(read(name))
  }
  expect((await fetch(`${url}/docs/nothing`)).status).toBe(404)
  server.close()
  await vite.close()
})

test('the built product does not serve /docs', async () => {
  const app = await startTestApp()
  for (const path of ['/docs', '/docs/', '/docs/openapi.json'] as const) {
    expect((await request(app, `GET ${path}`)).status).toBe(404)
  }
  await app.close()
})
