// Everything about oneself as one file: all of it, nothing of anybody else, and as of one moment.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRanges } from '#server/client-address.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeCanary } from '#test/canary.ts'
import { signIn, signInCast, type Person } from '#test/cast.ts'
import { commitUnder } from '#test/held-row.ts'
import { makeMeditation, makeMessage } from '#test/make.ts'
import { request } from '#test/request.ts'
import type { AccountExport } from '../contract.ts'

let app: TestApp
let cast: Awaited<ReturnType<typeof signInCast>>
beforeAll(async () => {
  app = await startTestApp({ config: { limitsExempt: parseRanges('127.0.0.0/8') } })
  cast = await signInCast(app)
  await makeMeditation(app)
})
afterAll(() => app.close())

const ask = (as: Person | null) => request(app, 'GET /api/account/export', { as })
async function exported(as: Person): Promise<AccountExport> {
  const { status, body } = await ask(as)
  expect(status).toBe(200)
  return body as AccountExport
}

/**
 * What becomes of every table in an export: the columns that aren't in it, with why; or why the table isn't. A table or a
 * column that is new and stands nowhere here turns the test red.
 */
const inExport: Record<string, { left: string; why: string }> = {
  users: {
    left: 'isBanned bannedAt bannedReason bannedBy deletedAt isAdminDecided',
    why: 'whoever is banned or gone can’t ask; the last says who may give the role',
  },
  sessions: { left: 'id tokenHash uid emailVerified', why: 'the secret, and what stands elsewhere' },
  identity_users: { left: 'id image', why: 'the uid of the account; a column that is never filled' },
  outside_identities: { left: 'uid', why: 'the uid of the account' },
  mailed_links: { left: 'tokenHash uid', why: 'the secret, and the uid of the account' },
  media_files: { left: 'sha256 createdAt', why: 'the picture’s address has the hash' },
  mood_entries: { left: 'userId notes', why: 'the caller; a column that is never filled' },
  meditation_sessions: {
    left: 'userId templateId isOpen createdAt',
    why: 'the title says which; how it is kept',
  },
  time_adjustments: { left: 'id userId adjustedBy', why: 'by whom is another’s' },
  member_times: { left: 'userId seconds adjusted', why: 'sums of what stands there' },
  chat_messages: {
    left: 'userId clientMessageId deletedBy',
    why: 'by whom is another’s; a page’s own number',
  },
  message_likes: { left: 'id userId', why: 'the caller' },
  referral_codes: { left: 'userId createdAt', why: 'made with the account' },
  referrals: {
    left: 'id referrerId referredId referralCode rewardGiven',
    why: 'the others by name alone; the ledger says what was paid',
  },
  quantum_love_transactions: { left: 'userId referralId eventKey', why: 'the caller; how it is kept' },
  activities: { left: 'id actorId targetId label', why: 'by whom, or to whom, is another’s' },
}
const leftOut: Record<string, string> = {
  identity_accounts: 'the hash of the password; whether there is one stands under credentials',
  identity_sessions: 'the provider’s own, ended as soon as they are made',
  identity_verifications: 'never filled',
  identity_removals: 'of those who are gone',
  idempotency_keys: 'a page’s own numbers, for a day; what they made is in it',
  meditation_clocks: 'up to when a wall-clock was credited: the sessions say the same',
  member_keys: 'how the list of members is sorted: name and address',
  session_changes: 'numbers, for some minutes',
  ip_bans: 'addresses that an administrator banned are nobody’s own',
  first_admin_links: 'the hash of a secret for nobody in particular',
  profile_pictures: 'of nobody',
  meditation_templates: 'of nobody',
  schedules: 'of nobody',
  upkeep: 'of nobody',
  seeds: 'of nobody',
  migrations: 'of nobody',
}

describe('an export', () => {
  test('[PROF-22] [T38] knows every table, and every column of those that are in it', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name`.execute(
      app.database.query,
    )
    const listed = [...Object.keys(inExport), ...Object.keys(leftOut)]
    expect(rows.map(({ table }) => table).toSorted()).toEqual(listed.toSorted())
    const { canary } = await makeCanary(app, cast, 'tern')
    const keys = new Set(keysIn(await exported(canary)))
    // Under another name in the file.
    for (const [column, key] of [
      ['firebaseUid', 'uid'],
      ['content', 'pictureData'],
      ['code', 'referralCode'],
      ['minutes', 'totalMinutes'],
    ] as const) {
      expect(keys).toContain(key)
      keys.add(column)
    }
    for (const { table, columns } of rows) {
      const { left } = inExport[table] ?? { left: columns.join(' ') }
      const absent = columns.filter((column) => !keys.has(column) && !left.split(' ').includes(column))
      expect({ table, absent }).toEqual({ table, absent: [] })
    }
  })

  test('[PROF-22] holds all that is the caller’s, and of others no more than a name', async () => {
    const { canary, liked, friend } = await makeCanary(app, cast, 'dove')
    await request(app, `DELETE /api/messages/${await makeMessage(app, canary, { text: 'canary three' })}`, {
      as: cast.gail,
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
      profile: { name: 'The Canary dove', profileCompleted: true },
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
    for (const person of [cast.ada, cast.mo, cast.mia, friend]) {
      for (const own of [person.email, person.uid]) expect(text).not.toContain(own)
    }
    expect(text).not.toContain(canary.cookie.split('=')[1])
    const { rows } = await sql<{ password: string }>`
      select password from identity_accounts where "userId" = ${canary.uid}`.execute(app.database.query)
    expect(text).not.toContain(rows[0]?.password)
  })

  test('[PROF-22] [API-16] is there before the profile is completed, and not before there is one', async () => {
    const mine = await exported(cast.ned)
    expect(mine).toMatchObject({
      account: { email: cast.ned.email },
      profile: { profileCompleted: false, pictureData: null },
      energy: { entries: [] },
    })
    expect(await ask(cast.una)).toMatchObject({ status: 403, body: { code: 'profile_incomplete' } })
    expect(await ask(null)).toMatchObject({ status: 401 })
  })

  test('[PROF-22] is of one moment: what is written while it is read is in no part of it', async () => {
    const writer = await signIn(app, 'two-parts', { name: 'Writer' })
    const settled = await commitUnder(
      app,
      async (tx) => {
        // The record is read by then, the chat isn't yet.
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

/** Every key of every object in a value. */
function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : Object.keys(value)
  return [...own, ...Object.values(value).flatMap(keysIn)]
}
