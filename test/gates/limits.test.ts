// Gate: the rate limit of each call, from the handwritten tables, tested against a server.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import type { BucketSize, RateLimiter } from '#server/http/rate-limit.ts'
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

/**
 * Makes the first and the last request that a limit allows at once. Those between take from its bucket here: nine thousand
 * requests took nine seconds.
 */
async function askForBurst(
  limiter: RateLimiter,
  ask: () => Promise<TestResponse>,
  { perMinute, burst }: BucketSize,
): Promise<TestResponse[]> {
  const take = vi.spyOn(limiter, 'take')
  const first = await ask()
  const isOfLimit = (size: BucketSize) =>
    size.perMinute.toFixed(4) === perMinute.toFixed(4) && size.burst === burst
  const taken = take.mock.calls.find(([, size]) => isOfLimit(size))
  take.mockRestore()
  if (!taken) throw new Error('The request took from no bucket of this size.')
  for (let count = 2; count < burst; count += 1) limiter.take(...taken)
  return burst > 1 ? [first, await ask()] : [first]
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
    const allowed = await askForBurst(app.app.limiter, ask, { perMinute: max / within, burst })
    expect(allowed.map(isRateLimited)).not.toContain(true)
    const limited = await ask()
    expect(isRateLimited(limited)).toBe(true)
    expect(Number(limited.headers.get('retry-after'))).toBe(Math.ceil((within * 60) / max))
    app.clock.advance(Math.ceil((within * 60_000) / max))
    expect(isRateLimited(await ask())).toBe(false)
    expect(isRateLimited(await ask())).toBe(true)
    app.clock.advance(60 * 60_000)
  })
})
