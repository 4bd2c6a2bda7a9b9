// Account deletion: erases all of the member's data, keeps other members' data, frees the email address.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { eraseMemberRow } from '#features/auth/server/service.ts'
import { insertSentMessage } from '#features/chat/server/sql/messages.ts'
import { formerMemberName } from '#shared/former-member.ts'
import { makeCanary } from '#test/data/canary.ts'
import { makeMeditation, makeMessage } from '#test/data/factories.ts'
import { factsOf } from '#test/data/member-data.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { connectLive, joinLive, rejectedUpgrade, sendChatMessage } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { initialPassword, signUpAccount, saveProfile, signInAgain } from '#test/people/account.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const today = '2026-11-21'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
await makeMeditation(app)

const deleteAsAdmin = (userId: number, as: TestUser = people.ada) =>
  request(app, `DELETE /api/admin/users/${userId}`, { as })
/** The member deletes their own account. */
const deleteOwn = ({ cookie }: TestUser) => request(app, 'DELETE /api/account', { headers: { cookie } })
const rowOf = (userId: number) =>
  app.database.query.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
const balances = () =>
  app.database.query.selectFrom('users').select(['id', 'quantumLovePoints']).orderBy('id').execute()
const saveEnergy = (as: TestUser, comment: string, key = '') =>
  request(app, 'POST /api/mood/entry', {
    as,
    headers: key === '' ? {} : { 'idempotency-key': key },
    body: { sessionDate: today, emotionLevel: 6, moodType: 'pre', notes: null, comment },
  })
const like = (id: number, as: TestUser) => request(app, `POST /api/messages/${id}/like`, { as })

/** Every table that contains any of the texts, with the number of such rows. */
async function tablesWith(texts: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(app.database.query)
  const found: [string, number][] = []
  for (const { name } of rows) {
    const patterns = texts.map((text) => `%${text}%`)
    const counted = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} t where t::text ilike any(${patterns})`.execute(
      app.database.query,
    )
    const count = counted.rows[0]?.count ?? 0
    if (count > 0) found.push([name, count])
  }
  return Object.fromEntries(found)
}

/** The number of outbox mails that contain any of the texts. */
async function mailsWith(texts: readonly string[]): Promise<number> {
  await app.app.jobs.whenIdle()
  const folder = join(app.config.dataDir, 'outbox')
  const mails = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  const isIn = (mail: string) => texts.some((text) => mail.toLowerCase().includes(text.toLowerCase()))
  return mails.filter(isIn).length
}

const retainedColumns = factsOf('retainedColumns')
const { rows } = await sql<{ name: string }>`
  select conrelid::regclass || '.' || attname as name from pg_constraint
  join pg_attribute on attrelid = conrelid and attnum = any(conkey)
  where contype = 'f' and confrelid = 'users'::regclass`.execute(app.database.query)
const memberColumns = rows.map(({ name }) => name.replaceAll('"', ''))
/** The columns that reference a member, except those that stay: their rows are deleted with the member. */
const erasedColumns = memberColumns.filter((name) => !(name in retainedColumns))

async function rowsOf(userId: number, columns: readonly string[]): Promise<Record<string, number>> {
  const counts = columns.map(async (name) => {
    const [table = '', column = ''] = name.split('.')
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(
      app.database.query,
    )
    return [name, rows[0]?.count ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

describe('a deletion', () => {
  test('[I24] leaves numbers only in columns that reference a member', () => {
    expect(Object.keys(retainedColumns).filter((name) => !memberColumns.includes(name))).toEqual([])
  })

  test.each([
    ['by an administrator', 'wren', (canary: TestUser) => deleteAsAdmin(canary.userId), 200],
    ['by the member', 'lark', deleteOwn, 204],
  ] as const)('[USR-14] [USR-15] [I24] %s leaves only the member’s number', async (_, key, erase, status) => {
    const { canary } = await makeCanary(app, people, key)
    const { userId, uid, email } = canary
    const { profilePicture, createdAt } = await rowOf(userId)
    const texts = ['canary', uid, '203.0.113.77', profilePicture?.slice(7, 71) ?? '']
    const before = await tablesWith(texts)
    for (const table of [
      'users',
      'sessions',
      'identity_users',
      'mailed_links',
      'outside_identities',
      'media_files',
      'activities',
    ]) {
      expect({ table, count: before[table] ?? 0 }).not.toEqual({ table, count: 0 })
    }
    for (const count of Object.values(await rowsOf(userId, erasedColumns))) expect(count).toBeGreaterThan(0)
    expect(await mailsWith(texts)).toBeGreaterThan(0)
    const points = (await rowOf(userId)).quantumLovePoints

    expect((await erase(canary)).status).toBe(status)
    expect(await tablesWith(texts)).toEqual({})
    expect(await mailsWith(texts)).toBe(0)
    expect(Object.values(await rowsOf(userId, erasedColumns)).every((count) => count === 0)).toBe(true)
    expect(await rowOf(userId)).toEqual({
      id: userId,
      name: formerMemberName,
      email: null,
      pendingEmail: null,
      emailCorrectedAt: null,
      firebaseUid: null,
      profilePicture: null,
      isAdmin: false,
      isAdminDecided: false,
      isGardenAngel: false,
      mayHost: false,
      isBanned: false,
      bannedAt: null,
      bannedReason: null,
      bannedReasonEntry: null,
      bannedUntil: null,
      bannedBy: null,
      lastLogin: null,
      lastLoginIp: null,
      profileCompleted: false,
      isUnlisted: false,
      language: null,
      termsVersion: null,
      quantumLovePoints: points,
      createdAt,
      deletedAt: new Date(app.clock.now()).toISOString(),
    })
    expect((await request(app, 'GET /api/auth/user', { as: canary })).status).toBe(401)
    expect((await signInAgain(app, email)).status).toBe(401)
    expect((await fetch(`${app.url}${profilePicture}`)).status).toBe(404)
    const list = await request(app, 'GET /api/admin/users?search=former', { as: people.ada })
    expect(list.body).toEqual([])
  })

  test('[USR-15] keeps other members’ mails, also for an address that was once requested or contains theirs @full', async () => {
    const { canary } = await makeCanary(app, people, 'owl')
    const joowl = await signUpAccount(app, 'joowl-canary', { name: 'Joowl' })
    const wished = await signUpAccount(app, 'owl-canary-pending', { name: 'Wished for' })
    await app.app.jobs.whenIdle()
    const theirs = await mailsWith([joowl.email, wished.email])
    expect(theirs).toBeGreaterThan(1)
    expect((await deleteAsAdmin(canary.userId)).status).toBe(200)
    expect(await mailsWith([joowl.email, wished.email])).toBe(theirs)
    expect(await mailsWith([`To: ${canary.email}`])).toBe(0)
  })

  test('[USR-16] leaves the ledger, the referrals and all points unchanged', async () => {
    const { canary, friend } = await makeCanary(app, people, 'robin')
    const ledger = () =>
      app.database.query.selectFrom('quantum_love_transactions').selectAll().orderBy('id').execute()
    const referrals = () =>
      app.database.query
        .selectFrom('referrals')
        .select(['id', 'referrerId', 'referredId', 'status', 'rewardGiven'])
        .where((row) =>
          row.or([row('referrerId', '=', canary.userId), row('referredId', '=', canary.userId)]),
        )
        .orderBy('id')
        .execute()
    const [lines, points, pairs] = [await ledger(), await balances(), await referrals()]
    expect(pairs.map(({ status }) => status)).toEqual(['pending', 'completed', 'pending'])
    const mosCount = async () => {
      const { body } = await request(app, 'GET /api/admin/users?search=mo%20mem', { as: people.ada })
      return (body as { referralCount: number }[])[0]?.referralCount
    }
    const counted = (await mosCount()) ?? 0
    await deleteAsAdmin(canary.userId)
    expect([await ledger(), await balances()]).toEqual([lines, points])
    // The deleted member's pending referral is void; their friends' referrals are unchanged.
    expect(await referrals()).toEqual([{ ...pairs[0], status: 'void' }, ...pairs.slice(1)])
    expect(await mosCount()).toBe(counted - 1)
    const friends = await request(app, `GET /api/admin/users?search=${friend.email}`, { as: people.ada })
    expect(friends.body).toMatchObject([{ referredBy: canary.userId, referrerName: formerMemberName }])
    const code = await makeReferralCode(app, canary)
    expect((await request(app, `GET /api/referral/validate/${code}`)).body).toEqual({ valid: false })
  })

  test('[USR-15] [I23] records one activity entry with only the actor and the time', async () => {
    const someone = await signIn(app, 'lined', { name: 'Somebody Lined' })
    await deleteAsAdmin(someone.userId)
    const lines = app.database.query.selectFrom('activities').where('targetId', '=', someone.userId)
    expect(await lines.select(['action', 'actorId', 'before', 'after', 'label']).execute()).toEqual([
      { action: 'user.delete', actorId: people.ada.userId, before: null, after: null, label: null },
    ])
    expect(await deleteAsAdmin(someone.userId)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await lines.select('id').execute()).toHaveLength(1)
  })

  test('[USR-15] lets the address register again as a new member', async () => {
    const first = await signUpAccount(app, 'returning', { name: 'First Time' })
    await deleteAsAdmin(first.userId)
    const second = await signUpAccount(app, 'returning', { name: 'Second Time' })
    expect(second.userId).toBeGreaterThan(first.userId)
    expect((await saveProfile(app, second)).status).toBe(200)
    expect((await rowOf(first.userId)).name).toBe(formerMemberName)
  })

  test('[USR-15] [LIVE-26] closes all sockets and removes messages and likes from the room immediately', async () => {
    const { canary, liked } = await makeCanary(app, people, 'finch')
    const witness = await joinLive(app, people.mo, today)
    const sockets = [await joinLive(app, canary, today), await connectLive(app, { as: canary })]
    sendChatMessage(sockets[0]!, 'canary live')
    const { message } = await witness.next('new-message', (event) => event.message.message === 'canary live')
    await deleteAsAdmin(canary.userId)
    expect(await Promise.all(sockets.map((socket) => socket.closed))).toEqual([4401, 4401])
    await witness.next('message-deleted', ({ messageId }) => messageId === message.id)
    const { likes } = await witness.next('message-likes-updated', ({ messageId }) => messageId === liked)
    expect(likes).toBe(0)
    expect(await rejectedUpgrade(app, { as: canary })).toMatchObject({ status: 401 })
    const newcomer = await connectLive(app, { as: people.mia })
    const { messages } = await newcomer.join(today)
    expect(messages.filter(({ user }) => user.id === canary.userId)).toEqual([])
    await Promise.all([witness.close(), newcomer.close()])
  })
})

describe('concurrent with a deletion', () => {
  test('[I24] [T23] none of a hundred writes comes after it', async () => {
    const racer = await signIn(app, 'racer', { name: 'Racer' })
    const socket = await joinLive(app, racer, today)
    const message = await makeMessage(app, people.mo)
    const writes = Array.from({ length: 25 }, (_, count) => {
      sendChatMessage(socket, `racing ${count}`)
      return [saveEnergy(racer, `racing ${count}`), like(message, racer), saveProfile(app, racer)]
    }).flat()
    const response = await deleteAsAdmin(racer.userId)
    expect(response.status).toBe(200)
    const responses = await Promise.all(writes)
    for (const { status } of responses) expect([200, 201, 401, 404]).toContain(status)
    expect(await socket.closed).toBe(4401)
    expect(Object.values(await rowsOf(racer.userId, erasedColumns)).every((count) => count === 0)).toBe(true)
    expect(await tablesWith(['racing', 'racer'])).toEqual({})
  })

  test('[I24] a chat message isn’t stored', async () => {
    const { userId } = await signIn(app, 'speaker', { name: 'Speaker' })
    const timestamp = new Date(app.clock.now())
    const settled = await raceUncommittedChange(
      app,
      (tx) => eraseMemberRow(tx, userId, { name: formerMemberName, deletedAt: timestamp }),
      () =>
        insertSentMessage(app.database.query, {
          isHeld: false,
          userId,
          message: 'too late',
          timestamp,
          sessionDate: today,
          clientMessageId: null,
        }),
    )
    expect(settled).toMatchObject({ value: { obstacle: 'banned' } })
    expect(await tablesWith(['too late'])).toEqual({})
  })

  test('[USR-15] a sign-in or password change neither fails nor survives', async () => {
    for (const key of ['dawn', 'dusk', 'noon']) {
      const user = await signUpAccount(app, key, { name: 'Passing By' })
      const [gone, ...others] = await Promise.all([
        deleteAsAdmin(user.userId),
        signInAgain(app, user.email),
        request(app, 'POST /api/identity/change-password', {
          as: user,
          body: { currentPassword: initialPassword, newPassword: 'a quieter lake at dawn' },
        }),
      ])
      expect(gone.status).toBe(200)
      for (const { status } of others) expect([200, 204, 400, 401]).toContain(status)
      expect(await tablesWith([user.email, user.uid])).toEqual({})
    }
  })

  test('[USR-15] a write that started before is waited for and erased too', async () => {
    const writer = await signIn(app, 'writer', { name: 'Writer' })
    const settled = await raceUncommittedChange(
      app,
      async (tx) => {
        await tx.selectFrom('users').select('id').where('id', '=', writer.userId).forKeyShare().execute()
        const createdAt = new Date(app.clock.now())
        const entry = { sessionDate: today, emotionLevel: 3, moodType: 'pre', notes: null } as const
        await tx
          .insertInto('mood_entries')
          .values({ ...entry, userId: writer.userId, comment: 'began before', createdAt })
          .execute()
      },
      () => deleteAsAdmin(writer.userId),
    )
    expect(settled).toMatchObject({ value: { status: 200 } })
    expect(await tablesWith(['began before'])).toEqual({})
  })
})
