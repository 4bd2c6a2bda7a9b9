// Gate: the guards run before every call, before any input is parsed. With a guard disabled, the tests notice it
// for each call.
import { describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import type { GuardName } from '#server/http/guards.ts'
import { busEvents } from '#shared/bus-events.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { guardsWithout } from '#test/network/guards-without.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { calls, methodAndPath } from './all-calls.ts'
import {
  cells,
  statusAndCode,
  personaOf,
  playCell,
  prepareMatrix,
  signInAs,
  watchTables,
  type Cell,
} from './matrix/matrix-http.ts'

const users = new Map<Cell['column'], TestUser>()

const google = { clientId: 'sit', clientSecret: 'together' }
const bannedAddress = '198.41.0.4'
const config = {
  limitsExempt: parseRanges(`127.0.0.0/8, ${bannedAddress}`),
  trustedProxies: parseRanges('127.0.0.0/8'),
  google,
}

const app = await openTestApp({ config })
await makeMeditation(app)
await prepareMatrix(app)
for (const column of ['U', 'I', 'M', 'G', 'X', 'H', 'B'] as const) {
  users.set(column, await signInAs(app, personaOf[column], 1_000_000))
}

/** Runs `then` at a node of the same community, with one guard disabled. */
async function withoutGuard(name: GuardName, then: (open: TestApp) => Promise<void>): Promise<void> {
  const open = await startTestApp({ peerOf: app, config, enabledGuards: guardsWithout(name) })
  try {
    await then(open)
  } finally {
    await open.close()
  }
}

const endpoints = new Map(calls.map((call) => [methodAndPath(call), call]))
/** The first row of each call: its response to a caller about their own data. */
const firstWhen = new Map(cells.toReversed().map(({ call, when }) => [call, when]))
/** Whose resource or sitting it is, only the handler knows. */
const isJudgedByHandler = ({ call, column, expected }: Cell) =>
  column === 'O' ||
  column === 'N' ||
  (column === 'G' && expected === '403 forbidden' && endpoints.get(call)?.needs === 'sitting.hold')
const plain = cells.filter((cell) => cell.when === firstWhen.get(cell.call) && !isJudgedByHandler(cell))

/** A request that no call accepts: with an undeclared query parameter, for an id that may not exist. */
function invalidRequest({ method, path }: Endpoint) {
  const address = path.replace(':date', '2026-11-21').replace(/:\w+/g, '1')
  return `${method} ${address}?nobody-asks-this=1` as Parameters<typeof request>[1]
}

interface RequestOptions {
  on?: TestApp
  headers?: Record<string, string>
}

async function ask(
  endpoint: Endpoint,
  column: Cell['column'],
  { on = app, headers = {} }: RequestOptions = {},
) {
  const as = users.get(column) ?? null
  return statusAndCode(await request(on, invalidRequest(endpoint), { as, headers }))
}

/** The callback accepts any parameters that Google adds, and redirects on failure. */
const takesAnyQuery = (call: string) => call === 'GET /api/identity/callback/google'

const codes = ['401 unauthenticated', '403 banned', '403 profile_incomplete', '403 forbidden']

/** The responses that differ from the expected ones; all requests run concurrently. */
async function mismatches(
  expected: (cell: Cell) => string,
  candidates: readonly Cell[],
  on = app,
): Promise<object[]> {
  const results = await Promise.all(
    candidates.map(async (cell) => {
      const endpoint = endpoints.get(cell.call)
      return { ...cell, actual: endpoint ? await ask(endpoint, cell.column, { on }) : 'no such call' }
    }),
  )
  return results.filter((one) => one.actual !== expected(one))
}

describe('every guard', () => {
  const requests = plain.filter(({ call }) => !takesAnyQuery(call))

  test('[API-19] [T08] runs before input validation: a rejected caller gets the same response for any input', async () => {
    expect(new Set(requests.map(({ call }) => call)).size).toBe(calls.length - 1)
    const expected = ({ expected: allowed }: Cell) => (codes.includes(allowed) ? allowed : '400 invalid')
    expect(await watchTables(app, () => mismatches(expected, requests))).toEqual({ result: [], changed: [] })
  })

  const guardOf: readonly [GuardName, string][] = [
    ['session', '401 unauthenticated'],
    ['ban', '403 banned'],
    ['profile', '403 profile_incomplete'],
    ['role', '403 forbidden'],
  ]
  test.each(guardOf)('without the guard %s, each call that returns %s is noticed', async (name, code) => {
    const guarded = requests.filter(({ expected }) => expected === code)
    // One caller for each call.
    const oneOfEach = [...new Map(guarded.map((cell) => [cell.call, cell])).values()]
    expect(oneOfEach.length).toBeGreaterThan(20)
    await withoutGuard(name, async (open) => {
      expect(await mismatches(() => '400 invalid', oneOfEach, open)).toEqual([])
    })
  })

  test('without the guard ownership, each call that checks the owner is noticed', async () => {
    const roles = new Set(
      requests.filter(({ expected }) => expected === '403 forbidden').map(({ call }) => call),
    )
    const guarded = cells.filter(({ call, expected }) => expected === '403 forbidden' && !roles.has(call))
    expect(new Set(guarded.map(({ call }) => call)).size).toBeGreaterThan(5)
    await withoutGuard('ownership', async (open) => {
      for (const cell of guarded) {
        const { actual } = await playCell(open, cell)
        expect({ ...cell, actual }).not.toEqual({ ...cell, actual: cell.expected })
        // The call passed: no other guard stopped it, and it didn't fail.
        expect({ ...cell, actual }).toMatchObject({
          actual: expect.not.stringMatching(/^(?:401 unauthenticated|5)/) as unknown,
        })
      }
    })
  })
})

test('[API-10] every call under /api/admin is forbidden to a member, before input validation', async () => {
  const rows = cells.filter(({ call, column }) => call.includes(' /api/admin/') && column === 'M')
  expect(new Set(rows.map(({ call }) => call)).size).toBe(
    calls.filter(({ path }) => path.startsWith('/api/admin/')).length,
  )
  expect(rows.filter(({ expected }) => expected !== '403 forbidden')).toEqual([])
  expect(await mismatches(() => '403 forbidden', rows)).toEqual([])
})

describe('origin and claimed identity', () => {
  /** They know a caller by the body alone. */
  const forServers = ['POST /api/stream/publish']
  const unsafe = calls.filter((call) => call.method !== 'GET' && !forServers.includes(methodAndPath(call)))
  const withSession = calls.filter(({ needs }) => needs !== 'public')
  /** The distinct responses to all calls; of several columns, the calls take turns. */
  const responsesTo = async (
    candidates: readonly Endpoint[],
    columns: readonly [Cell['column'], ...Cell['column'][]],
    requestAs: RequestOptions,
  ) => {
    const responses = await Promise.all(
      candidates.map((endpoint, index) =>
        ask(endpoint, columns[index % columns.length] ?? columns[0], requestAs),
      ),
    )
    return [...new Set(responses)].sort()
  }

  test('[API-21] [T05] an unsafe call with a foreign Origin, or without one, is rejected for every kind of caller', async () => {
    expect(unsafe.length).toBeGreaterThan(3)
    expect(calls.filter(({ isForServers }) => isForServers).map(methodAndPath)).toEqual(forServers)
    const { changed } = await watchTables(app, async () => {
      for (const column of ['A', 'M', 'X', 'B'] as const) {
        const headers = { origin: 'https://evil.example' }
        expect(await responsesTo(unsafe, [column], { headers })).toEqual(['403 bad_origin'])
      }
      for (const origin of ['null', '']) {
        const columns = ['M', 'X', 'A', 'B'] as const
        expect(await responsesTo(unsafe, columns, { headers: { origin } })).toEqual(['403 bad_origin'])
      }
    })
    expect(changed).toEqual([])
    const headers = { origin: 'https://evil.example' }
    await withoutGuard('origin', async (on) => {
      expect(await responsesTo(unsafe, ['X'], { on, headers })).toEqual(['400 invalid'])
    })
  })

  test('[AUTH-14] [T01] the header firebase-uid doesn’t authenticate, and another member’s is rejected on every call that needs a session', async () => {
    const gail = await signIn(app, 'gail-header', personFields.gail)
    const headers = { 'firebase-uid': gail.uid }
    const { changed } = await watchTables(app, async () => {
      expect(await responsesTo(withSession, ['A'], { headers })).toEqual(['401 unauthenticated'])
      for (const columns of [['M'], ['U', 'X']] as const) {
        expect(await responsesTo(withSession, columns, { headers })).toEqual(['401 identity_mismatch'])
      }
    })
    expect(changed).toEqual([])
    await withoutGuard('identity', async (on) => {
      expect(await responsesTo(withSession, ['X'], { on, headers })).toEqual(['400 invalid'])
    })
  })

  test('[API-13] from a banned address every call is rejected, except for an administrator with a session', async () => {
    const reason = 'Floods the chat'
    const ban = { ipAddress: bannedAddress, reason, bannedAt: new Date(app.clock.now()), bannedBy: 1 }
    await app.database.query.insertInto('ip_bans').values(ban).execute()
    await app.bus.publish(busEvents.addressBans, { type: 'changed' })
    const headers = { 'x-forwarded-for': bannedAddress }
    const whoAmI = () => request(app, 'GET /api/auth/session', { as: users.get('M') ?? null, headers })
    await expect.poll(async () => (await whoAmI()).body).toMatchObject({ code: 'banned', reason })
    // The Google callback redirects; the page then shows the error.
    const results = calls.filter((call) => !takesAnyQuery(methodAndPath(call)))
    for (const columns of [['A'], ['U', 'I', 'M', 'G', 'B']] as const) {
      expect(await responsesTo(results, columns, { headers })).toEqual(['403 banned'])
    }
    expect(await responsesTo(results, ['X'], { headers })).toEqual(['400 invalid'])
  })

  test('[T10] an invalid or unknown id gets 400', async () => {
    const withId = calls.filter(({ path }) => /:(?:id|userId)\b/.test(path))
    const ids = ['0', '-1', '1.5', '2147483648', '99999999999', '1 or 1=1', '%00', "1'--", 'NaN', '１']
    for (const [index, { method, path }] of withId.entries()) {
      const responses = await Promise.all(
        // The calls take turns: all have the same schema of an id.
        ids
          .filter((_, at) => at % 3 === index % 3)
          .map((id) => {
            const address = path.replace(/:\w+/g, id.startsWith('%') ? id : encodeURIComponent(id))
            return request(app, `${method} ${address}` as `GET /`, { as: users.get('X') ?? null })
          }),
      )
      expect({ path, responses: [...new Set(responses.map(statusAndCode))] }).toEqual({
        path,
        responses: ['400 invalid'],
      })
    }
  })
})
