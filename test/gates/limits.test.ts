// Gate: the rate limit of each call, from the handwritten tables, tested against a server.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'
import { calls, methodAndPath } from './all-calls.ts'
import { limits } from './proofs.ts'

const sorted = (lines: string[]) => lines.toSorted()

test('the calls declare exactly these limits', () => {
  const declared = calls.flatMap((call) =>
    (call.limits ?? []).map(
      ({ per, counts = 'every', perMinute, burst }) =>
        `${methodAndPath(call)} per ${per}, ${counts} outcome: ${perMinute.toFixed(4)} a minute, ${burst ?? perMinute} at once`,
    ),
  )
  const expected = limits
    .filter(({ byHandler }) => !byHandler)
    .map(
      ({ call, per, counts = 'every', max, within, burst }) =>
        `${call} per ${per}, ${counts} outcome: ${(max / within).toFixed(4)} a minute, ${burst ?? max} at once`,
    )
  expect(sorted(declared)).toEqual(sorted(expected))
})

/** Status 429; a page navigation is redirected to /auth with an error instead. */
function isRateLimited({ status, body, headers }: TestResponse): boolean {
  if (headers.get('location') === '/auth?failed=unavailable') return true
  return status === 429 && (body as { code?: string }).code === 'rate_limited'
}

describe('at the server', () => {
  let app: TestApp
  let admin: TestUser
  beforeAll(async () => {
    app = await startTestApp({ config: { trustedProxies: parseRanges('127.0.0.0/8') } })
    admin = await signIn(app, 'ada-limits', personFields.ada)
  })
  afterAll(() => app.close())

  // Limits that can be tested alone: of two limits on one call, the smaller hides the larger. These requests are refused.
  const countsRefused = ({ counts }: (typeof limits)[number]) => counts !== 'carried-out'
  const testable = limits.filter(countsRefused).filter(({ call, burst, max }) => {
    const others = limits.filter(countsRefused).filter((other) => other.call === call)
    return Math.min(...others.map((other) => other.burst ?? other.max)) === (burst ?? max)
  })

  test.each(testable)('[API-24] $call: $max within $within minutes per $per', async ({ call, ...limit }) => {
    const { max, within, burst = max } = limit
    const serial = testable.findIndex((other) => other.call === call) + 1
    const headers = { 'x-forwarded-for': `203.0.113.${serial}` }
    const ask = () =>
      request(app, call.replace(/:\w+/, '0') as `GET /`, { as: admin, headers, body: undefined })
    const take = vi.spyOn(app.app.limiter, 'take')
    expect(isRateLimited(await ask())).toBe(false)
    const rate = (max / within).toFixed(4)
    const bucket = take.mock.calls.find(
      ([, size]) => size.perMinute.toFixed(4) === rate && size.burst === burst,
    )
    take.mockRestore()
    if (burst > 1) {
      // Nine thousand requests took nine seconds: those between the first and the last take from its bucket here.
      const [key, size] = bucket ?? expect.fail('no bucket of this size')
      for (let count = 2; count < burst; count += 1) expect(app.app.limiter.take(key, size)).toBe(0)
      expect(isRateLimited(await ask())).toBe(false)
    }
    const limited = await ask()
    expect(isRateLimited(limited)).toBe(true)
    expect(Number(limited.headers.get('retry-after'))).toBe(Math.ceil((within * 60) / max))
    app.clock.advance(Math.ceil((within * 60_000) / max))
    expect(isRateLimited(await ask())).toBe(false)
    expect(isRateLimited(await ask())).toBe(true)
    app.clock.advance(60 * 60_000)
  })
})
