// Joining with identities of Google and Firebase, which exist before it judges: the registration alone does.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { createTestClock } from '#test/clock.ts'
import { makeInvite, setJoining } from '#test/data/invites.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { startFakeFirebase } from '#test/fakes/firebase.ts'
import { startFakeGoogle } from '#test/fakes/google.ts'
import { cookieOf } from '#test/people/account.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'

const clock = createTestClock()

interface FakeProvider {
  appOptions: Awaited<ReturnType<typeof startFakeGoogle>>['appOptions']
  close(): Promise<void>
  /** Signs in as a person with a verified address. Returns the Cookie header of the session. */
  signIn(app: TestApp, email: string): Promise<string>
}

async function startGoogle(): Promise<FakeProvider> {
  const google = await startFakeGoogle({ clock })
  return {
    ...google,
    signIn: async (app, email) => {
      const body = { provider: 'google' }
      const started = await request(app, 'POST /api/identity/sign-in/social', { body })
      google.account = { sub: email, email, name: 'Nova of Google' }
      const { url } = started.body as { url: string }
      const atGoogle = await fetch(url, { redirect: 'manual' })
      const { search } = new URL(atGoogle.headers.get('location') ?? '')
      const headers = { cookie: cookieOf(started), origin: '' }
      return sessionCookieOf(await request(app, `GET /api/identity/callback/google${search}`, { headers }))
    },
  }
}

async function startFirebase(): Promise<FakeProvider> {
  const firebase = await startFakeFirebase({ clock })
  return {
    ...firebase,
    signIn: async (app, email) => {
      const idToken = await firebase.idToken({ uid: email, email, emailVerified: true, name: 'Nova' })
      return sessionCookieOf(await request(app, 'POST /api/auth/session', { body: { idToken } }))
    },
  }
}

function sessionCookieOf({ headers }: TestResponse): string {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  return cookies.find((cookie) => cookie.startsWith('sid=')) ?? ''
}

describe.each([
  ['Google', startGoogle],
  ['Firebase', startFirebase],
])('an identity of %s', (_, start) => {
  let fake: FakeProvider
  let app: TestApp
  let mia: TestUser
  beforeAll(async () => {
    fake = await start()
    const { config, externalProviders } = fake.appOptions()
    const settings = { ...config, adminEmails: ['boss@example.org'] }
    app = await startTestApp({ clock, externalProviders, isUnlimited: true, config: settings })
    await signIn(app, 'ada', personFields.ada)
    mia = await signIn(app, 'mia', personFields.mia)
  })
  afterAll(async () => {
    await app.close()
    await fake.close()
  })

  let count = 0
  async function newcomer(email = `newcomer-${(count += 1)}@example.org`): Promise<TestUser> {
    const cookie = await fake.signIn(app, email)
    const { body } = await request(app, 'GET /api/auth/session', { headers: { cookie } })
    const { uid } = body as { uid: string }
    return { name: 'Nova', email, uid, userId: 0, cookie }
  }
  const register = (as: TestUser, more: object = {}) => {
    const { name, email, uid: firebaseUid } = as
    return request(app, 'POST /api/auth/register', { as, body: { name, email, firebaseUid, ...more } })
  }
  const codeOf = ({ status, body }: TestResponse) =>
    status >= 400 ? `${status} ${(body as { code: string }).code}` : status
  const isMember = async ({ uid }: TestUser) =>
    (await app.database.query.selectFrom('users').select('id').where('firebaseUid', '=', uid).execute())
      .length === 1
  const usedOf = async ({ id }: { id: number }) =>
    (await app.database.query.selectFrom('invites').select('used').where('id', '=', id).executeTakeFirst())
      ?.used

  test('[COM-06] by invitation, is refused without a code that opens, stays signed in, and joins with one', async () => {
    await setJoining(app, 'invitation')
    const usedUp = await makeInvite(app, { uses: 2, used: 2 })
    const invite = await makeInvite(app)
    const nova = await newcomer()
    for (const [codes, refused] of [
      [{}, '403 invitation_needed'],
      [{ inviteCode: 'ABCDEFGHJKMN', referralCode: 'NOSUCHCODE' }, '403 invitation_needed'],
      [{ inviteCode: usedUp.code }, '403 invitation_expired'],
    ] as const)
      expect([codes, codeOf(await register(nova, codes)), await isMember(nova)]).toEqual([
        codes,
        refused,
        false,
      ])
    expect(await usedOf(invite)).toBe(0)
    expect(codeOf(await register(nova, { inviteCode: invite.code }))).toBe(201)
    expect(codeOf(await register(nova, { inviteCode: invite.code }))).toBe(200)
    expect([await isMember(nova), await usedOf(invite)]).toEqual([true, 1])
  })

  test('[COM-06] by invitation, joins with a member’s referral code', async () => {
    await setJoining(app, 'invitation')
    const code = await makeReferralCode(app, mia)
    for (const codes of [{ inviteCode: code }, { referralCode: code }]) {
      const nova = await newcomer()
      expect(codeOf(await register(nova, codes))).toBe(201)
      const referrals = app.database.query
        .selectFrom('referrals')
        .innerJoin('users', 'users.id', 'referredId')
      const referred = await referrals.select('referrerId').where('firebaseUid', '=', nova.uid).execute()
      expect(referred).toEqual([{ referrerId: mia.userId }])
    }
  })

  test('[COM-06] a registration that fails uses up no invitation', async () => {
    await setJoining(app, 'invitation')
    const invite = await makeInvite(app, { uses: 1 })
    const nova = await newcomer()
    const codes = {
      inviteCode: invite.code,
      acceptedTerms: app.app.platform.community.settings().termsVersion,
    }
    await sql`alter table terms_acceptances add constraint none check (false) not valid`.execute(
      app.database.query,
    )
    try {
      expect(codeOf(await register(nova, codes))).toBe('500 internal')
    } finally {
      await sql`alter table terms_acceptances drop constraint none`.execute(app.database.query)
    }
    expect([await isMember(nova), await usedOf(invite)]).toEqual([false, 0])
    expect(codeOf(await register(nova, codes))).toBe(201)
    expect(await usedOf(invite)).toBe(1)
  })

  test('[COM-06] closed joining lets no one in, with any code; members sign in as before', async () => {
    await setJoining(app, 'open')
    const [member, nova] = [await newcomer('inside@example.org'), await newcomer()]
    expect(codeOf(await register(member))).toBe(201)
    await setJoining(app, 'closed')
    const [invite, code] = [await makeInvite(app), await makeReferralCode(app, mia)]
    for (const codes of [{}, { inviteCode: invite.code }, { inviteCode: code }, { referralCode: code }])
      expect([codes, codeOf(await register(nova, codes))]).toEqual([codes, '403 joining_closed'])
    expect([await isMember(nova), await usedOf(invite)]).toEqual([false, 0])
    expect(codeOf(await register(await newcomer(member.email)))).toBe(200)
  })

  test('[COM-06] [OPS-10] a verified address of ADMIN_EMAILS needs no invitation', async () => {
    await setJoining(app, 'closed')
    const boss = await register(await newcomer('boss@example.org'))
    expect(boss).toMatchObject({ status: 201, body: { isAdmin: true } })
  })
})
