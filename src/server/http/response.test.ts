// Which responses are compressed, that request bodies are never decompressed, and which ETags match.
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { closeAfterAll } from '#test/close-after-all.ts'
import { startSampleServer } from '#test/network/sample-endpoints.ts'
import { matchesEtag } from './response.ts'

const app = closeAfterAll(await startSampleServer())

const long = '/api/trial/long/5000'
const words = Array.from({ length: 5_000 }, (_, index) => ({ word: `calm ${index}` }))

const ask = (url: string, accepted: string | null, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({
    method,
    url,
    headers: { cookie: 'sid=member', ...(accepted === null ? {} : { 'accept-encoding': accepted }) },
  })

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
])('with Accept-Encoding %s a long response is encoded as %s', async (accepted, encoding, decode) => {
  // One long enough for the stream, one short enough for synchronous compression.
  for (const count of [5_000, 100]) {
    const response = await ask(`/api/trial/long/${count}`, accepted)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    })
    const text = decode(response.rawPayload).toString()
    expect(response.rawPayload.length).toBeLessThan(text.length / 3)
    // Only declared fields are sent, compressed or not.
    expect(JSON.parse(text)).toEqual(words.slice(0, count))
  }
})

test.each([[null], ['identity'], ['deflate'], ['gzip;q=0']])(
  'with Accept-Encoding %s it is sent uncompressed',
  async (accepted) => {
    const response = await ask(long, accepted)
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.json()).toEqual(words)
  },
)

test('short responses, errors and calls that don’t declare it are not compressed', async () => {
  const short = await ask('/api/trial/long/3', 'br')
  expect([short.headers['content-encoding'], short.json()]).toEqual([undefined, words.slice(0, 3)])
  const refused = await app.inject({ url: long, headers: { 'accept-encoding': 'br' } })
  expect([refused.statusCode, refused.headers['content-encoding']]).toEqual([401, undefined])
  expect(refused.json()).toMatchObject({ code: 'unauthenticated' })
  const word = 'calm '.repeat(1_000)
  const other = await app.inject({
    method: 'POST',
    url: '/api/trial/open',
    headers: { origin: 'http://stillwater.test', 'accept-encoding': 'br' },
    payload: { word },
  })
  expect([other.headers['content-encoding'], other.json()]).toEqual([undefined, { word }])
})

test('a HEAD has no body', async () => {
  const response = await ask(long, 'gzip', 'HEAD')
  expect([response.statusCode, response.rawPayload.length]).toEqual([200, 0])
})

test('[API-24] a compressed request body is rejected, never decompressed', async () => {
  const payload = gzipSync(JSON.stringify({ word: 'calm' }))
  const headers = { origin: 'http://stillwater.test', 'content-type': 'application/json' }
  for (const encoding of ['gzip', 'br', 'deflate']) {
    const response = await app.inject({
      method: 'POST',
      url: '/api/trial/open',
      headers: { ...headers, 'content-encoding': encoding },
      payload,
    })
    expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'invalid' }])
  }
})

test.each([
  [undefined, false],
  ['', false],
  ['"a,b"', true],
  ['W/"a,b"', true],
  ['"x", W/"a,b"', true],
  ['"x" , "a,b","y"', true],
  ['*', true],
  [' * ', true],
  ['"*"', false],
  ['"a"', false],
  ['a,b', false],
  ['"x", "y"', false],
])('If-None-Match %j', (header, isMatch) => {
  for (const etag of ['"a,b"', 'W/"a,b"']) expect(matchesEtag(header, etag)).toBe(isMatch)
})
