// Gate: a node with a stale session cache writes nothing after a ban or a role change: writes check the database.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import type { TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { calls, methodAndPath } from './all-calls.ts'
import { cells, playCell, prepareMatrix } from './matrix/matrix-http.ts'

const app = await openTestApp({
  isUnlimited: true,
  // The node never polls and trusts its cache.
  sessionTimings: { pollEveryMs: 3_600_000, freshMs: 3_600_000, writeEveryMs: 3_600_000 },
})
await makeMeditation(app)
await prepareMatrix(app)

const needsOf = new Map(calls.map((call) => [methodAndPath(call), call.needs]))
/** Every successful write by an administrator, except public calls and calls on credentials. */
const writes = cells.filter(({ call, column, expected }) => {
  const needs = needsOf.get(call)
  const isOfRights = needs !== 'public' && needs !== 'credentials.manage'
  return column === 'X' && expected.startsWith('2') && !call.startsWith('GET') && isOfRights
})
const named = (list: typeof writes) => list.map((cell) => [`${cell.call} ${cell.when}`.trim(), cell] as const)

/** Changes the caller in the database without publishing it, so that the node's cache stays stale. */
const changeUnpublished = (change: ReturnType<typeof sql>) => async (caller: TestUser | null) => {
  const whoAmI = () => request(app, 'GET /api/auth/user', { as: caller })
  expect(await whoAmI()).toMatchObject({ status: 200, body: { isAdmin: true } })
  await sql`update users set ${change} where id = ${caller?.userId}`.execute(app.database.query)
  expect(await whoAmI()).toMatchObject({ status: 200, body: { isAdmin: true } })
}

describe('a member who was just banned', () => {
  const ban = sql`"isBanned" = true, "bannedReason" = 'Unkind words', "bannedAt" = '2026-11-21T18:00:00Z'`
  // Neither writes member data: one says that the caller is already registered, the other ends the caller's
  // sessions.
  const exceptions = new Map([
    ['POST /api/auth/register', '200'],
    ['DELETE /api/auth/sessions', '204'],
  ])

  test.each(named(writes))('[T23] [I11] %s writes nothing', async (_, cell) => {
    const expected = exceptions.get(cell.call) ?? '403 banned'
    expect(await playCell(app, cell, { beforeCall: changeUnpublished(ban) })).toEqual({
      actual: expected,
      unchanged: true,
    })
  })
})

describe('an administrator who was just demoted', () => {
  const isPrivileged = ({ call }: (typeof writes)[number]) =>
    ['community.administer', 'chat.moderate'].includes(needsOf.get(call) ?? '')

  test.each(named(writes.filter(isPrivileged)))('[CHAT-27] %s writes nothing', async (_, cell) => {
    const response = await playCell(app, cell, { beforeCall: changeUnpublished(sql`"isAdmin" = false`) })
    expect(response).toEqual({ actual: '403 forbidden', unchanged: true })
  })
})

// For a caller who is already an administrator this call does nothing.
const notForAdministrators = new Set(['POST /api/auth/first-admin'])

test('the list of writes contains every call that needs a permission and can succeed', () => {
  const listed = new Set(writes.map(({ call }) => call))
  const missing = [...needsOf].filter(([call, needs]) => {
    if (notForAdministrators.has(call)) return false
    return (
      !call.startsWith('GET') && needs !== 'public' && needs !== 'credentials.manage' && !listed.has(call)
    )
  })
  expect(missing).toEqual([])
})
