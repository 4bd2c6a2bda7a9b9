// Mails of lists: what they say, their links, refusals, bounces, and a server that is killed on the way.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeAfterAll } from '#test/close-after-all.ts'
import {
  inviteBatchWith,
  inviteList,
  inviteSentence,
  listInviteBatches,
  makeInviteBatch,
} from '#test/data/invite-batches.ts'
import { setJoining } from '#test/data/invites.ts'
import { eventually } from '#test/eventually.ts'
import { startSmtpServer } from '#test/network/smtp-server.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { initialPassword } from '#test/people/account.ts'
import { personFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { claimRecipient } from './sql/recipients.ts'

const smtp = closeAfterAll(await startSmtpServer())
const config = { smtpUrl: smtp.url, bulkMailsPerSecond: 1_000 }
const app = await openTestApp({ isUnlimited: true, config })
const people = await signInPeople(app)

let count = 0
/** An address that no other test uses. */
const guest = () => `guest-${(count += 1)}@example.org`
const mailTo = (email: string) => smtp.received.filter(({ to }) => to === email)
const linksOf = (email: string) => {
  const [mail] = mailTo(email)
  const find = (pattern: RegExp) => pattern.exec(mail?.text ?? '')?.[1] ?? ''
  return { code: find(/\/\?invite=(\w+)/), refusal: find(/(\/refuse\/[\w-]+)/) }
}
const sendTo = async (...emails: string[]) => {
  const { body } = await inviteList(app, people.ada, emails.join('\n'))
  await inviteBatchWith(app, people.ada, { waiting: 0 })
  return (body as { id: number }).id
}
const previewStates = async (...emails: string[]) => {
  const { body } = await request(app, 'POST /api/admin/invites/import/preview', {
    as: people.ada,
    body: { text: emails.join('\n') },
  })
  return (body as { people: { state: string }[] }).people.map(({ state }) => state)
}
const press = (path: string) =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
const join = async (email: string, inviteCode: string): Promise<number> => {
  const as = await signIn(app, email.split('@')[0] ?? '', personFields.una)
  const { body } = await request(app, 'POST /api/auth/register', {
    as,
    body: { name: 'Guest', email: as.email, firebaseUid: as.uid, inviteCode },
  })
  return (body as { id: number }).id
}

beforeEach(() => setJoining(app, 'invitation'))
afterEach(() => {
  smtp.rejections.length = 0
})

test('[JOIN-02] [LETTER-01] a mail names who invites and how they have the address, in the row’s language', async () => {
  const [german, other] = [guest(), guest()]
  await inviteList(app, people.ada, `email,name,language\n${german},Greta,de\n${other},,`)
  await inviteBatchWith(app, people.ada, { sent: 2 })
  const [mail] = mailTo(german)
  expect(mail?.text).toMatch(/^Stillwater\n/)
  expect(mail?.text).toContain('Hallo Greta,')
  expect(mail?.text).toContain('Ada Adler')
  expect(mail?.text).toContain(inviteSentence)
  const { code, refusal } = linksOf(german)
  expect(mail?.email.headers).toContainEqual(
    expect.objectContaining({
      key: 'list-unsubscribe',
      value: expect.stringContaining(`<${app.url}${refusal}>, <mailto:`) as string,
    }),
  )
  expect(linksOf(other).code).not.toBe(code)
  const { body } = await request(app, 'POST /api/referral/validate', { body: { code } })
  expect(body).toEqual({ valid: true, proposedName: 'Greta' })
  // The community's language, and no name.
  expect(mailTo(other)[0]?.text).toContain('Hello,')
})

test('[JOIN-04] a name that a member has isn’t proposed; a personal link is in no list of invitations', async () => {
  const email = guest()
  await inviteList(app, people.ada, `email,name\n${email},mia MEMBER`)
  await inviteBatchWith(app, people.ada, { sent: 1 })
  const { code } = linksOf(email)
  expect((await request(app, 'POST /api/referral/validate', { body: { code } })).body).toEqual({
    valid: true,
  })
  const { body } = await request(app, 'GET /api/admin/invites', { as: people.ada })
  expect(body).toEqual({ invites: [] })
  const { rows } = await sql<{ id: number }>`select id from invites where code = ${code}`.execute(
    app.database.query,
  )
  const revoke = await request(app, `DELETE /api/admin/invites/${rows[0]?.id}`, { as: people.ada })
  expect(revoke.status).toBe(404)
})

test('[JOIN-02] [JOIN-07] a personal link lets one person in, for 30 days from its mail; then nothing of them is left in the list', async () => {
  const [email, late] = [guest(), guest()]
  await sendTo(email, late)
  const { code } = linksOf(email)
  const userId = await join('friend-of-guest@example.org', code)
  expect(userId).toBeGreaterThan(0)
  const again = await request(app, 'POST /api/identity/sign-up/email', {
    body: { name: 'Second', email: 'second@example.org', password: initialPassword, inviteCode: code },
  })
  expect(again).toMatchObject({ status: 403, body: { code: 'invitation_expired' } })
  expect((await listInviteBatches(app, people.ada))[0]).toMatchObject({ joined: 1, sent: 2 })
  const { rows } = await sql`select email, "emailHash", "proposedName", "joinedId" from invite_recipients
    where answer = 'joined'`.execute(app.database.query)
  expect(rows).toEqual([{ email: null, emailHash: null, proposedName: null, joinedId: userId }])
  const ends = await sql<{ isRight: boolean }>`
    select "expiresAt" = "sentAt" + interval '720 hours' as "isRight"
    from invites join invite_recipients on "inviteId" = invites.id where email = ${late}`.execute(
    app.database.query,
  )
  expect(ends.rows).toEqual([{ isRight: true }])
})

test('[JOIN-05] who joined by another way before their mail left gets none', async () => {
  const email = guest()
  // Its mail isn't queued, as that of a paused list.
  const { id } = await makeInviteBatch(app, { email })
  await signIn(app, email.split('@')[0] ?? '', personFields.mo)
  await request(app, `PUT /api/admin/invites/batches/${id}`, { as: people.ada, body: { isPaused: false } })
  await inviteBatchWith(app, people.ada, { waiting: 0, joined: 1 })
  expect(mailTo(email)).toEqual([])
})

describe('refusing', () => {
  test('[JOIN-03] a press without Origin refuses for good; opening the page changes nothing', async () => {
    const email = guest()
    const id = await sendTo(email)
    const { code, refusal } = linksOf(email)
    const page = await fetch(`${app.url}${refusal}`)
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringMatching(
        /No more invitations from Stillwater\?[\s\S]+<form method="post"><button>Don’t write to me again/,
      ),
    ])
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await previewStates(email)).toEqual(['invited'])
    for (let times = 0; times < 2; times += 1) expect((await press(refusal)).status).toBe(200)
    expect((await listInviteBatches(app, people.ada))[0]).toMatchObject({ id, refused: 1, sent: 1 })
    expect((await request(app, 'POST /api/referral/validate', { body: { code } })).body).toEqual({
      valid: false,
    })
    // Of the address only its hash is left.
    const { rows } = await sql<{ dump: string }>`
      select coalesce(string_agg(row::text, ''), '') as dump from invite_recipients row`.execute(
      app.database.query,
    )
    expect(rows[0]?.dump).not.toContain(email)
    await request(app, `DELETE /api/admin/invites/batches/${id}`, { as: people.ada })
    // As after 90 days.
    await app.database.query.deleteFrom('invited_mailboxes').execute()
    const [name = ''] = email.split('@')
    expect(await previewStates(`${name}+again@example.org`, email)).toEqual(['refused', 'twice'])
    expect((await inviteList(app, people.ada, email)).status).toBe(409)
    expect((await fetch(`${app.url}${refusal}`)).status).toBe(200)
  })

  test('[JOIN-03] [T97] after the list is deleted the link of an old mail still refuses', async () => {
    const email = guest()
    const id = await sendTo(email)
    await request(app, `DELETE /api/admin/invites/batches/${id}`, { as: people.ada })
    expect((await press(linksOf(email).refusal)).status).toBe(200)
    expect(await previewStates(email)).toEqual(['refused'])
  })

  test('[JOIN-03] [T82] a forged or cut token refuses nothing', async () => {
    const email = guest()
    await sendTo(email)
    const { refusal } = linksOf(email)
    const forged = refusal.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const path of [forged, refusal.slice(0, -1), `${refusal}A`, '/refuse/x'])
      for (const response of [await fetch(`${app.url}${path}`), await press(path)])
        expect([path, response.status]).toEqual([path, 404])
    const { rows } = await sql`select from mail_refusals where "emailHash" in (
      select "emailHash" from invite_recipients where email = ${email})`.execute(app.database.query)
    expect(rows).toEqual([])
  })

  test('[JOIN-03] who refuses while a list is invited, or its mail waits, gets none', async () => {
    const email = guest()
    // Its mail isn't queued, as that of a paused list, and the refusal didn't see it.
    const { id } = await makeInviteBatch(app, { email })
    await sql`insert into mail_refusals select "emailHash", now() from invite_recipients where email = ${email}`.execute(
      app.database.query,
    )
    await request(app, `PUT /api/admin/invites/batches/${id}`, { as: people.ada, body: { isPaused: false } })
    const batch = await inviteBatchWith(app, people.ada, { waiting: 0 })
    expect(batch).toMatchObject({ refused: 1 })
    expect(mailTo(email)).toEqual([])
  })
})

test('[JOIN-05] a mail is claimed once', async () => {
  const { recipientId } = await makeInviteBatch(app, { email: guest() })
  const claim = () => claimRecipient(app.database.query, recipientId, new Date(app.clock.now()))
  expect([await claim(), await claim()]).toEqual([true, false])
})

test('[JOIN-05] an address that the mail server rejects is shown with its reason, which doesn’t repeat the mailbox', async () => {
  const [gone, fine] = [guest(), guest()]
  smtp.rejections.push(550)
  await sendTo(gone, fine)
  const [batch] = await listInviteBatches(app, people.ada)
  expect(batch).toMatchObject({ sent: 1, bounced: 1, bounces: [{ email: gone }] })
  expect(batch?.bounces[0]?.reason).toBe('550 No mail for <[address]>, [address] is unknown')
})

test('[JOIN-05] killed in the middle: no one is written twice, one may have its mail, and no other is missing', async () => {
  const guests = Array.from({ length: 5 }, guest)
  smtp.delays.push(Promise.resolve(), new Promise(() => {}))
  await inviteList(app, people.ada, guests.join('\n'))
  await eventually(() => expect(mailTo(guests[1] ?? '')).toHaveLength(1))
  const other = await openTestApp({ isUnlimited: true, peerOf: app, config })
  // As if the node were killed with its mail on the way: another one goes on.
  await eventually(async () => {
    await sql`update jobs set "lockedUntil" = now() where kind = 'bulk-mail' and attempts = 1`.execute(
      app.database.query,
    )
    other.clock.advance(10_000)
    expect(mailTo(guests[4] ?? '')).toHaveLength(1)
  })
  await other.app.jobs.whenIdle()
  app.clock.advance(180_000)
  const [batch] = await listInviteBatches(app, people.ada)
  expect(batch).toMatchObject({
    total: 5,
    sent: 4,
    perhapsSent: 1,
    waiting: 0,
    perhaps: [{ email: guests[1] }],
  })
  expect(guests.map((email) => mailTo(email).length)).toEqual([1, 1, 1, 1, 1])

  const [perhaps] = batch?.perhaps ?? []
  const sendAgain = (as: TestUser) =>
    request(app, `POST /api/admin/invites/batches/${batch?.id}/send-again`, {
      as,
      body: { recipientId: perhaps?.id },
    })
  expect((await sendAgain(people.mia)).status).toBe(403)
  expect((await sendAgain(people.ada)).status).toBe(200)
  expect((await sendAgain(people.ada)).status).toBe(404)
  await inviteBatchWith(other, people.ada, { sent: 5, perhapsSent: 0, waiting: 0 })
  expect(guests.map((email) => mailTo(email).length)).toEqual([1, 2, 1, 1, 1])
})
