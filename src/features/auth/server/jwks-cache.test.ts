// JWKS cache: lifetime, refetching, and behavior while the keys can't be fetched.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { createTestClock, type TestClock } from '#test/clock.ts'
import { startFakeService, type FakeServiceResponse, type FakeService } from '#test/fakes/server.ts'
import { createSigner } from '#test/fakes/signer.ts'
import { createJwksCache, type JwksCache } from './jwks-cache.ts'

const [first, second] = [createSigner('first'), createSigner('second')]

let clock: TestClock
let owner: FakeService
let keys: JwksCache
let requestCount: number
let published: FakeServiceResponse
const publish = (jwks: object[], headers: Record<string, string> = { 'cache-control': 'max-age=600' }) => {
  published = { status: 200, body: { keys: jwks }, headers }
}

beforeEach(async () => {
  clock = createTestClock()
  requestCount = 0
  publish([first.jwk()])
  owner = await startFakeService(() => {
    requestCount += 1
    return published
  })
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  keys = createJwksCache(`${owner.url}/keys`, { clock, log })
})
afterEach(() => owner.close())

const unavailable = { errorResponse: { status: 503, body: { code: 'unavailable' }, retryAfterMs: 10_000 } }

describe('cached keys', () => {
  test.each([
    ['max-age', { 'cache-control': 'public, max-age=600, must-revalidate' }, 600_000],
    ['max-age minus age', { 'cache-control': 'max-age=900', age: '300' }, 600_000],
    ['an hour without max-age', {}, 3_600_000],
    ['at least a minute', { 'cache-control': 'max-age=0' }, minuteMs],
    ['at most a day', { 'cache-control': 'max-age=999999999' }, 24 * 3_600_000],
  ])('are refetched after %s', async (_what, headers: Record<string, string>, keptMs) => {
    publish([first.jwk()], headers)
    expect(await keys.find('first')).toMatchObject({ type: 'public' })
    clock.advance(keptMs - 1)
    await keys.find('first')
    expect(requestCount).toBe(1)
    clock.advance(1)
    await keys.find('first')
    expect(requestCount).toBe(2)
  })

  test('exclude a key that is missing from the next list', async () => {
    await keys.find('first')
    publish([second.jwk()])
    clock.advance(600_000)
    expect(await keys.find('first')).toBeNull()
    expect(await keys.find('second')).not.toBeNull()
  })
})

describe('an unknown kid', () => {
  test('triggers a refetch, which may find it', async () => {
    await keys.find('first')
    publish([first.jwk(), second.jwk()])
    clock.advance(30_000)
    expect(await keys.find('second')).not.toBeNull()
    expect(requestCount).toBe(2)
  })

  test('triggers at most two refetches a minute', async () => {
    for (let count = 0; count < 60; count += 1) {
      expect(await keys.find(`made-up-${count}`)).toBeNull()
      clock.advance(1_000)
    }
    expect(requestCount).toBe(2)
  })
})

test('concurrent lookups share one request', async () => {
  const found = await Promise.all(
    Array.from({ length: 20 }, (_, index) => keys.find(index % 2 ? 'first' : 'x')),
  )
  expect(found.filter((key) => key !== null)).toHaveLength(10)
  expect(requestCount).toBe(1)
})

describe('[F19] while the keys can’t be fetched', () => {
  test('a lookup without any keys fails', async () => {
    owner.isUp = false
    await expect(keys.find('first')).rejects.toMatchObject(unavailable)
    owner.isUp = true
    // Not refetched at every sign-in, but after a short pause.
    await expect(keys.find('first')).rejects.toMatchObject(unavailable)
    clock.advance(10_000)
    expect(await keys.find('first')).not.toBeNull()
  })

  test('cached keys remain valid for an hour, until all tokens signed with them have expired', async () => {
    await keys.find('first')
    owner.isUp = false
    clock.advance(600_000 + 3_600_000 - 1)
    expect(await keys.find('first')).not.toBeNull()
    // The unknown kid may be a new key, so the error is `unavailable`.
    await expect(keys.find('second')).rejects.toMatchObject(unavailable)
    clock.advance(1)
    await expect(keys.find('first')).rejects.toMatchObject(unavailable)
    owner.isUp = true
    clock.advance(10_000)
    expect(await keys.find('first')).not.toBeNull()
  })

  test('an unknown kid fails instead of returning null', async () => {
    await keys.find('first')
    owner.isUp = false
    clock.advance(30_000)
    await expect(keys.find('second')).rejects.toMatchObject(unavailable)
    expect(await keys.find('first')).not.toBeNull()
  })

  test.each([
    ['an error', { status: 500, body: {} }],
    ['no keys', { status: 200, body: { certificates: [] } }],
    ['keys of another kind', { status: 200, body: { keys: [{ kid: 'first', kty: 'oct', k: 'c2VjcmV0' }] } }],
    ['a redirect', { status: 302, body: null, headers: { location: '/keys' } }],
  ])('%s instead of a JWK set makes the lookup fail', async (_what, response: FakeServiceResponse) => {
    published = response
    await expect(keys.find('first')).rejects.toMatchObject(unavailable)
  })
})
