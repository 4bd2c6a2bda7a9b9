// Mounted calls: order of the checks, rejections before the handler, and error bodies.
import { once } from 'node:events'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authErrors } from '#features/auth/errors.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { guardsWithout } from '#test/network/guards-without.ts'
import { lateCalls, requestSample, startSampleServer, sampleClock } from '#test/network/sample-endpoints.ts'
import { appError } from '../app-error.ts'
import type { Context } from '../context.ts'

const app = closeAfterAll(await startSampleServer())

const ask = (call: string, asking: Partial<Parameters<typeof requestSample>[1]> = {}) =>
  requestSample(call, { on: app, ...asking })

const word = { word: 'calm' }

describe('authorization', () => {
  test.each([
    ['anonymous', undefined, 401, 'unauthenticated'],
    ['banned', 'banned', 403, 'banned'],
    ['without a user row', 'identified', 403, 'profile_incomplete'],
    ['with an incomplete profile', 'incomplete', 403, 'profile_incomplete'],
  ] as const)(
    '[API-16, API-18, API-20] %s: rejected before the body is read',
    async (_, as, status, code) => {
      for (const body of [word, { nonsense: 1 }]) {
        const response = await ask('POST /api/trial/members/1', { ...(as ? { as } : {}), body })
        expect(response).toMatchObject({ status, body: { code } })
      }
      expect((await ask('POST /api/trial/members/1', { as: 'banned', body: word })).body?.reason).toBe(
        'Unkind words',
      )
    },
  )

  test('[API-19] an insufficient role gets the same response for a valid and an invalid request', async () => {
    for (const as of ['member', 'gardenAngel'] as const) {
      for (const body of [undefined, { nonsense: 1 }]) {
        const response = await ask('DELETE /api/trial/admins', { as, body })
        expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      }
    }
    expect(await ask('GET /api/trial/moderators', { as: 'member' })).toMatchObject({ status: 403 })
    expect(await ask('GET /api/trial/moderators', { as: 'gardenAngel' })).toMatchObject({ status: 200 })
    expect(await ask('DELETE /api/trial/admins', { as: 'admin' })).toMatchObject({ status: 204 })
  })

  test('without the role guard, the check fails', async () => {
    const open = await startSampleServer(guardsWithout('role'))
    expect(await ask('DELETE /api/trial/admins', { as: 'member', on: open })).toMatchObject({ status: 204 })
    await open.close()
  })

  test('[API-21] [T55] an unsafe method requires a trusted Origin, whatever other headers claim', async () => {
    const sent = (headers: Record<string, string>) => ask('POST /api/trial/open', { body: word, headers })
    expect(await sent({ origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      body: { code: 'bad_origin' },
    })
    expect(await sent({ origin: 'null' })).toMatchObject({ status: 403 })
    const without = { method: 'POST', url: '/api/trial/open', payload: word } as const
    expect((await app.inject(without)).statusCode).toBe(403)
    for (const value of ['same-origin', 'same-site', 'cross-site', 'none']) {
      const headers = { 'sec-fetch-site': value }
      expect((await app.inject({ ...without, headers })).statusCode).toBe(403)
    }
  })
})

describe('request validation', () => {
  test('[API-23] unknown keys are rejected in body and query, even for calls without either', async () => {
    const faults = [
      await ask('POST /api/trial/open', { body: { ...word, more: 1 } }),
      await ask('POST /api/trial/open?x=1', { body: word }),
      await ask('DELETE /api/trial/admins', { as: 'admin', body: { more: 1 } }),
      await ask('GET /api/trial/moderators?x=1', { as: 'admin' }),
    ]
    for (const response of faults) expect(response).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(faults[0]?.body?.issues).toEqual([{ path: '', message: 'Unknown: more.' }])
  })

  test('__proto__ in the body, invalid JSON and a missing body are rejected', async () => {
    const json = { 'content-type': 'application/json' }
    for (const body of ['{"__proto__":{"isAdmin":true},"word":"x"}', '{"word":', '[]', '"x"', '']) {
      const response = await ask('POST /api/trial/open', { body, headers: json })
      expect({ body, status: response.status }).toEqual({ body, status: 400 })
    }
    expect(await ask('POST /api/trial/open')).toMatchObject({ status: 400 })
  })

  test('an oversized body is 413, anything but JSON 415', async () => {
    const large = await ask('PUT /api/trial/small', { body: { text: 'x'.repeat(200) } })
    expect(large).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const response = await ask('POST /api/trial/open', {
        body: '{"word":"x"}',
        headers: { 'content-type': type },
      })
      expect(response).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    }
  })

  test('[T05] text/plain JSON is accepted only by calls that declare a beacon', async () => {
    const sent = (body: string, headers: Record<string, string> = {}) =>
      ask('POST /api/trial/beacon', {
        body,
        headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
      })
    expect((await sent('{"seconds":5}')).status).toBe(204)
    expect((await sent('{"seconds":5}', { 'content-type': 'application/json' })).status).toBe(204)
    expect((await sent('{"seconds":5}', { origin: 'https://evil.example' })).status).toBe(403)
    expect(
      (await sent('{"seconds":5}', { 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(415)
    for (const body of ['{"seconds":5,"more":1}', '{"seconds":', '', '5', '{"__proto__":{},"seconds":5}']) {
      expect({ body, status: (await sent(body)).status }).toEqual({ body, status: 400 })
    }
    expect((await sent(JSON.stringify({ seconds: 1, padding: 'x'.repeat(200) }))).status).toBe(413)
  })

  test('deeply nested JSON and overlong URLs are rejected', async () => {
    const nested = (levels: number): unknown => (levels === 0 ? 'leaf' : { next: nested(levels - 1) })
    expect((await ask('POST /api/trial/deep', { body: { tree: nested(5) } })).status).toBe(204)
    expect(await ask('POST /api/trial/deep', { body: { tree: nested(6) } })).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    })
    const arrays = `{"tree":${'['.repeat(9_000)}${']'.repeat(9_000)}}`
    const json = { 'content-type': 'application/json' }
    expect((await ask('POST /api/trial/deep', { body: arrays, headers: json })).status).toBe(400)
    expect(await ask(`GET /api/trial/moderators?x=${'y'.repeat(2_048)}`, { as: 'admin' })).toMatchObject({
      status: 414,
      body: { code: 'address_too_long' },
    })
  })

  test.each(['1 or 1=1', 'abc', '1.5'])('an invalid id (%s) is rejected', async (id) => {
    const response = await ask(`POST /api/trial/members/${encodeURIComponent(id)}`, {
      as: 'admin',
      body: word,
    })
    expect(response.status).toBe(400)
  })
})

describe('responses', () => {
  test('contain declared fields only', async () => {
    const response = await ask('POST /api/trial/open', { body: word })
    expect(response).toMatchObject({ status: 201, body: { word: 'calm' } })
    expect(response.body).not.toHaveProperty('secret')
  })

  test('[API-03] errors are JSON with message and code, never a stack or a secret', async () => {
    const response = await ask('GET /api/trial/broken')
    expect(response.status).toBe(500)
    expect(response.body).toEqual({
      message: 'Something went wrong on our side. Please try again.',
      code: 'internal',
    })
  })

  test('[API-22] an unknown path is 404 as JSON, a known one with the wrong method 405 with Allow', async () => {
    expect(await ask('GET /api/trial/nowhere')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const wrong = await ask('PUT /api/trial/members/1')
    expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(wrong.headers.allow).toBe('POST')
    expect((await ask('POST /api/trial/moderators', { body: {} })).headers.allow).toBe('GET, HEAD')
  })
})

describe('a late request', () => {
  interface LateCall {
    context: Pick<Context, 'client'>
    resolve(result: typeof word): void
    reject(error: Error): void
  }
  const origin = 'http://stillwater.test'
  const headers = { 'content-type': 'application/json', origin }
  const askLate = (address: string, more: RequestInit = {}): Promise<Response> =>
    fetch(`${address}/api/trial/late`, { method: 'POST', headers, body: JSON.stringify(word), ...more })

  let late: FastifyInstance
  let address: string
  let logged: object[]
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    logged = []
    late = await startSampleServer(undefined, '', null, { trustedProxies: '127.0.0.1', openRequestsMax: 2 })
    for (const level of ['error', 'warn'] as const)
      vi.spyOn(late.log, level).mockImplementation((facts: unknown) => void logged.push(facts as object))
    address = await late.listen()
  })
  afterEach(async () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    await late.close()
  })
  const nextCall = async () => ((await once(lateCalls, 'call')) as [LateCall])[0]

  test('gets a 503 after 15 seconds, and its own result is discarded', async () => {
    const [call, response] = [nextCall(), askLate(address)]
    const { resolve } = await call
    vi.advanceTimersByTime(14_000)
    const timely = await ask('POST /api/trial/open', { body: word, on: late })
    vi.advanceTimersByTime(1_000)
    expect([(await response).status, timely.status]).toEqual([503, 201])
    resolve(word)
  })

  test('[T54] [T74] logs no late rejection, and late failures once', async () => {
    for (const error of [appError(authErrors['invalid-credential']), new Error('one'), new Error('two')]) {
      const [call, response] = [nextCall(), askLate(address)]
      const { reject } = await call
      vi.advanceTimersByTime(15_000)
      expect((await response).status).toBe(503)
      reject(error)
    }
    await expect.poll(() => logged).toMatchObject([{ err: { message: 'one' }, times: 1 }])
  })

  test('[T74] aborts its client’s signal once it is responded to, or its client is gone', async () => {
    const [call, response] = [nextCall(), askLate(address)]
    const first = await call
    const { signal } = first.context.client
    vi.advanceTimersByTime(14_000)
    expect(signal?.aborted).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect((await response).status).toBe(503)
    await expect.poll(() => signal?.aborted).toBe(true)
    const nextLate = nextCall()
    const leaving = connect(Number(new URL(address).port), '127.0.0.1')
    const head = Object.entries({ host: 'here', ...headers, 'content-length': JSON.stringify(word).length })
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    leaving.write(`POST /api/trial/late HTTP/1.1\r\n${lines}\r\n${JSON.stringify(word)}`)
    const second = await nextLate
    const { client } = second.context
    leaving.destroy()
    await expect.poll(() => client.signal?.aborted).toBe(true)
    for (const { resolve } of [first, second]) resolve(word)
  })

  test('[T46] counts against its client’s address, also behind a proxy', async () => {
    const from = (client: string) => ({ headers: { ...headers, 'x-forwarded-for': client } })
    const calls: LateCall[] = []
    const onCall = (call: LateCall) => void calls.push(call)
    lateCalls.on('call', onCall)
    const waiting = [askLate(address, from('203.0.113.1')), askLate(address, from('203.0.113.1'))]
    await expect.poll(() => calls.length).toBe(2)
    expect((await askLate(address, from('203.0.113.1'))).status).toBe(503)
    const other = askLate(address, from('203.0.113.2'))
    await expect.poll(() => calls.length).toBe(3)
    for (const { resolve } of calls) resolve(word)
    expect((await Promise.all([...waiting, other])).map(({ status }) => status)).toEqual([200, 200, 200])
    const again = askLate(address, from('203.0.113.1'))
    await expect.poll(() => calls.length).toBe(4)
    calls[3]?.resolve(word)
    expect((await again).status).toBe(200)
    lateCalls.off('call', onCall)
  })
})

describe('rate limits', () => {
  const call = (on: FastifyInstance, as: 'member' | 'admin') =>
    ask('POST /api/trial/members/1', { as, body: word, on })

  test('[API-24] beyond the limit respond with 429 and Retry-After, for that caller only, until refilled', async () => {
    const limited = await startSampleServer()
    for (let index = 0; index < 3; index += 1) expect((await call(limited, 'member')).status).toBe(200)
    const refused = await call(limited, 'member')
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refused.headers['retry-after']).toBe('20')
    expect((await call(limited, 'admin')).status).toBe(200)
    sampleClock.advance(20_000)
    expect((await call(limited, 'member')).status).toBe(200)
    await limited.close()
  })

  test('[API-24] of one call apply independently', async () => {
    const limited = await startSampleServer()
    const status = async () => (await ask('GET /api/trial/twice', { on: limited })).status
    expect([await status(), await status(), await status()]).toEqual([200, 200, 429])
    sampleClock.advance(60_000)
    expect([await status(), await status()]).toEqual([200, 429])
    sampleClock.advance(20 * 60_000)
    expect(await status()).toBe(200)
    await limited.close()
  })

  test('[API-24] [T65] may count one outcome only, also of calls at the same time', async () => {
    const limited = await startSampleServer()
    const call = (path: string, body: object) => ask(`POST /api/trial/careful/${path}`, { on: limited, body })
    const carriedOut = async () => (await call('calm', word)).status
    const refusals = [
      () => call('other', word),
      () => call('calm', { nonsense: 1 }),
      () => call('calm', { word: 'calm'.repeat(50) }),
    ]
    for (const [index, status] of [404, 400, 413].entries())
      expect((await refusals[index]?.())?.status).toBe(status)
    const statuses = await Promise.all(Array.from({ length: 4 }, carriedOut))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429])
    expect(await carriedOut()).toBe(429)
    sampleClock.advance(120_000)
    // Neither the refused nor the limited calls have used it up.
    expect(await carriedOut()).toBe(200)
    for (const refuse of [...refusals, ...refusals].slice(0, 5)) expect((await refuse()).status).not.toBe(429)
    expect((await call('other', word)).status).toBe(429)
    sampleClock.advance(60_000)
    expect([await carriedOut(), await carriedOut(), await carriedOut()]).toEqual([200, 200, 429])
    await limited.close()
  })

  test('[OPS-17] don’t count exempt addresses', async () => {
    const exempt = await startSampleServer(undefined, '127.0.0.0/8')
    for (let index = 0; index < 10; index += 1) expect((await call(exempt, 'member')).status).toBe(200)
    await exempt.close()
  })
})

test('[API-14] [T26] session lookups from a banned address are rate limited @full', async () => {
  const shut = await startSampleServer(undefined, '', 'Floods the chat')
  const askOften = async (as?: 'member' | 'admin') => {
    const statuses = new Set<number>()
    for (let count = 0; count < (as ? 3_000 : 10); count += 1) {
      statuses.add((await ask('GET /api/trial/none', { on: shut, ...(as ? { as } : {}) })).status)
    }
    return [...statuses]
  }
  expect((await ask('GET /api/trial/none', { on: shut, as: 'admin' })).status).toBe(404)
  expect(await askOften()).toEqual([403])
  expect(await askOften('member')).toEqual([403, 429])
  expect(await ask('GET /api/trial/none', { on: shut })).toMatchObject({
    status: 403,
    body: { code: 'banned', reason: 'Floods the chat' },
  })
  await shut.close()
})
