// Joining: sign-up and registration while joining is open, by invite, or closed.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { adminCommand } from '#app/server/admin-command.ts'
import { updateSettings } from '#server/community/sql.ts'
import { makeInvite, setJoining } from '#test/data/invites.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { mailsOf } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { cookieOf, initialPassword } from '#test/people/account.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { groupInviteCode } from '../codes.ts'

const config = { adminEmails: ['boss@example.org'] }
const app = await openTestApp({ isUnlimited: true, config })
const other = await openTestApp({ isUnlimited: true, peerOf: app, config })
await signIn(app, 'ada', personFields.ada)
const mia = await signIn(app, 'mia', personFields.mia)
// Either node may compose a mail, by the settings that it last read.
beforeEach(() => setJoining(app, 'invitation', other))

interface Codes {
  joinToken?: string
  inviteCode?: unknown
  referralCode?: unknown
}

let count = 0
const nextKey = () => {
  count += 1
  return `newcomer-${count}`
}
const signUp = (codes: Codes = {}, email = `${nextKey()}@example.org`) =>
  request(app, 'POST /api/identity/sign-up/email', {
    body: { name: 'Nova Newcomer', email, password: initialPassword, ...codes },
  })
const newcomer = (key = nextKey()) => signIn(app, key, personFields.una)
const register = (as: TestUser, codes: Codes = {}, at = app) =>
  request(at, 'POST /api/auth/register', {
    as,
    body: { name: 'Nova Newcomer', email: as.email, firebaseUid: as.uid, ...codes },
  })
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  status >= 400 ? `${status} ${(body as { code: string }).code}` : status
/** The results of both calls. */
const tryCodes = async (codes: Codes) => [
  codeOf(await signUp(codes)),
  codeOf(await register(await newcomer(), codes)),
]
const usedOf = async ({ id }: { id: number }) =>
  (await app.database.query.selectFrom('invites').select('used').where('id', '=', id).executeTakeFirst())
    ?.used
const isMember = async ({ uid }: Pick<TestUser, 'uid'>) =>
  (await app.database.query.selectFrom('users').select('id').where('firebaseUid', '=', uid).execute())
    .length === 1
const rowOf = async ({ uid }: Pick<TestUser, 'uid'>) =>
  app.database.query
    .selectFrom('users')
    .select(['id', 'isAdmin', 'quantumLovePoints'])
    .where('firebaseUid', '=', uid)
    .executeTakeFirst()

describe('by invitation', () => {
  test('[COM-06] an unknown or missing code is invitation_needed; one that ended is invitation_expired', async () => {
    const needed = '403 invitation_needed'
    for (const inviteCode of [undefined, null, '', 'ABCDEFGHJKMN', 'x'.repeat(500), 7, '\u0000'])
      expect([inviteCode, ...(await tryCodes({ inviteCode }))]).toEqual([inviteCode, needed, needed])
    const now = new Date(app.clock.now())
    for (const facts of [{ uses: 3, used: 3 }, { expiresAt: now }, { revokedAt: now }]) {
      const { code } = await makeInvite(app, facts)
      const expired = '403 invitation_expired'
      expect([facts, ...(await tryCodes({ inviteCode: code }))]).toEqual([facts, expired, expired])
    }
  })

  test('[COM-06] an invitation opens both, in any case and grouping; only the registration uses it up', async () => {
    const invite = await makeInvite(app, { uses: 2 })
    const una = await newcomer()
    expect((await signUp({ inviteCode: invite.code })).status).toBe(200)
    expect(await usedOf(invite)).toBe(0)
    const typed = ` ${groupInviteCode(invite.code).toLowerCase().replaceAll('-', ' - ')} `
    expect((await register(una, { inviteCode: typed })).status).toBe(201)
    expect(await usedOf(invite)).toBe(1)
    expect((await register(una, { inviteCode: invite.code })).status).toBe(200)
    expect(await usedOf(invite)).toBe(1)
    expect((await register(await newcomer(), { inviteCode: invite.code })).status).toBe(201)
    expect(await tryCodes({ inviteCode: invite.code })).toEqual(Array(2).fill('403 invitation_expired'))
  })

  test('[COM-06] [REF-05] a text with a code lets its user join: a pasted link, or words around the code', async () => {
    const invite = await makeInvite(app, { uses: 50 })
    const code = await makeReferralCode(app, mia)
    const misread = code.replaceAll('0', 'O').replaceAll('1', 'l')
    for (const text of [
      `https://sit.example.org/?invite=${invite.code}`,
      `${invite.code}?utm_source=Email`,
      `Code: ${invite.code} (bis Freitag)`,
      `${invite.code}&utm_source=newsletter&utm_medium=email&utm_campaign=november-2026`,
      `${invite.code}${'.'.repeat(1_900)}`,
      `https://sit.example.org/?ref=${code}`,
      `${code}?utm_source=x`,
      misread,
    ])
      expect([text, ...(await tryCodes({ inviteCode: text }))]).toEqual([text, 200, 201])
    expect(await usedOf(invite)).toBe(5)
    const tooLong = `${invite.code}${'.'.repeat(2_000)}`
    expect(await tryCodes({ inviteCode: tooLong })).toEqual(Array(2).fill('403 invitation_needed'))
  })

  test('[COM-06] 50 people at once, on two nodes, with an invitation of 10 uses are 10 @full', async () => {
    const invite = await makeInvite(app)
    const people = await Promise.all(Array.from({ length: 50 }, () => newcomer()))
    const responses = await Promise.all(
      people.map((as, index) => register(as, { inviteCode: invite.code }, index % 2 ? app : other)),
    )
    const results = responses.map(codeOf)
    expect(results.filter((result) => result === 201)).toHaveLength(10)
    expect(results.filter((result) => result === '403 invitation_expired')).toHaveLength(40)
    expect(await usedOf(invite)).toBe(10)
    expect((await Promise.all(people.map(isMember))).filter(Boolean)).toHaveLength(10)
  })

  test('[COM-06] [PTS-01] a member’s referral code opens as either code, counts as a referral, and leaves invitations alone', async () => {
    const code = await makeReferralCode(app, mia)
    const invite = await makeInvite(app)
    const given: Codes[] = [
      { inviteCode: code.toLowerCase() },
      { referralCode: code },
      { inviteCode: invite.code, referralCode: code },
    ]
    for (const codes of given) {
      expect((await signUp(codes)).status).toBe(200)
      const una = await newcomer()
      expect((await register(una, codes)).status).toBe(201)
      expect((await rowOf(una))?.quantumLovePoints).toBe(50)
    }
    expect(await usedOf(invite)).toBe(0)
    const bea = await signIn(app, 'bea-joining', personFields.bea)
    const banned = await makeReferralCode(app, bea)
    expect(await tryCodes({ inviteCode: banned })).toEqual(Array(2).fill('403 invitation_needed'))
  })

  test('[COM-06] an account whose invitation was used up meanwhile can enter another code', async () => {
    const invite = await makeInvite(app, { uses: 1 })
    const signedUp = await signUp({ inviteCode: invite.code }, 'late@example.org')
    await register(await newcomer(), { inviteCode: invite.code })
    const { id: uid } = (signedUp.body as { user: { id: string } }).user
    const late = {
      name: '',
      email: 'late@example.org',
      uid,
      userId: 0,
      cookie: cookieOf(signedUp),
    }
    expect(codeOf(await register(late, { inviteCode: invite.code }))).toBe('403 invitation_expired')
    expect(await isMember(late)).toBe(false)
    const again = await request(app, 'POST /api/identity/sign-in/email', {
      body: { email: late.email, password: initialPassword },
    })
    expect(again.status).toBe(200)
    const { code } = await makeInvite(app)
    expect(codeOf(await register({ ...late, cookie: cookieOf(again) }, { inviteCode: code }))).toBe(201)
  })
})

describe('closed and open', () => {
  test('[COM-06] closed lets no one in, with any code; members sign in as before', async () => {
    const [invite, code] = [await makeInvite(app), await makeReferralCode(app, mia)]
    await signUp({ inviteCode: invite.code }, 'inside@example.org')
    await setJoining(app, 'closed')
    for (const codes of [{}, { inviteCode: invite.code }, { inviteCode: code }, { referralCode: code }])
      expect(await tryCodes(codes)).toEqual(Array(2).fill('403 joining_closed'))
    expect(await usedOf(invite)).toBe(0)
    const inside = { email: 'inside@example.org', password: initialPassword }
    expect((await request(app, 'POST /api/identity/sign-in/email', { body: inside })).status).toBe(200)
    expect((await register(mia)).status).toBe(200)
  })

  test('[COM-06] a node that hasn’t heard of the change judges by the stored settings', async () => {
    await setJoining(app, 'open')
    await app.database.query.updateTable('community_settings').set({ joining: 'closed' }).execute()
    expect(await tryCodes({})).toEqual(Array(2).fill('403 joining_closed'))
  })

  test('[COM-06] a registration waits for a change of the settings, and is judged by it', async () => {
    await setJoining(app, 'open')
    const una = await newcomer()
    const outcome = await raceUncommittedChange(
      app,
      (tx) => updateSettings(tx, { joining: 'closed' }, { changed: ['joining'], undo: null }),
      () => register(una),
    )
    expect(outcome).toMatchObject({ value: { status: 403, body: { code: 'joining_closed' } } })
    expect(await isMember(una)).toBe(false)
  })

  test('[COM-06] [AUTH-22] open ignores codes that are none, and counts the uses of those that are', async () => {
    await setJoining(app, 'open')
    const ended = await makeInvite(app, { uses: 1, used: 1 })
    for (const inviteCode of [undefined, 'ABCDEFGHJKMN', ended.code, 7])
      expect(await tryCodes({ inviteCode })).toEqual([200, 201])
    const invite = await makeInvite(app)
    expect((await register(await newcomer(), { inviteCode: invite.code })).status).toBe(201)
    expect(await usedOf(invite)).toBe(1)
  })
})

describe('who needs no invitation', () => {
  const boss = 'boss@example.org'
  const responseOf = async (response: ReturnType<typeof signUp>) => {
    const { status, body, headers } = await response
    const names = [...headers].filter(([name]) => !['date', 'x-server-time', 'x-request-id'].includes(name))
    return { status, body, names }
  }
  const linksTo = async (email: string) => {
    // Either node may send it, into its own outbox.
    const mails = [...(await mailsOf(app, email)), ...(await mailsOf(other, email))]
    return mails.filter(({ text }) => text.includes('/auth?join=')).map(({ token }) => token)
  }
  const linksOf = async (email: string) => {
    const links = app.database.query.selectFrom('mailed_links').select('email').where('email', '=', email)
    return links.where('purpose', '=', 'join').execute()
  }
  /** How many jobs were ever queued. */
  const queuedJobs = async () => {
    const { rows } = await sql<{
      count: number
    }>`select last_value::integer as count from jobs_id_seq`.execute(app.database.query)
    return rows[0]?.count ?? 0
  }
  const describeLink = (token: string) => request(app, 'POST /api/identity/mailed-link', { body: { token } })
  test.each(['invitation', 'closed'] as const)(
    '[T87] %s: an address of ADMIN_EMAILS gets the response of any other, and a link to itself, one an hour',
    async (joining) => {
      await setJoining(app, joining)
      app.clock.advance(3_600_000)
      const before = (await linksTo(boss)).length
      const other = await responseOf(signUp({}, `a-${joining}@example.org`))
      expect(other.status).toBe(403)
      const jobsBefore = await queuedJobs()
      for (let time = 0; time < 3; time += 1) expect(await responseOf(signUp({}, boss))).toEqual(other)
      // The same work: an address that isn't listed has a job, too.
      expect(await responseOf(signUp({}, `a-${joining}@example.org`))).toEqual(other)
      expect((await queuedJobs()) - jobsBefore).toBe(4)
      expect((await linksTo(boss)).length - before).toBe(1)
      expect(await mailsOf(app, `a-${joining}@example.org`)).toEqual([])
      app.clock.advance(3_600_000)
      await request(app, 'POST /api/identity/request-password-reset', { body: { email: boss } })
      expect((await linksTo(boss)).length - before).toBe(2)
    },
  )

  test('[COM-06] [OPS-10, T87] the link lets that one address sign up, once, within a day, and confirms it', async () => {
    await setJoining(app, 'closed')
    const newLink = async () => {
      const before = await linksTo(boss)
      app.clock.advance(3_600_000)
      await signUp({}, boss)
      return (await linksTo(boss)).find((token) => !before.includes(token)) ?? ''
    }
    const expired = await newLink()
    app.clock.advance(23 * 3_600_000)
    const joinToken = await newLink()
    const by = (token: string, email = boss) => signUp({ joinToken: token }, email).then(codeOf)
    expect(codeOf(await describeLink(expired))).toBe('400 invalid-link')
    for (const [token, email] of [
      [expired, boss],
      [joinToken, 'thief@example.org'],
      ['made-up', boss],
    ] as const)
      expect(await by(token, email)).toBe('400 invalid-link')
    for (let time = 0; time < 2; time += 1)
      expect(await describeLink(joinToken)).toMatchObject({ body: { purpose: 'join', email: boss } })

    const further = await newLink()
    const signedUp = await signUp({ joinToken }, boss)
    const { id: uid } = (signedUp.body as { user: { id: string } }).user
    const as = { name: '', email: boss, uid, userId: 0, cookie: cookieOf(signedUp) }
    expect((await register(as)).status).toBe(201)
    expect((await rowOf(as))?.isAdmin).toBe(true)
    for (const spent of [joinToken, further])
      expect(codeOf(await describeLink(spent))).toBe('400 invalid-link')
    expect(await linksOf(boss)).toEqual([])
    expect(await by(joinToken)).toBe('400 invalid-link')
    expect(await responseOf(signUp({}, boss))).toEqual(await responseOf(signUp({}, 'b@example.org')))
    const before = (await linksTo(boss)).length
    await newLink()
    expect((await linksTo(boss)).length).toBe(before)
  })

  test('[COM-06] [OPS-04] an account that the operator creates', async () => {
    await setJoining(app, 'closed')
    const text = await adminCommand({ ...app, readSettings: () => app.config }, [
      'create',
      'made@example.org',
    ])
    expect(text).toContain('Account created for made@example.org')
  })

  test('[COM-06] [OPS-18] the first administrator', async () => {
    await setJoining(app, 'closed')
    const admins = app.database.query.updateTable('users').where('isAdmin', '=', true)
    await admins.set({ isAdmin: false }).execute()
    expect(await tryCodes({})).toEqual([200, 201])
  })
})
