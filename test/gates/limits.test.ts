// Gate: the rate limit of each call, from a handwritten table, tested against a server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { cast, signIn, type TestUser } from '#test/people/cast.ts'
import { request, type TestResponse } from '#test/request.ts'
import { calls, methodAndPath } from './all-calls.ts'

interface Limit {
  call: string
  per: 'caller' | 'address'
  max: number
  /** Minutes in which the full budget refills. */
  within: number
  /** The most at once, where it is less than `max`. */
  burst?: number
  /** Not part of the declaration: the handler counts, so that rejected requests don't use up the budget. */
  byHandler?: true
}

const hour = 60
const day = 24 * hour

const limits: readonly Limit[] = [
  { call: 'POST /api/auth/register', per: 'caller', max: 5, within: hour },
  { call: 'POST /api/auth/register', per: 'address', max: 300, within: hour, burst: 60 },
  { call: 'POST /api/auth/first-admin', per: 'caller', max: 10, within: 1 },
  { call: 'POST /api/auth/session', per: 'address', max: 60, within: 1 },
  { call: 'POST /api/identity/sign-up/email', per: 'address', max: 300, within: hour, burst: 60 },
  { call: 'POST /api/identity/sign-in/email', per: 'address', max: 60, within: 1 },
  { call: 'POST /api/identity/sign-in/social', per: 'address', max: 60, within: 1 },
  { call: 'GET /api/identity/callback/google', per: 'address', max: 60, within: 1 },
  { call: 'POST /api/identity/request-password-reset', per: 'address', max: 60, within: hour },
  { call: 'POST /api/identity/reset-password', per: 'address', max: 60, within: hour },
  { call: 'POST /api/auth/clear-cache', per: 'address', max: 120, within: 1 },
  { call: 'POST /api/identity/mailed-link', per: 'address', max: 120, within: 1 },
  { call: 'POST /api/identity/verify-email', per: 'address', max: 120, within: hour },
  { call: 'POST /api/identity/send-verification-email', per: 'caller', max: 6, within: hour },
  { call: 'POST /api/identity/change-password', per: 'caller', max: 20, within: hour },
  { call: 'GET /api/account/export', per: 'caller', max: 3, within: day, byHandler: true },
  { call: 'DELETE /api/account', per: 'caller', max: 20, within: hour },
  { call: 'GET /api/meditation/preview', per: 'address', max: 60, within: 1 },
  { call: 'GET /api/referral/validate/:code', per: 'address', max: 10, within: 1 },
  { call: 'GET /api/referral/validate/:code', per: 'address', max: 100, within: day },
  { call: 'POST /api/user/generate-referral-code', per: 'caller', max: 5, within: 1 },
  { call: 'POST /api/admin/referral/manual-attribute', per: 'caller', max: 120, within: 1 },
  { call: 'POST /api/admin/templates', per: 'caller', max: 120, within: 1 },
  { call: 'PUT /api/admin/templates/:id', per: 'caller', max: 120, within: 1 },
  { call: 'DELETE /api/admin/templates/:id', per: 'caller', max: 120, within: 1 },
  { call: 'POST /api/admin/templates/:id/duplicate', per: 'caller', max: 120, within: 1 },
  { call: 'POST /api/admin/templates/import', per: 'caller', max: 6, within: 1 },
  { call: 'POST /api/admin/schedules', per: 'caller', max: 120, within: 1 },
  { call: 'POST /api/admin/schedules/days', per: 'caller', max: 120, within: 1 },
  { call: 'PUT /api/admin/schedules/:id', per: 'caller', max: 120, within: 1 },
  { call: 'DELETE /api/admin/schedules/:id', per: 'caller', max: 120, within: 1 },
  { call: 'POST /api/help', per: 'caller', max: 5, within: 10 },
  { call: 'PUT /api/moderation/help/:id', per: 'caller', max: 60, within: 1 },
  { call: 'POST /api/sittings/:id/begin', per: 'caller', max: 10, within: hour },
  { call: 'POST /api/sittings/:id/delay', per: 'caller', max: 10, within: hour },
  { call: 'POST /api/sittings/:id/end', per: 'caller', max: 10, within: hour },
  { call: 'POST /api/sittings/:id/cancel', per: 'caller', max: 10, within: hour },
  { call: 'POST /api/sittings/:id/restore', per: 'caller', max: 10, within: hour },
  { call: 'PUT /api/user/profile', per: 'caller', max: 10, within: 1 },
  { call: 'PUT /api/user/profile/picture', per: 'caller', max: 6, within: 1 },
  { call: 'PUT /api/user/profile/picture', per: 'caller', max: 30, within: day },
  { call: 'PUT /api/user/unlisted', per: 'caller', max: 30, within: 1 },
  { call: 'POST /api/admin/profile-pictures', per: 'caller', max: 120, within: 1 },
  { call: 'POST /api/admin/profile-pictures/files', per: 'caller', max: 120, within: 1 },
  { call: 'PUT /api/admin/profile-pictures/:id', per: 'caller', max: 120, within: 1 },
  { call: 'DELETE /api/admin/profile-pictures/:id', per: 'caller', max: 120, within: 1 },
  { call: 'POST /api/mood/entry', per: 'caller', max: 20, within: 1 },
  { call: 'POST /api/mood/entry', per: 'caller', max: 200, within: day },
  { call: 'PUT /api/mood/reflection-opt-in', per: 'caller', max: 30, within: 1 },
  { call: 'PUT /api/mood/care', per: 'caller', max: 30, within: 1 },
  { call: 'GET /api/admin/what-helps', per: 'caller', max: 30, within: 1 },
  { call: 'GET /api/care', per: 'caller', max: 60, within: 1 },
  { call: 'GET /api/community', per: 'caller', max: 60, within: 1 },
  { call: 'PUT /api/admin/community', per: 'caller', max: 30, within: 1 },
  { call: 'POST /api/mood/sample-data', per: 'caller', max: 6, within: 1 },
  { call: 'GET /api/meditation/online-count/:date', per: 'caller', max: 60, within: 1 },
  { call: 'GET /api/meditation/online-count', per: 'caller', max: 60, within: 1 },
  { call: 'GET /api/meditation/online-users/:date', per: 'caller', max: 60, within: 1 },
  { call: 'GET /api/messages/:id/likes', per: 'caller', max: 120, within: 1, burst: 90 },
  { call: 'POST /api/messages/:id/like', per: 'caller', max: 60, within: 1 },
  { call: 'DELETE /api/messages/:id/like', per: 'caller', max: 60, within: 1 },
  { call: 'DELETE /api/messages/:id', per: 'caller', max: 60, within: 1 },
  { call: 'POST /api/session/start', per: 'caller', max: 20, within: 1 },
  { call: 'PUT /api/session/:id', per: 'caller', max: 30, within: 1 },
  { call: 'POST /api/session/:id', per: 'caller', max: 30, within: 1 },
  { call: 'PUT /api/admin/users/:id/ban', per: 'caller', max: 60, within: 1 },
  { call: 'POST /api/admin/ip-bans', per: 'caller', max: 120, within: 1 },
  { call: 'DELETE /api/admin/ip-bans/:id', per: 'caller', max: 120, within: 1 },
  { call: 'POST /api/admin/users/:id/ban', per: 'caller', max: 60, within: 1 },
  { call: 'POST /api/admin/users/:id/unban', per: 'caller', max: 60, within: 1 },
  { call: 'PUT /api/admin/users/:id', per: 'caller', max: 120, within: 1 },
  { call: 'DELETE /api/admin/users/:id', per: 'caller', max: 120, within: 1 },
  { call: 'POST /api/admin/users/:id/garden-angel', per: 'caller', max: 120, within: 1 },
  { call: 'DELETE /api/admin/users/:id/garden-angel', per: 'caller', max: 120, within: 1 },
  { call: 'PUT /api/admin/users/:id/time-spent', per: 'caller', max: 120, within: 1 },
]

const sorted = (lines: string[]) => lines.toSorted()

test('the calls declare exactly these limits', () => {
  const declared = calls.flatMap((call) =>
    (call.limits ?? []).map(
      ({ per, perMinute, burst }) =>
        `${methodAndPath(call)} per ${per}: ${perMinute.toFixed(4)} a minute, ${burst ?? perMinute} at once`,
    ),
  )
  const expected = limits
    .filter(({ byHandler }) => !byHandler)
    .map(
      ({ call, per, max, within, burst }) =>
        `${call} per ${per}: ${(max / within).toFixed(4)} a minute, ${burst ?? max} at once`,
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
    admin = await signIn(app, 'ada-limits', cast.ada)
  })
  afterAll(() => app.close())

  // Limits that can be tested alone: of two limits on one call, the smaller hides the larger.
  const testable = limits.filter(({ call, burst, max }) => {
    const others = limits.filter((other) => other.call === call)
    return Math.min(...others.map((other) => other.burst ?? other.max)) === (burst ?? max)
  })

  test.each(testable)('[API-24] $call: $max within $within minutes per $per', async ({ call, ...limit }) => {
    const { max, within, burst = max } = limit
    const serial = testable.findIndex((other) => other.call === call) + 1
    const headers = { 'x-forwarded-for': `203.0.113.${serial}` }
    const ask = () =>
      request(app, call.replace(/:\w+/, '0') as `GET /`, { as: admin, headers, body: undefined })
    for (let count = 0; count < burst; count += 1) expect(isRateLimited(await ask())).toBe(false)
    const limited = await ask()
    expect(isRateLimited(limited)).toBe(true)
    expect(Number(limited.headers.get('retry-after'))).toBe(Math.ceil((within * 60) / max))
    app.clock.advance(Math.ceil((within * 60_000) / max))
    expect(isRateLimited(await ask())).toBe(false)
    expect(isRateLimited(await ask())).toBe(true)
    app.clock.advance(60 * 60_000)
  })
})
