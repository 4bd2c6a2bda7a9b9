// Data export: complete, without other members' data, and from one consistent snapshot.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCommand } from '#app/server/admin-command.ts'
import { counters } from '#server/metrics/counters.ts'
import { connectDatabase } from '#server/db/database.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeCanary } from '#test/canary.ts'
import { signIn, signInCast, type TestUser } from '#test/cast.ts'
import { raceUncommittedChange } from '#test/lock-race.ts'
import { makeMeditation, makeMessage } from '#test/factories.ts'
import { makeReferralCode } from '#test/referral-factories.ts'
import { request } from '#test/request.ts'
import type { AccountExport } from '../contract.ts'

let app: TestApp
let cast: Awaited<ReturnType<typeof signInCast>>
beforeAll(async () => {
  app = await startTestApp({ isUnlimited: true })
  cast = await signInCast(app)
  await makeMeditation(app)
})
afterAll(() => app.close())

const requestExport = (as: TestUser | null) => request(app, 'GET /api/account/export', { as })
async function exported(as: TestUser): Promise<AccountExport> {
  const { status, body } = await requestExport(as)
  expect(status).toBe(200)
  return body as AccountExport
}

/**
 * Coverage of each table in the export: the omitted columns with a reason, or why the table is omitted. A new table
 * or column that is missing here fails the test.
 */
const inExport: Record<string, { at: readonly string[]; left: string; why: string }> = {
  users: {
    at: ['account', 'profile', 'referrals.quantumLovePoints'],
    left: 'isBanned bannedAt bannedReason bannedBy deletedAt isAdminDecided',
    why: 'the activity tells of a ban; who is gone can’t ask; the last says who may give the role',
  },
  sessions: {
    at: ['signIn.sessions'],
    left: 'id tokenHash uid emailVerified',
    why: 'the secret, and what stands elsewhere',
  },
  identity_users: {
    at: ['signIn.credentials'],
    left: 'id image emailProvedSignedIn',
    why: 'the uid of the account; a column that is never filled; what a confirmation counts for',
  },
  outside_identities: { at: ['signIn.provedElsewhere'], left: 'uid', why: 'the uid of the account' },
  mailed_links: {
    at: ['signIn.mailedLinks'],
    left: 'tokenHash uid sessionId',
    why: 'the secret, the uid of the account, and a number of ours',
  },
  media_files: { at: ['profile'], left: 'sha256 createdAt', why: 'the picture’s address has the hash' },
  mood_entries: {
    at: ['energy.entries'],
    left: 'userId notes',
    why: 'the caller; a column that is never filled',
  },
  reflection_opt_ins: { at: ['energy'], left: 'userId', why: 'the caller' },
  care_choices: { at: ['energy.care'], left: 'userId', why: 'the caller' },
  meditation_sessions: {
    at: ['meditation.sessions'],
    left: 'userId templateId isOpen createdAt',
    why: 'the title says which; how it is kept',
  },
  time_adjustments: {
    at: ['meditation.adjustments'],
    left: 'id userId adjustedBy',
    why: 'by whom is another’s',
  },
  member_times: {
    at: ['meditation.totalMinutes'],
    left: 'userId seconds adjusted',
    why: 'sums of what stands there',
  },
  chat_messages: {
    at: ['chat.messages'],
    left: 'userId clientMessageId deletedBy',
    why: 'by whom is another’s; a page’s own number',
  },
  help_requests: {
    at: ['help.requests'],
    left: 'id sittingId userId takenBy takenAt askedAt',
    why: 'the day says which; by whom is another’s; its messages say when the member wrote last',
  },
  help_messages: { at: ['help.requests.0.messages'], left: 'id requestId', why: 'it stands in its request' },
  sitting_thanks: {
    at: ['thanks.sittings'],
    left: 'sittingId userId',
    why: 'the day says which; the caller',
  },
  message_likes: { at: ['chat.likes'], left: 'id userId', why: 'the caller' },
  referral_codes: { at: ['referrals.referralCode'], left: 'userId createdAt', why: 'made with the account' },
  referrals: {
    at: ['referrals.invitedBy', 'referrals.invited'],
    left: 'id referrerId referredId referralCode rewardGiven',
    why: 'the others by name alone; the ledger says what was paid',
  },
  quantum_love_transactions: {
    at: ['referrals.quantumLove'],
    left: 'userId referralId eventKey',
    why: 'the caller; how it is kept',
  },
  activities: {
    at: ['activity.aboutMe', 'activity.byMe'],
    left: 'id actorId targetId label',
    why: 'by whom, or to whom, is another’s',
  },
}
/** Columns with a different name in the file. */
const renamed: Record<string, Record<string, string>> = {
  users: { firebaseUid: 'uid' },
  reflection_opt_ins: { isOptedIn: 'reflectionOptIn' },
  media_files: { content: 'pictureData' },
  referral_codes: { code: 'referralCode' },
  member_times: { minutes: 'totalMinutes' },
}
const excludedTables: Record<string, string> = {
  identity_accounts: 'the hash of the password; whether there is one stands under credentials',
  identity_sessions: 'the provider’s own, ended as soon as they are made',
  identity_verifications: 'never filled',
  identity_removals: 'of those who are gone',
  idempotency_keys: 'a page’s own numbers, for a day; what they made is in it',
  meditation_clocks: 'up to when a wall-clock was credited: the sessions say the same',
  member_keys: 'how the list of members is sorted: name and address',
  session_changes: 'numbers, for some minutes',
  ip_bans: 'addresses that an administrator banned are nobody’s own',
  mail_limits: 'hashes of mailboxes, for an hour',
  first_admin_links: 'the hash of a secret for nobody in particular',
  profile_pictures: 'of nobody',
  meditation_templates: 'of nobody',
  schedules: 'of nobody',
  sittings: 'of nobody',
  community_settings: 'of nobody',
  community_zones: 'of nobody',
  sitting_reflections: 'one number of everyone who sat',
  jobs: 'mails that wait to be sent, for some hours, and jobs of nobody',
  seeds: 'of nobody',
  migrations: 'of nobody',
}

describe('the data export', () => {
  test('[PROF-22] [T38] covers every table, and every column of the exported tables', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name`.execute(
      app.database.query,
    )
    const listed = [...Object.keys(inExport), ...Object.keys(excludedTables)]
    expect(rows.map(({ table }) => table).toSorted()).toEqual(listed.toSorted())
    const { canary } = await makeCanary(app, cast, 'tern')
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
      profile: { name: 'The Canary dove', profileCompleted: true, isUnlisted: true },
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
    for (const user of [cast.ada, cast.mo, cast.mia, friend]) {
      for (const own of [user.email, user.uid]) expect(text).not.toContain(own)
    }
    expect(text).not.toContain(canary.cookie.split('=')[1])
    const { rows } = await sql<{ password: string }>`
      select password from identity_accounts where "userId" = ${canary.uid}`.execute(app.database.query)
    expect(text).not.toContain(rows[0]?.password)
  })

  test('[PROF-22] [API-16] is available before the profile is completed, but not before registration', async () => {
    const mine = await exported(cast.ned)
    expect(mine).toMatchObject({
      account: { email: cast.ned.email },
      profile: { profileCompleted: false, pictureData: null },
      energy: { entries: [] },
    })
    expect(await requestExport(cast.una)).toMatchObject({ status: 403, body: { code: 'profile_incomplete' } })
    expect(await requestExport(null)).toMatchObject({ status: 401 })
  })

  test('[PROF-22] contains changes of a referral without the other member’s identity', async () => {
    const friend = await signIn(app, 'tit', { name: 'Tit' })
    const { status } = await request(app, 'POST /api/admin/referral/manual-attribute', {
      as: cast.ada,
      headers: { 'idempotency-key': 'tit-attribution' },
      body: {
        referreeId: friend.userId,
        referrerId: cast.mo.userId,
        referralCode: await makeReferralCode(app, cast.mo),
      },
    })
    expect(status).toBe(200)
    const line = { action: 'referral.attribute', targetType: 'referral', before: null, after: null }
    expect((await exported(friend)).activity.aboutMe).toMatchObject([line])
  })

  test('[PROF-22] can’t be requested by another site, and rejected requests don’t count toward the three a day', async () => {
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
  const { bea, ada } = cast
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
  const line = { actor: null, action: 'user.export', after: { way: 'cli' } }
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
