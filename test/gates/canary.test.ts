// Gate: private data doesn't leak. Runs the whole product at the most verbose log level, then searches the log,
// every response and every event for each secret.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { createLog } from '#server/log.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { meetingUrl } from '#test/data/live.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { connectLive, sendChatMessage, type TestLiveClient } from '#test/live/live-client.ts'
import { mailsOf } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { initialPassword, signUpAccount, saveProfile, signInAgain } from '#test/people/account.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { onRequests, request } from '#test/request.ts'
import { cells, prepareCell, prepareMatrix, type Cell } from './matrix/matrix-http.ts'
import { withSitting } from './matrix/with-sitting.ts'
import { handwrittenKeys, responseKeys } from './response-keys.ts'

const address = '198.41.0.77'
const from = { 'x-forwarded-for': address }
const diary = 'canary-diary: I slept badly'
const chatText = 'canary-chat: good morning'
const reason = 'canary-reason: unkind words'
const otherPassword = 'canary-password of mine'

interface ResponseOf {
  /** Method and path, without the query string. */
  call: string
  cookie: string
  sent: string
  text: string
}
const responses: ResponseOf[] = []
const lines: string[] = []
const users = new Map<string, TestUser>()
const frames: string[] = []

let mia: TestUser
let code: string

// Records every request of this file and its response, as sent over HTTP.
afterAll(
  onRequests(({ method, path, headers, sent, text }) => {
    const [pathname = ''] = path.split('?', 1)
    responses.push({
      call: `${method} ${pathname}`,
      cookie: headers['cookie'] ?? '',
      sent: typeof sent === 'string' ? sent : '',
      text,
    })
  }),
)

const ask = (call: Parameters<typeof request>[1], as: TestUser | null, body?: object) =>
  request(app, call, { as, headers: from, ...(body ? { body } : {}) })
const today = () => app.calendar.today()
const entry = () => ({ sessionDate: today(), emotionLevel: 3, moodType: 'pre', notes: null, comment: diary })

/**
 * Every call by an administrator, a member, a member who targets another, and a banned member; failing calls only
 * by administrators.
 */
const isCalled = ({ call, when, column }: Cell) =>
  !/first-admin|last administrator/.test(`${call} ${when}`) && (when === '' ? 'AMOXB' : 'X').includes(column)

async function callAll(): Promise<void> {
  const left = cells.filter(isCalled).values()
  const callNext = async () => {
    for (const cell of left) {
      const { caller, send } = await prepareCell(app, cell)
      if (caller) users.set(caller.cookie, caller)
      await send()
    }
  }
  await Promise.all([callNext(), callNext(), callNext(), callNext()])
}

/** Inserts a member who has a secret of every kind and performs the usual actions. */
async function seedMemberActivity(): Promise<TestLiveClient> {
  mia = await signUpAccount(app, 'canary-mia', { name: 'Mia', verified: true })
  users.set(mia.cookie, mia)
  await saveProfile(app, mia)
  await ask('POST /api/mood/entry', mia, entry())
  await ask('GET /api/mood/analytics', mia)
  await ask('GET /api/account/export', mia)
  await readMeeting()
  await ask('POST /api/identity/request-password-reset', null, { email: mia.email })
  await ask('POST /api/identity/change-password', mia, {
    currentPassword: initialPassword,
    newPassword: otherPassword,
  })
  await signInAgain(app, mia.email, otherPassword)
  await signInAgain(app, mia.email, 'canary-password that is wrong')
  code = await makeReferralCode(app, mia)
  await ask(`GET /api/referral/validate/${code}`, null)
  const witness = await connectLive(app, { as: await signIn(app, 'witness', personFields.mo) })
  await witness.join(today())
  const client = await connectLive(app, { as: mia, headers: from })
  await client.join(today())
  sendChatMessage(client, chatText)
  await witness.next('new-message')
  await ask(`PUT /api/admin/users/${mia.userId}/ban`, ada, { reason })
  await client.closed
  frames.push(...witness.texts)
  await ask('GET /api/auth/user', mia)
  await ask(`POST /api/admin/users/${mia.userId}/unban`, ada)
  await ask('POST /api/admin/ip-bans', ada, { ipAddress: '198.41.0.78', reason })
  for (const call of ['users', 'activity', 'ip-bans', 'referral/flags'] as const)
    await ask(`GET /api/admin/${call}`, ada)
  return witness
}

/** Reads a sitting with a place to meet, an hour ahead and in its doors: the day, the coming ones, and the feed. */
async function readMeeting(): Promise<void> {
  const other = await signIn(app, 'other-of-meeting', personFields.mo)
  for (const inSeconds of [3_600, 60]) {
    await withSitting(inSeconds, () => ({}))({ app, caller: mia, other, aimed: mia, holder: null, serial: 0 })
    for (const as of [mia, null]) {
      await ask('GET /api/meditation/today', as)
      await ask('GET /api/meditation/preview', as)
      await ask('GET /api/sittings/week', as)
    }
    const { body } = await ask('POST /api/account/calendar', mia)
    await fetch(app.url + new URL((body as { url: string }).url).pathname, { method: 'GET' })
  }
}

/** Makes the database reject all writes and quote them in its errors. */
async function failAllWrites(witness: TestLiveClient): Promise<void> {
  for (const table of [
    'mood_entries',
    'chat_messages',
    'users',
    'activities',
    'sessions',
    'identity_users',
  ]) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_full`)} check (false) not valid`.execute(
      app.database.query,
    )
  }
  const before = responses.length
  await ask('POST /api/mood/entry', ada, entry())
  await saveProfile(app, ada, 'canary-other@example.org')
  await ask(`PUT /api/admin/users/${mia.userId}/ban`, ada, { reason })
  await signInAgain(app, mia.email, otherPassword)
  await ask('POST /api/identity/sign-up/email', null, {
    name: 'Late',
    email: 'canary-late@example.org',
    password: otherPassword,
  })
  const failed = responses.slice(before).map(({ text }) => /"code":"(\w+)"/.exec(text)?.[1])
  expect(failed).toEqual(Array(5).fill('internal'))
  sendChatMessage(witness, chatText)
  expect((await witness.next('error')).code).toBe('unavailable')
  frames.push(...witness.texts)
}

const log = createLog({ logLevel: 'debug', nodeId: 'one' }, { write: (line) => void lines.push(line) })
const everywhere = parseRanges('0.0.0.0/0')
const config = { limitsExempt: everywhere, trustedProxies: parseRanges('127.0.0.0/8') }
const app = await openTestApp({
  config: { ...config, google: { clientId: 'sit', clientSecret: 'together' } },
  log,
})
await makeMeditation(app, { meetingUrl })
await app.database.query.updateTable('schedules').set({ meetingUrl }).execute()
await prepareMatrix(app)
const ada = await signIn(app, 'canary-ada', personFields.ada)
beforeAll(async () => {
  users.set(ada.cookie, ada)
  await callAll()
  const witness = await seedMemberActivity()
  await failAllWrites(witness)
  await witness.close()
  // Every call is made once; on a busy machine that takes longer than other hooks may.
}, 180_000)

const column = async (query: ReturnType<typeof sql<{ text: string | null }>>) =>
  (await query.execute(app.database.query)).rows.flatMap(({ text }) => (text === null ? [] : [text]))
const tokenOf = (cookie: string) => cookie.split('=')[1] ?? ''
const foundIn = (text: string, secrets: readonly string[]) =>
  secrets.filter((secret) => text.includes(secret))

describe('no private data leaks', () => {
  test('[T12] into the log: no email address, uid, network address, diary, password, token, code or reason', async () => {
    const secrets = [
      ...(await column(sql`select email as text from users union select email from identity_users`)),
      ...(await column(sql`select "firebaseUid" as text from users union select id from identity_users`)),
      ...(await column(sql`select code as text from referral_codes`)),
      ...(await mailsOf(app)).map(({ token }) => token).filter((token) => token !== ''),
      ...[...users.keys()].map(tokenOf),
      address,
      '198.41.0.78',
      'canary-',
      initialPassword,
      'a still lake at dawn',
      'not-a-token-of-ours',
    ]
    expect(secrets.length).toBeGreaterThan(300)
    expect(lines.filter((line) => line.includes('"level":"error"')).length).toBeGreaterThan(3)
    expect(lines.length).toBeGreaterThan(200)
    expect(
      [
        ...new Set(lines.flatMap((line) => foundIn(line, secrets).map((secret) => `${secret}: ${line}`))),
      ].slice(0, 5),
    ).toEqual([])
  })

  /** Calls that send administrators data of other members. */
  const ofMembers = /^(?:GET|PUT|POST|DELETE) \/api\/admin\/users(?:$|\/)/
  const leaks = (pattern: RegExp, allowed: RegExp, isOwn: (found: string, response: ResponseOf) => boolean) =>
    responses
      .filter(({ call }) => !allowed.test(call))
      .flatMap((response) => [...response.text.matchAll(pattern)].map(([found]) => ({ found, response })))
      .filter(({ found, response }) => !isOwn(found, response) && !response.sent.includes(found))
      .map(({ found, response }) => `${found} in ${response.call}`)
  const ownOf = ({ cookie }: ResponseOf) => users.get(cookie)

  test('[T11] into a response to another member', async () => {
    const uids = await column(
      sql`select "firebaseUid" as text from users union select id from identity_users`,
    )
    const anyOf = (secrets: readonly string[]) =>
      new RegExp(secrets.map((secret) => secret.replace(/\W/g, '\\$&')).join('|'), 'g')
    const never = () => false
    expect(responses.length).toBeGreaterThan(250)
    // The activity shows what an administrator changed; a mailed link shows its owner's address.
    expect(
      leaks(
        /[\w.+-]+@example\.org/g,
        new RegExp(`${ofMembers.source}|/api/admin/activity|/api/identity/verify-email`),
        (found, response) => ownOf(response)?.email === found,
      ),
    ).toEqual([])
    expect(
      leaks(
        anyOf(uids),
        /\/api\/identity\/sign-/,
        (found, response) => ownOf(response)?.uid.startsWith(found) ?? false,
      ),
    ).toEqual([])
    expect(
      leaks(
        /198\.41\.0\.7\d/g,
        new RegExp(`${ofMembers.source}|/api/admin/(?:ip-bans|activity)`),
        (_, response) => response.call === 'GET /api/account/export',
      ),
    ).toEqual([])
    expect(leaks(/canary-diary/g, /^never$/, (_, response) => ownOf(response) === mia)).toEqual([])
    expect(leaks(anyOf([code]), ofMembers, (_, response) => ownOf(response) === mia)).toEqual([])
    expect(leaks(/canary-reason/g, /\/api\/admin\//, (_, response) => ownOf(response) === mia)).toEqual([])
    const tokens = [...users.keys()].map(tokenOf)
    expect(leaks(anyOf([...tokens, initialPassword, 'canary-password']), /^never$/, never)).toEqual([])
  })

  test('[T11] into an event, not even about members in the room', () => {
    expect(frames.length).toBeGreaterThan(3)
    const secrets = [
      mia.email,
      mia.uid,
      address,
      'canary-diary',
      'canary-reason',
      'canary-password',
      code,
      '@example.org',
    ]
    expect(frames.flatMap((frame) => foundIn(frame, secrets))).toEqual([])
  })
})

test('[TEACH-11] the link to a meeting reaches members in its sitting, and administrators, and nothing else', async () => {
  const withLink = responses.filter(({ text }) => text.includes('canary-meeting'))
  const calls = new Set(withLink.map(({ call }) => call.replaceAll(/\/\d+/g, '/:id')))
  expect([...calls].filter((call) => !/ \/api\/admin\/(?:templates|schedules)/.test(call)).sort()).toEqual([
    'GET /api/held-sittings',
    'GET /api/meditation/today',
  ])
  const ofHosts = withLink.filter(({ call }) => call.endsWith('/held-sittings'))
  expect(new Set(ofHosts.map(({ cookie }) => users.get(cookie)?.name))).toEqual(
    new Set([personFields.ada.name]),
  )
  expect(
    responses.filter(({ call }) => call.endsWith('.ics')).every(({ text }) => text.includes('VEVENT')),
  ).toBe(true)
  const readers = withLink
    .filter(({ call }) => call.endsWith('/today'))
    .map(({ cookie }) => users.get(cookie)?.name)
  expect(
    [...new Set(readers)].filter((name) => name === undefined || name === personFields.bea.name),
  ).toEqual([])
  const mails = (await mailsOf(app)).map(({ text, html }) => text + html)
  expect([...frames, ...mails].filter((text) => text.includes('canary-meeting'))).toEqual([])
})

test('[T11] [T12] the fields of every response and event match the handwritten list', () => {
  expect(responseKeys()).toEqual(handwrittenKeys())
})
