// Data export: complete, without other members' data, and from one consistent snapshot.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { adminCommand } from '#app/server/admin-command.ts'
import type { exportedActivitySchema } from '#features/activity/exported.ts'
import type { exportedSignInSchema } from '#features/auth/exported.ts'
import type { exportedChatSchema } from '#features/chat/exported.ts'
import { connectDatabase } from '#server/db/database.ts'
import { counters } from '#server/metrics/counters.ts'
import { startTestApp } from '#test/app.ts'
import { makeCanary } from '#test/data/canary.ts'
import { makeMeditation, makeMessage } from '#test/data/factories.ts'
import { factsOf } from '#test/data/member-data.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { AccountExport } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
await makeMeditation(app)

const requestExport = (as: TestUser | null) => request(app, 'GET /api/account/export', { as })
type WholeExport = AccountExport & {
  signIn: z.infer<typeof exportedSignInSchema>
  chat: z.infer<typeof exportedChatSchema>
  activity: z.infer<typeof exportedActivitySchema>
}
async function exported(as: TestUser): Promise<WholeExport> {
  const { status, body } = await requestExport(as)
  expect(status).toBe(200)
  return body as WholeExport
}

const platformTables: Record<string, string> = {
  idempotency_keys: 'a page’s own numbers, for a day; what they made is in it',
  jobs: 'mails that wait to be sent, for some hours, and jobs without a member',
  seeds: 'no member’s data',
  migrations: 'no member’s data',
}
const inExport = factsOf('exported')
const renamed = factsOf('renamed')
const excludedTables = { ...platformTables, ...factsOf('notExported') }

describe('the data export', () => {
  test('[PROF-22] [T38] [PORT-06] covers every table, and every column of the exported tables', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name`.execute(
      app.database.query,
    )
    const listed = [...Object.keys(inExport), ...Object.keys(excludedTables)]
    expect(rows.map(({ table }) => table).toSorted()).toEqual(listed.toSorted())
    const { canary } = await makeCanary(app, people, 'tern')
    const file = await exported(canary)
    for (const { table, columns } of rows) {
      const { at, left } = inExport[table] ?? { at: [], left: columns.join(' ') }
      const keys = at.flatMap((path) => keysAt(file, path))
      const [names, absentees] = [renamed[table] ?? {}, left.split(' ')]
      const absent = columns.filter(
        (column) => !keys.includes(names[column] ?? column) && !absentees.includes(column),
      )
      expect({ table, absent }).toEqual({ table, absent: [] })
    }
  })

  test('[PROF-22] contains all data of the caller, and only the names of other members', async () => {
    const { canary, liked, friend } = await makeCanary(app, people, 'dove')
    await request(app, `DELETE /api/messages/${await makeMessage(app, canary, { text: 'canary three' })}`, {
      as: people.gail,
    })
    const mine = await exported(canary)
    expect(mine).toMatchObject({
      product: 'Stillwater',
      exportedAt: new Date(app.clock.now()).toISOString(),
      shortened: [],
      account: {
        id: canary.userId,
        uid: canary.uid,
        email: canary.email,
        pendingEmail: 'dove-canary-pending@example.org',
        isGardenAngel: true,
        lastLoginIp: '127.0.0.1',
      },
      profile: { name: 'The Canary dove', profileCompleted: true, isUnlisted: true, language: 'de' },
      signIn: { credentials: { email: canary.email, emailVerified: true, hasPassword: true } },
      meditation: { totalMinutes: 5, adjustments: [{ minutes: 5 }] },
      energy: { entries: [{ comment: 'canary in the diary', emotionLevel: 6, center: 'Throat' }] },
      chat: { likes: [{ messageId: liked }] },
      referrals: {
        invitedBy: [{ name: 'Mo Member', status: 'pending', joinedFrom: '203.0.113.77' }],
        invited: [
          { name: 'Late', status: 'pending' },
          { name: friend.name, status: 'completed' },
        ],
        quantumLovePoints: mine.referrals.quantumLove.reduce((sum, { amount }) => sum + amount, 0),
      },
    })
    expect(mine.profile.pictureData).toMatch(/^data:image\/jpeg;base64,\/9j\//)
    expect(mine.chat.messages.map(({ message }) => message).toSorted()).toEqual(
      ['canary of last year', 'canary one', 'canary three', 'canary two'].toSorted(),
    )
    expect(mine.chat.messages.filter(({ deletedAt }) => deletedAt !== null)).toHaveLength(1)
    expect(mine.activity.aboutMe.map(({ action }) => action)).toEqual([
      'user.grant-garden-angel',
      'user.update',
      'user.adjust-time',
    ])
    expect(mine.signIn.sessions[0]).toMatchObject({ ip: '127.0.0.1', revokedAt: null })
    const text = JSON.stringify(mine)
    for (const user of [people.ada, people.mo, people.mia, friend]) {
      for (const own of [user.email, user.uid]) expect(text).not.toContain(own)
    }
    expect(text).not.toContain(canary.cookie.split('=')[1])
    const { rows } = await sql<{ password: string }>`
      select password from identity_accounts where "userId" = ${canary.uid}`.execute(app.database.query)
    expect(text).not.toContain(rows[0]?.password)
  })

  test('[PROF-22] [API-16] is available before the profile is completed, but not before registration', async () => {
    const mine = await exported(people.ned)
    expect(mine).toMatchObject({
      account: { email: people.ned.email },
      profile: { profileCompleted: false, pictureData: null },
      energy: { entries: [] },
    })
    expect(await requestExport(people.una)).toMatchObject({
      status: 403,
      body: { code: 'profile_incomplete' },
    })
    expect(await requestExport(null)).toMatchObject({ status: 401 })
  })

  test('[PROF-22] contains changes of a referral without the other member’s identity', async () => {
    const friend = await signIn(app, 'tit', { name: 'Tit' })
    const { status } = await request(app, 'POST /api/admin/referral/manual-attribute', {
      as: people.ada,
      headers: { 'idempotency-key': 'tit-attribution' },
      body: {
        referreeId: friend.userId,
        referrerId: people.mo.userId,
        referralCode: await makeReferralCode(app, people.mo),
      },
    })
    expect(status).toBe(200)
    const line = { action: 'referral.attribute', targetType: 'referral', before: null, after: null }
    expect((await exported(friend)).activity.aboutMe).toMatchObject([line])
  })

  test('[PROF-22] can’t be requested by another site, and rejected requests don’t count toward the three a day @full', async () => {
    const other = await startTestApp({ clock: app.clock })
    const holder = connectDatabase(other.databaseUrl, { maxConnections: 1 })
    try {
      const crowded = await signIn(other, 'crowd', { name: 'Crowd' })
      const user = await signIn(other, 'often', { name: 'Often' })
      const get = (as: TestUser, site = 'same-origin') =>
        request(other, 'GET /api/account/export', { as, headers: { 'sec-fetch-site': site } })
      const statuses = async (times: number) => {
        const responses: number[] = []
        for (let count = 0; count < times; count += 1) responses.push((await get(user)).status)
        return responses
      }
      expect(await get(user, 'cross-site')).toMatchObject({ status: 403, body: { code: 'bad_origin' } })
      let crowd: Promise<unknown> = Promise.resolve()
      await holder.query.transaction().execute(async (tx) => {
        await sql`lock table mood_entries in access exclusive mode`.execute(tx)
        crowd = Promise.all(Array.from({ length: 22 }, () => get(crowded)))
        await expect.poll(() => counters.semaphoreWaitingNow, { timeout: 10_000 }).toBe(20)
        expect(await statuses(4)).toEqual([503, 503, 503, 503])
      })
      await crowd
      expect(await statuses(4)).toEqual([200, 200, 200, 429])
    } finally {
      await holder.close()
      await other.close()
    }
  })

  test('[PROF-22] is one snapshot: concurrent writes appear in no part of it', async () => {
    const writer = await signIn(app, 'two-parts', { name: 'Writer' })
    const settled = await raceUncommittedChange(
      app,
      async (tx) => {
        // At this point the record has been read, but not the chat.
        await sql`lock table chat_messages in access exclusive mode`.execute(tx)
        const createdAt = new Date(app.clock.now())
        await tx
          .insertInto('chat_messages')
          .values({
            userId: writer.userId,
            message: 'Meanwhile',
            timestamp: createdAt,
            sessionDate: '2026-11-21',
          })
          .execute()
      },
      () => exported(writer),
    )
    expect(settled).toMatchObject({ status: 'fulfilled', value: { chat: { messages: [] } } })
    expect((await exported(writer)).chat.messages).toMatchObject([{ message: 'Meanwhile' }])
  })
})

test('[OPS-47] the operator exports a member for them, banned or not, and Activity records it', async () => {
  const { bea, ada } = people
  const shell = (...words: string[]) => adminCommand({ ...app, readSettings: () => app.config }, words)
  expect((await requestExport(bea)).status).toBe(403)
  const file = JSON.parse(await shell('export', bea.email.toUpperCase())) as AccountExport
  expect(file.account.email).toBe(bea.email)
  expect(Object.keys(file)).toEqual(Object.keys(await exported(ada)))
  const own = JSON.parse(await shell('export', ada.email)) as AccountExport
  expect({ ...own, exportedAt: '', activity: null }).toEqual({
    ...(await exported(ada)),
    exportedAt: '',
    activity: null,
  })
  await expect(shell('export', 'nobody@example.org')).rejects.toThrow('No member has the address nobody@')
  await expect(shell('export')).rejects.toThrow('admin -- export EMAIL')
  const read = await request(app, 'GET /api/admin/activity?action=user.export', { as: ada })
  const changes = [{ label: 'Source', before: null, after: 'command line' }]
  const line = { actor: null, action: 'user.export', changes }
  expect(read.body).toMatchObject({
    activities: [
      { ...line, target: { id: ada.userId } },
      { ...line, target: { id: bea.userId } },
    ],
  })
})

/** Keys at a path of the file: of a list's rows, of a part, or the name of a single value. */
function keysAt(file: AccountExport, path: string): string[] {
  const names = path.split('.')
  const found = names.reduce<unknown>(
    (part, name) => Object.entries(part ?? {}).find(([key]) => key === name)?.[1],
    file,
  )
  if (found === undefined) throw new Error(`Nothing is at ${path}.`)
  if (Array.isArray(found)) return found.flatMap((row: object) => Object.keys(row))
  return typeof found === 'object' && found !== null ? Object.keys(found) : names.slice(-1)
}
