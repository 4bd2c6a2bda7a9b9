// Lists of people: preview and result, bad input, and what an administrator does with a list.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inviteBatchesListMax } from '#shared/constants.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import {
  inviteBatchWith,
  inviteList,
  inviteSentence,
  listInviteBatches,
  makeInviteBatch,
} from '#test/data/invite-batches.ts'
import { setJoining } from '#test/data/invites.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { startSmtpServer } from '#test/network/smtp-server.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { requestWhileDemoted } from '#test/people/demoted-admin.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { createMailboxes } from './mailboxes.ts'

const smtp = closeAfterAll(await startSmtpServer())
const app = await openTestApp({ isUnlimited: true, config: { smtpUrl: smtp.url, bulkMailsPerSecond: 2_000 } })
const people = await signInPeople(app)

const preview = async (text: string) =>
  (await request(app, 'POST /api/admin/invites/import/preview', { as: people.ada, body: { text } })) as {
    status: number
    body: { counts: Record<string, number>; people: { row: number; email: string; state: string }[] }
  }
/** Of all accounts. */
const checksum = async () => {
  const { rows } = await sql`
    select (select md5(string_agg(users::text, '' order by id)) from users) as users,
      (select md5(string_agg(identity_users::text, '' order by id)) from identity_users) as identities`.execute(
    app.database.query,
  )
  return rows
}
const addresses = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}@example.org`).join('\n')

/** As if so many invitations had left just now. */
const sendOthers = (count: number) =>
  sql`insert into invited_mailboxes ("emailHash", "invitedAt", "mailedAt")
    select sha256(number::text::bytea), now, now
    from generate_series(1, ${count}::integer) number, (select ${new Date(app.clock.now())}::timestamptz as now) as clock`.execute(
    app.database.query,
  )

test('[JOIN-01] [JOIN-02] [JOIN-05] 2,000 rows: the preview is the result, no account is made, and a second time sends none; 500 an hour', async () => {
  const before = await checksum()
  const text = [
    'email;name;language',
    people.mia.email + ';Mia;',
    'not an address;;',
    'guest-0@example.org;;tlh',
    'guest-1@example.org;Guest One;de',
    'Guest-1@Example.org;;',
    'guest-1+tag@example.org;;',
    ...Array.from({ length: 1_994 }, (_, index) => `guest-${index + 2}@example.org;;`),
  ].join('\n')
  const { body: previewed } = await preview(text)
  const counts = { ready: 1_995, member: 1, invited: 0, refused: 0, bad: 2, twice: 2 }
  expect(previewed.counts).toEqual(counts)
  expect(previewed.people.slice(0, 6).map(({ row, state }) => [row, state])).toEqual([
    [2, 'member'],
    [3, 'bad-email'],
    [4, 'bad-language'],
    [5, 'ready'],
    [6, 'twice'],
    [7, 'twice'],
  ])
  expect(await listInviteBatches(app, people.ada)).toEqual([])
  await sendOthers(490)
  const { status, body } = await inviteList(app, people.ada, text)
  expect([status, body]).toMatchObject([201, { counts }])
  const { rows } = await sql<{ email: string }>`select email from invite_recipients`.execute(
    app.database.query,
  )
  const ready = previewed.people.filter(({ state }) => state === 'ready').map(({ email }) => email)
  expect(new Set(rows.map(({ email }) => email))).toEqual(new Set(ready))

  expect((await preview(text)).body.counts).toEqual({ ...counts, ready: 0, invited: 1_995 })
  expect(await inviteList(app, people.ada, text)).toMatchObject({
    status: 409,
    body: { code: 'no_one_to_invite' },
  })
  expect(await checksum()).toEqual(before)
  // The first hour's.
  const batch = await inviteBatchWith(app, people.ada, { sent: 10 })
  expect(batch).toMatchObject({ total: 1_995, waiting: 1_985, isPaused: false, joined: 0 })
  expect(smtp.received).toHaveLength(10)
  const { body: waiting } = await request(app, 'GET /api/admin/waiting-mails', { as: people.ada })
  expect(waiting).toMatchObject({ waiting: 0, oldest: null })
  expect(await checksum()).toEqual(before)
  await request(app, `DELETE /api/admin/invites/batches/${batch.id}`, { as: people.ada })
  // Only those whose mail didn't leave may be invited at once.
  expect((await preview(text)).body.counts).toMatchObject({ ready: 1_985, invited: 10 })
})

test('[JOIN-01] each bad input has its error beside its field, and changes nothing', async () => {
  const before = await listInviteBatches(app, people.ada)
  const ready = 'someone@example.org'
  const wrong: [object, string][] = [
    [{ text: '', sentence: inviteSentence }, 'text'],
    [{ text: 'date,minutes\n1,2', sentence: inviteSentence }, 'text'],
    [{ text: `email,name\n${ready},"Ana`, sentence: inviteSentence }, 'text'],
    [{ text: addresses(2_001, 'many'), sentence: inviteSentence }, 'text'],
    [{ text: `email\n${addresses(2_001, 'many')}`, sentence: inviteSentence }, 'text'],
    [{ text: `${ready}\n${'x'.repeat(1024 * 1024)}`, sentence: inviteSentence }, 'text'],
    [{ text: ready, sentence: ' ' }, 'sentence'],
    [{ text: ready, sentence: 'x'.repeat(301) }, 'sentence'],
    [{ text: ready }, 'sentence'],
  ]
  for (const [body, path] of wrong) {
    const response = await request(app, 'POST /api/admin/invites/import', { as: people.ada, body })
    expect([path, response]).toMatchObject([path, { status: 400, body: { issues: [{ path }] } }])
  }
  expect(await preview(addresses(2_000, 'many'))).toMatchObject({
    status: 200,
    body: { counts: { ready: 2_000 } },
  })
  expect(await listInviteBatches(app, people.ada)).toEqual(before)
})

test('[JOIN-02] without a mail server, or while no one may join, no list is invited', async () => {
  const offline = await openTestApp({ isUnlimited: true, peerOf: app })
  const list = (at: typeof app) => request(at, 'GET /api/admin/invites/batches', { as: people.ada })
  expect((await list(app)).body).toMatchObject({ blocked: null })
  expect((await list(offline)).body).toMatchObject({ blocked: 'no-mail' })
  expect(await inviteList(offline, people.ada, 'off@example.org')).toMatchObject({
    status: 409,
    body: { code: 'invites_without_mail' },
  })
  await setJoining(app, 'closed')
  expect((await list(app)).body).toMatchObject({ blocked: 'closed' })
  expect(await inviteList(app, people.ada, 'off@example.org')).toMatchObject({
    status: 409,
    body: { code: 'invites_while_closed' },
  })
  await setJoining(app, 'open')
})

test('[JOIN-05] [JOIN-08] a list is paused, resumed and deleted, and each leaves one entry without an address', async () => {
  // The hour's invitations are used up by now: all mails wait.
  const { body } = await inviteList(app, people.ada, addresses(3, 'paused'))
  const { id } = body as { id: number }
  const put = (isPaused: boolean, at = id) =>
    request(app, `PUT /api/admin/invites/batches/${at}`, { as: people.ada, body: { isPaused } })
  const isPaused = async () => (await listInviteBatches(app, people.ada))[0]?.isPaused
  expect(await isPaused()).toBe(false)
  for (let count = 0; count < 2; count += 1) expect((await put(true)).status).toBe(200)
  expect(await isPaused()).toBe(true)
  app.clock.advance(2 * 3_600_000)
  await app.app.jobs.whenIdle()
  expect(await listInviteBatches(app, people.ada)).toMatchObject([{ waiting: 3, sent: 0 }])
  expect((await put(false)).status).toBe(200)
  await inviteBatchWith(app, people.ada, { sent: 3, waiting: 0, isPaused: false })
  expect((await put(true, 2_000_000_000)).status).toBe(404)
  expect((await request(app, `DELETE /api/admin/invites/batches/${id}`, { as: people.ada })).status).toBe(200)
  expect(await listInviteBatches(app, people.ada)).toEqual([])
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from invite_recipients) + (select count(*) from invites) as left`.execute(
    app.database.query,
  )
  expect(rows).toEqual([{ left: 0 }])
  const log = await request(app, 'GET /api/admin/activity?limit=100', { as: people.ada })
  const { activities } = log.body as { activities: { action: string }[] }
  const actions = activities
    .map(({ action }) => action)
    .filter((action) => action.startsWith('invite-batch.'))
  expect(actions.slice(0, 4)).toEqual([
    'invite-batch.delete',
    'invite-batch.resume',
    'invite-batch.pause',
    'invite-batch.create',
  ])
  expect(JSON.stringify(activities)).not.toContain('paused-0@')
})

test('[USR-31] all lists are named, also those older than the list with their progress has', async () => {
  const ids: number[] = []
  for (let count = 0; count < inviteBatchesListMax + 1; count += 1)
    ids.unshift((await makeInviteBatch(app, { email: `named-${count}@example.org` })).id)
  const { body } = await request(app, 'GET /api/admin/invites/batches/names', { as: people.ada })
  const { batches } = body as { batches: { id: number }[] }
  expect(batches.map(({ id }) => id)).toEqual(ids)
  expect(await listInviteBatches(app, people.ada)).toHaveLength(inviteBatchesListMax)
  await app.database.query.deleteFrom('invite_batches').execute()
})

test('[JOIN-02] two lists at a time invite a mailbox once', async () => {
  const email = 'both@example.org'
  const emailHash = await createMailboxes(app).hash(email)
  const invitedAt = new Date(app.clock.now())
  const outcome = await raceUncommittedChange(
    app,
    (tx) => tx.insertInto('invited_mailboxes').values({ emailHash, invitedAt }).execute(),
    () => inviteList(app, people.ada, email),
  )
  expect(outcome).toMatchObject({ value: { status: 409, body: { code: 'no_one_to_invite' } } })
})

test('[JOIN-01] the role is checked in the writing transaction', async () => {
  const { body } = await inviteList(app, people.ada, addresses(1, 'demoted-guest'))
  const { id } = body as { id: number }
  const path = `api/admin/invites/batches/${id}`
  const text = 'email,date,minutes\ndemoted-guest-0@example.org,2026-01-01,20'
  const responses = [
    await requestWhileDemoted(app, 'POST /api/admin/invites/import', {
      text: 'a@example.org',
      sentence: 'Hall.',
    }),
    await requestWhileDemoted(app, `PUT /${path}`, { isPaused: true }),
    await requestWhileDemoted(app, `POST /${path}/attendance`, { text }),
    await requestWhileDemoted(app, `POST /${path}/send-again`, { recipientId: 1 }),
    await requestWhileDemoted(app, `DELETE /${path}`),
  ]
  expect(responses.map(({ status }) => status)).toEqual(Array(responses.length).fill(403))
  expect(await listInviteBatches(app, people.ada)).toMatchObject([
    { id, isPaused: false, attendance: { people: 0 } },
  ])
})
