// Fuzz of every call over real connections, with a real database: every response is one that the contract declares.
import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { insertStockPictures, listActivePictureUrls } from '#features/profile/server/sql.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { makeMeditation, makeMessage } from '#test/data/factories.ts'
import { solidColorPng } from '#test/data/pictures.ts'
import { calls, methodAndPath } from '#test/gates/all-calls.ts'
import { sendRaw, type RawResponse } from '#test/network/raw-request.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { arbitraryOf } from './from-schema.ts'
import { damaged, hostileText } from './hostile.ts'
import { tryPropertyAsync } from './property.ts'

/** Slow calls: they hash a password, process a picture or write weeks of samples. */
const slow =
  /sign-(?:up|in)|-password|sample-data|POST .*profile-pictures|user\/profile|community\/logo|account/

const picture = await solidColorPng('#8090a0', 8)
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const app = await openTestApp({ isUnlimited: true })
await makeMeditation(app)
for (const key of ['mia', 'mo', 'gail'] as const) {
  await makeMessage(app, await signIn(app, `first-${key}`, personFields[key]))
}
afterAll(() => agent.destroy())

const send = (method: string, path: string, headers: Record<string, string>, body: string | Uint8Array) =>
  sendRaw(app, { method, path, headers, body, agent })

/** New members need a picture, and fuzzed administrators may have deleted them all. */
async function ensurePicture(): Promise<void> {
  const { database, clock } = app
  if ((await listActivePictureUrls(database.query)).length > 0) return
  const sha256 = createHash('sha256').update(picture).digest('hex')
  const stock = { name: 'Fuzz', sha256, content: picture, imageData: 'data:image/png;base64,' }
  await insertStockPictures(database.query, [stock], new Date(clock.now()))
}

/** Faults of a response; the server itself checks successful responses against the contract (`checkResponses`). */
function faultsOf({ status, headers, text }: RawResponse): string[] {
  const isJson = headers['content-type'] === 'application/json; charset=utf-8'
  const errorBody: unknown = status >= 400 && isJson ? JSON.parse(text) : null
  const isErrorResponse =
    typeof errorBody === 'object' && errorBody !== null && 'code' in errorBody && 'message' in errorBody
  return [
    ...(status >= 500 || status < 200 ? [`status ${status}`] : []),
    ...(status >= 400 && !isErrorResponse ? ['not an error body'] : []),
    ...(/\bat .*\.[jt]s:\d|node_modules|postgres|select |insert /i.test(text) && status >= 400
      ? ['inner words']
      : []),
    // A response for everyone has an ETag instead.
    ...(headers['cache-control'] === (headers.etag === undefined ? 'no-store' : 'public, no-cache')
      ? []
      : ['may be kept']),
  ]
}

// Node rejects longer request heads itself.
const addressMaxChars = 2_000
const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const inPath = (value: unknown) =>
  encodeURIComponent(
    textOf(value)
      .slice(0, 60)
      .replace(/\p{Cs}/gu, ''),
  ) || '%20'
const pathOf = (path: string, params: unknown) =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    inPath(
      typeof params === 'object' && params !== null
        ? Object.entries(params).find(([key]) => key === name)?.[1]
        : '',
    ),
  )
const queryOf = (query: unknown) =>
  typeof query === 'object' && query !== null && Object.keys(query).length > 0
    ? `?${Object.entries(query)
        .map(([key, value]) => `${inPath(key)}=${inPath(value)}`)
        .join('&')}`
    : ''

const mostly = (sound: fc.Arbitrary<unknown>) => fc.oneof({ weight: 3, arbitrary: sound }, damaged(sound))
function bodyOf({ body, fileTypes }: Endpoint): fc.Arbitrary<unknown> {
  if (fileTypes) return fc.oneof(fc.constant(picture), fc.uint8Array({ maxLength: 2_000 }))
  return body ? mostly(arbitraryOf(body)) : fc.constant(undefined)
}
function requestsOf(endpoint: Endpoint) {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = endpoint.params
    ? arbitraryOf(endpoint.params)
    : fc.record(Object.fromEntries(names.map((name) => [name, fc.constant('uid-first-mia')])))
  return fc.record({
    params: mostly(params),
    query: endpoint.query ? mostly(arbitraryOf(endpoint.query)) : fc.constant({}),
    body: bodyOf(endpoint),
    key: fc.oneof(fc.constant(''), fc.uuid(), fc.constantFrom('x', 'y'.repeat(300))),
    role: fc.constantFrom('admin', 'admin', 'admin', 'member', 'nobody'),
  })
}

describe('every call', () => {
  let serial = 0
  test.each(calls.map((call) => [methodAndPath(call), call] as const))('%s', async (name, endpoint) => {
    await ensurePicture()
    const signedIn = new Map<string, TestUser>()
    const userFor = async (role: string) => {
      serial += 1
      const user = await signIn(
        app,
        `${role}-${serial}`,
        role === 'admin' ? personFields.ada : personFields.mia,
      )
      signedIn.set(role, user)
      return user
    }
    const runs = slow.test(name) ? 6 : 35
    await tryPropertyAsync(
      name,
      { runs, concurrency: 4 },
      requestsOf(endpoint),
      async ({ params, query, body, key, role }) => {
        const user = role === 'nobody' ? null : (signedIn.get(role) ?? (await userFor(role)))
        const path = (pathOf(endpoint.path, params) + queryOf(query)).slice(0, addressMaxChars)
        const response = await send(
          endpoint.method,
          path,
          {
            origin: app.url,
            ...(body === undefined ? {} : { 'content-type': endpoint.fileTypes?.[0] ?? 'application/json' }),
            ...(user ? { cookie: user.cookie } : {}),
            ...(key === '' ? {} : { 'idempotency-key': key }),
          },
          body instanceof Uint8Array ? body : (JSON.stringify(body) ?? ''),
        )
        expect(faultsOf(response)).toEqual([])
        // A caller who signed out or was deleted is replaced by another.
        if (response.status === 401 || /sessions?$|account/.test(path)) signedIn.delete(role)
      },
    )
  })
})

/** The paths served besides the calls. */
const others = [
  '/media/still-water.en.vtt',
  '/icons/icon-512.png',
  '/pages/privacy.md',
  '/healthz',
  '/readyz',
  '/metrics',
  '/ws',
  '/auth',
].map((path) => ({ method: 'GET', path }) as const)

test('no malformed headers or body do harm', async () => {
  const mia = await signIn(app, 'mia-raw', personFields.ada)
  const byte = fc
    .integer({ min: 0x20, max: 0xff })
    .map((code) => String.fromCharCode(code === 0x7f ? 0x20 : code))
  const headerText = fc.string({ unit: byte, maxLength: 60 })
  const raw = fc.record({
    call: fc.constantFrom(...calls.map(({ method, path }) => ({ method, path })), ...others),
    method: fc.constantFrom('', '', '', 'PATCH', 'OPTIONS', 'HEAD', 'DELETE', 'POST'),
    type: fc.oneof(
      fc.constantFrom(
        'application/json',
        'text/plain',
        'application/json; charset=utf-7',
        'multipart/form-data',
      ),
      headerText,
    ),
    extra: fc.dictionary(
      fc.constantFrom(
        'x-forwarded-for',
        'firebase-uid',
        'origin',
        'idempotency-key',
        'cookie',
        'accept-encoding',
        'if-none-match',
        'range',
        'sec-fetch-site',
        'x-request-id',
      ),
      headerText,
      { maxKeys: 3 },
    ),
    tail: fc.oneof(
      fc.constant(''),
      hostileText.map((text) => `/${inPath(text.slice(0, 300))}`),
      hostileText.map((text) => `?${inPath(text.slice(0, 300))}=%`),
      fc.constantFrom('/', '//', '/..', '/%', '/%c0%af', '?a[__proto__]=1', '?a=1&a=2', '#x'),
    ),
    body: fc.oneof(
      hostileText,
      fc.json(),
      fc.constantFrom('', '{', '[[[[', '{"__proto__":{}}', '"\\ud800"', '1e999', `${'['.repeat(5_000)}`),
    ),
  })
  await tryPropertyAsync(
    'raw requests',
    { runs: 2_500, concurrency: 6, salt: 1 },
    raw,
    async ({ call, method, type, extra, tail, body }) => {
      const path = pathOf(call.path, { id: '1', date: '2026-11-21', userId: '1', uid: 'x', code: 'y' }) + tail
      const headers = { cookie: mia.cookie, origin: app.url, 'content-type': type, ...extra }
      const isBare = ['HEAD', 'GET'].includes(method || call.method)
      const response = await send(method || call.method, path, headers, isBare ? '' : body)
      expect(method === 'HEAD' || !response.text.includes('"stack"')).toBe(true)
      expect(response.status < 500 && response.status >= 200).toBe(true)
    },
  )
})
