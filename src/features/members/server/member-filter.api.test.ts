// The filter of the administrators' member list, and the download of what it shows.
import { beforeAll, describe, expect, test } from 'vitest'
import { updateMemberRow } from '#features/auth/server/service.ts'
import { dayMs } from '#shared/durations.ts'
import { makeInviteBatch } from '#test/data/invite-batches.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInBuiltinMember } from '#test/people/account.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { DownloadedMember, Member } from '../contract.ts'
import { memberMatch } from '../member-match.ts'
import { readBounded } from './download.ts'

const app = await openTestApp({ isUnlimited: true })
const ada = await signIn(app, 'ada', personFields.ada)
const gail = await signIn(app, 'gail', personFields.gail)
const members: Record<'seen' | 'signedIn' | 'inRoom' | 'away' | 'fresh' | 'unconfirmed', TestUser> = {
  seen: await signInBuiltinMember(app, 'seen'),
  signedIn: await signInBuiltinMember(app, 'signed-in'),
  inRoom: await signInBuiltinMember(app, 'in-room'),
  away: await signInBuiltinMember(app, 'away'),
  fresh: await signInBuiltinMember(app, 'fresh'),
  unconfirmed: await signInBuiltinMember(app, 'unconfirmed', false),
}
const nowMs = app.clock.now()
const daysAgo = (days: number) => new Date(nowMs - days * dayMs)

/** Everything that shows that a member was there happened `days` ago. */
async function leaveFor({ userId, uid }: TestUser, days: number): Promise<void> {
  const { query } = app.database
  await query
    .updateTable('users')
    .set({ createdAt: daysAgo(days), lastLogin: daysAgo(days) })
    .where('id', '=', userId)
    .execute()
  await query
    .updateTable('sessions')
    .set({ createdAt: daysAgo(days), lastUsedAt: daysAgo(days) })
    .where('uid', '=', uid)
    .execute()
}

beforeAll(async () => {
  const { query } = app.database
  for (const member of Object.values(members)) await leaveFor(member, 400)
  await updateMemberRow(query, members.away.userId, { isGardenAngel: true })
  await query
    .updateTable('sessions')
    .set({ lastUsedAt: daysAgo(29) })
    .where('uid', '=', members.seen.uid)
    .execute()
  await query
    .updateTable('users')
    .set({ lastLogin: daysAgo(29) })
    .where('id', '=', members.signedIn.userId)
    .execute()
  const clock = { userId: members.inRoom.userId, lastCallAt: daysAgo(40), lastCreditAt: daysAgo(40) }
  await query.insertInto('meditation_clocks').values(clock).execute()
  // Made in the operator's shell yesterday, and never there.
  await query
    .updateTable('users')
    .set({ createdAt: daysAgo(1), lastLogin: null })
    .where('id', '=', members.fresh.userId)
    .execute()
})

async function list(query: string): Promise<{ ids: number[]; total: string | null }> {
  const { status, body, headers } = await request(app, `GET /api/admin/users?${query}`, { as: ada })
  expect(status).toBe(200)
  return { ids: (body as Member[]).map(({ id }) => id), total: headers.get('x-total-count') }
}
const idsOf = async (query: string) => new Set((await list(query)).ids)
const ids = (...found: TestUser[]) => new Set(found.map(({ userId }) => userId))

describe('the filter', () => {
  test('[USR-31] finds members by their role, an administrator who is a garden angel as the former', async () => {
    expect(await idsOf('role=garden-angel')).toEqual(ids(gail, members.away))
    await updateMemberRow(app.database.query, ada.userId, { isGardenAngel: true })
    expect(await idsOf('role=admin')).toEqual(ids(ada))
    expect(await idsOf('role=garden-angel')).toEqual(ids(gail, members.away))
    const { away: _, ...others } = members
    expect(await idsOf('role=user')).toEqual(ids(...Object.values(others)))
  })

  test('[USR-31] finds unconfirmed addresses, and not those that Google verified', async () => {
    expect(await idsOf('email=unconfirmed')).toContain(members.unconfirmed.userId)
    expect(await idsOf('email=unconfirmed')).not.toContain(members.seen.userId)
    const google = { provider: 'google' as const, subject: 'unconfirmed', uid: members.unconfirmed.uid }
    await app.database.query
      .insertInto('outside_identities')
      .values({ ...google, email: 'u@example.org', emailVerified: true, createdAt: daysAgo(1) })
      .execute()
    expect(await idsOf('email=unconfirmed')).not.toContain(members.unconfirmed.userId)
    await app.database.query.deleteFrom('outside_identities').where('provider', '=', 'google').execute()
  })

  test('[USR-31] finds who wasn’t seen: no sign-in, no session in use, not in the room, and no newcomer', async () => {
    const { inRoom, away, unconfirmed } = members
    expect(await idsOf('unseenDays=30')).toEqual(ids(inRoom, away, unconfirmed))
    expect(await idsOf('unseenDays=90')).toEqual(ids(away, unconfirmed))
    expect(await idsOf('unseenDays=365')).toEqual(ids(away, unconfirmed))
  })

  test('[TEACH-01] finds who is marked as one who may hold sittings', async () => {
    await updateMemberRow(app.database.query, members.fresh.userId, { mayHost: true })
    expect(await idsOf('mayHost=yes')).toEqual(ids(members.fresh))
    await updateMemberRow(app.database.query, members.fresh.userId, { mayHost: false })
    expect(await idsOf('mayHost=yes')).toEqual(new Set())
  })

  test('[USR-31] combines with the search, every order and the pages', async () => {
    const { inRoom, away, unconfirmed } = members
    expect(await idsOf('unseenDays=90&role=user')).toEqual(ids(unconfirmed))
    expect(await idsOf('unseenDays=30&search=away')).toEqual(ids(away))
    expect(await idsOf('unseenDays=30&search=gail')).toEqual(new Set())
    for (const sort of ['name', 'timeSpent', 'referredBy', 'referralCount']) {
      const first = await list(`unseenDays=30&sort=${sort}&page=1&limit=2`)
      const second = await list(`unseenDays=30&sort=${sort}&page=2&limit=2`)
      expect([first.total, second.total]).toEqual(['3', '3'])
      expect(new Set([...first.ids, ...second.ids])).toEqual(ids(inRoom, away, unconfirmed))
      const around = await list(`unseenDays=30&sort=${sort}&limit=2&around=${second.ids[0]}`)
      expect(around.ids).toEqual(second.ids)
      // A member outside the filter leads to the first page.
      expect((await list(`unseenDays=30&sort=${sort}&limit=2&around=${gail.userId}`)).ids).toEqual(first.ids)
    }
  })

  test('[USR-31] rejects any other value', async () => {
    for (const query of [
      'role=teacher',
      'email=confirmed',
      'mayHost=no',
      'unseenDays=31',
      'unseenDays=',
      'inviteBatch=0',
      'inviteBatch=2147483648',
    ]) {
      const response = await request(app, `GET /api/admin/users?${query}`, { as: ada })
      expect({ query, status: response.status }).toEqual({ query, status: 400 })
    }
  })
})

describe('the download', () => {
  const download = (body: object, as = ada) => request(app, 'POST /api/admin/users/download', { as, body })
  const entries = () =>
    app.database.query
      .selectFrom('activities')
      .select(['actorId', 'targetId', 'label', 'before', 'after'])
      .where('action', '=', 'user.download')
      .orderBy('id')
      .execute()

  test('[USR-33] has the members who match with seven facts each, and is one entry without a name', async () => {
    const { body } = await download({ unseenDays: '30', search: 'away' })
    const { members: rows } = body as { members: DownloadedMember[] }
    expect(rows).toEqual([
      {
        name: expect.any(String) as string,
        email: members.away.email,
        role: 'garden-angel',
        mayHost: false,
        createdAt: daysAgo(400).toISOString(),
        lastSeenAt: daysAgo(400).toISOString(),
        totalTimeSpent: 0,
      },
    ])
    expect(await entries()).toEqual([
      { actorId: ada.userId, targetId: null, label: null, before: null, after: { downloaded: 1 } },
    ])
  })

  test('[USR-33] has all members by name without a search and a filter; last seen is the latest of all', async () => {
    const { body } = await download({})
    const rows = (body as { members: DownloadedMember[] }).members
    expect(rows).toHaveLength(8)
    expect(rows.map(({ name }) => name.toLowerCase())).toEqual(
      rows.map(({ name }) => name.toLowerCase()).toSorted(),
    )
    const seen = new Map(rows.map(({ email, lastSeenAt }) => [email, lastSeenAt]))
    expect([
      seen.get(members.seen.email),
      seen.get(members.signedIn.email),
      seen.get(members.inRoom.email),
    ]).toEqual([daysAgo(29).toISOString(), daysAgo(29).toISOString(), daysAgo(40).toISOString()])
  })

  test('[USR-33] is refused above its bound, and then records nothing', async () => {
    const before = await entries()
    const match = memberMatch({}, nowMs)
    const read = (max: number) => app.database.transaction((tx) => readBounded(tx, match, max))
    await expect(read(7)).rejects.toMatchObject({ errorResponse: { body: { code: 'too_many_members' } } })
    expect(await read(8)).toHaveLength(8)
    expect((await download({}, gail)).status).toBe(403)
    expect(await entries()).toEqual(before)
  })

  test('[USR-31] finds who joined by a list, in the list and the download, and no one once it is deleted', async () => {
    const { seen, away, fresh } = members
    const joined = ({ userId }: TestUser) =>
      makeInviteBatch(app, { email: '', state: 'sent', joinedId: userId })
    const { id } = await joined(seen)
    await joined(fresh)
    await app.database.query
      .insertInto('invite_recipients')
      .values({ batchId: id, state: 'sent', sentAt: daysAgo(1), answer: 'joined', joinedId: away.userId })
      .execute()
    expect(await idsOf(`inviteBatch=${id}`)).toEqual(ids(seen, away))
    expect(await idsOf(`inviteBatch=${id}&role=garden-angel`)).toEqual(ids(away))
    const { body } = await download({ inviteBatch: String(id) })
    const { members: rows } = body as { members: DownloadedMember[] }
    expect(new Set(rows.map(({ email }) => email))).toEqual(new Set([seen.email, away.email]))
    await request(app, `DELETE /api/admin/invites/batches/${id}`, { as: ada })
    expect(await list(`inviteBatch=${id}`)).toEqual({ ids: [], total: '0' })
  })
})
