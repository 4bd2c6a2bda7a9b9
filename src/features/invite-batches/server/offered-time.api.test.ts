// Attendance of a list, and the time that it offers to a member with that confirmed address.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { daysBefore } from '#server/jobs/retention-job.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { inviteList, listInviteBatches } from '#test/data/invite-batches.ts'
import { chooseReminders } from '#test/data/reminders.ts'
import { startSmtpServer } from '#test/network/smtp-server.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { deleteOldOfferedTime } from './sql/offered-time.ts'
import { eraseOldRecipients } from './sql/recipients.ts'

const smtp = closeAfterAll(await startSmtpServer())
const app = await openTestApp({ isUnlimited: true, config: { smtpUrl: smtp.url, bulkMailsPerSecond: 1_000 } })
const people = await signInPeople(app)
for (const person of [people.mia, people.mo]) await chooseReminders(app, person, {})
const { id } = (await inviteList(app, people.ada, 'waiting@example.org')).body as { id: number }

const post = (body: object, { isPreview = false, batchId = id } = {}) =>
  request(app, `POST /api/admin/invites/batches/${batchId}/attendance${isPreview ? '/preview' : ''}`, {
    as: people.ada,
    body,
  })
const table = (...rows: string[]) => ['email,date,minutes', ...rows].join('\n')
const add = (...rows: string[]) => post({ text: table(...rows) })
const offered = async (as: TestUser) =>
  ((await request(app, 'GET /api/account/offered-time', { as })).body as { offered: unknown }).offered
const answer = (as: TestUser, keep: unknown) =>
  request(app, 'POST /api/account/offered-time', { as, body: { keep } })
const storedMinutes = async () => {
  const { rows } = await sql<{ email: string; minutes: number }>`
    select email, sum(minutes)::integer as minutes from offered_time group by 1 order by 1`.execute(
    app.database.query,
  )
  return Object.fromEntries(rows.map(({ email, minutes }) => [email, minutes]))
}

test('[JOIN-06] the preview is the result: rows of the list’s people and of members; each other one with its reason', async () => {
  const text = table(
    'waiting@example.org,2026-03-04,20',
    `${people.mia.email},4.3.2026,1:30`,
    `${people.mia.email},4.3.2026,1:30`,
    'stranger@example.org,2026-03-04,20',
    `${people.mia.email},2026-02-30,20`,
    `${people.mia.email},2026-03-05,25:00`,
    `${people.mia.email},2026-03-04,1400`,
  )
  const before = await storedMinutes()
  const { body: previewed } = await post({ text }, { isPreview: true })
  const totals = { isOrderNeeded: false, ready: { rows: 2, people: 2, minutes: 110 }, skipped: 5 }
  expect(previewed).toEqual({
    ...totals,
    problems: [
      { row: 4, email: people.mia.email, date: '2026-03-04', state: 'twice' },
      { row: 5, email: 'stranger@example.org', date: '2026-03-04', state: 'not-invited' },
      { row: 6, email: people.mia.email, date: '2026-02-30', state: 'bad-date' },
      { row: 7, email: people.mia.email, date: '2026-03-05', state: 'bad-minutes' },
      { row: 8, email: people.mia.email, date: '2026-03-04', state: 'full-day' },
    ],
  })
  expect(await storedMinutes()).toEqual(before)
  expect((await post({ text })).body).toEqual(totals)
  expect(await storedMinutes()).toEqual({ 'waiting@example.org': 20, [people.mia.email]: 90 })
  // A second file of the same list adds what is new.
  expect(
    (await add('waiting@example.org,2026-03-04,20', 'waiting@example.org,2026-03-04,21')).body,
  ).toMatchObject({
    ready: { rows: 1 },
    skipped: 1,
  })
  expect((await listInviteBatches(app, people.ada))[0]?.attendance).toEqual({ people: 2, minutes: 131 })
  expect((await post({ text }, { batchId: 2_000_000_000 })).status).toBe(404)
  expect((await post({ text }, { batchId: 2_000_000_000, isPreview: true })).status).toBe(404)
})

test('[JOIN-06] ambiguous dates ask once for the file; wrong files have their error beside the field', async () => {
  const text = table(`${people.mo.email},03/04/2026,20`)
  const needed = { isOrderNeeded: true, ready: { rows: 0 } }
  expect((await post({ text }, { isPreview: true })).body).toMatchObject(needed)
  expect((await post({ text })).body).toMatchObject(needed)
  expect((await post({ text, dateOrder: 'day-first' })).body).toMatchObject({ ready: { rows: 1 } })
  expect(await offered(people.mo)).toEqual({ minutes: 20, sits: 1, from: '2026-04-03', to: '2026-04-03' })
  for (const [body, path] of [
    [{ text: 'email,date\na@example.org,2026-01-01' }, 'text'],
    [{ text: table(`a@example.org,2026-01-01,"20`) }, 'text'],
    [{ text: table(...Array<string>(100_001).fill('a,b,1')) }, 'text'],
    [{ text, dateOrder: 'year-first' }, 'dateOrder'],
  ] as const)
    expect([path, await post(body)]).toMatchObject([path, { status: 400, body: { issues: [{ path }] } }])
  await answer(people.mo, false)
})

test('[JOIN-06] [T98] only an account that has confirmed the very address is offered anything', async () => {
  const guest = await signIn(app, 'waiting', personFields.mo)
  expect(await offered(guest)).toBeNull()
  expect((await answer(guest, true)).body).toEqual({ imported: 0, skipped: 0 })
  expect(await storedMinutes()).toMatchObject({ 'waiting@example.org': 41 })
  await chooseReminders(app, guest, {})
  expect(await offered(guest)).toMatchObject({ minutes: 41, sits: 2 })
})

test('[JOIN-06] what isn’t kept leaves no trace; what is kept is offered no more, and no total changes', async () => {
  const totals = async () => (await request(app, 'GET /api/admin/analytics', { as: people.ada })).body
  const before = await totals()
  await add(`${people.mo.email},2026-03-04,20`, `${people.mo.email},2026-03-05,30`)
  for (const keep of [undefined, 'yes', null])
    expect(await answer(people.mo, keep)).toMatchObject({ status: 400, body: { issues: [{ path: 'keep' }] } })
  expect(await answer(people.mo, false)).toMatchObject({ status: 200, body: { imported: 0, skipped: 0 } })
  expect(await offered(people.mo)).toBeNull()
  expect(await storedMinutes()).not.toHaveProperty(people.mo.email)
  expect(await answer(people.mia, true)).toMatchObject({ status: 200, body: { imported: 1, skipped: 0 } })
  const { body } = await request(app, 'GET /api/account/imports', { as: people.mia })
  expect((body as { batches: unknown }).batches).toMatchObject([
    { source: 'community', label: 'Stillwater', sits: 1 },
  ])
  expect(await offered(people.mia)).toBeNull()
  expect((await answer(people.mia, true)).body).toEqual({ imported: 0, skipped: 0 })
  expect(await totals()).toEqual(before)
})

test('[JOIN-06] [JOIN-07] after 90 days nothing waits any more: neither the time, nor unused invitations and their addresses', async () => {
  await add('waiting@example.org,2026-03-06,20')
  const { query } = app.database
  const now = new Date(app.clock.now())
  const inDays = (days: number) => daysBefore(now, -days)
  expect(await deleteOldOfferedTime(query, daysBefore(inDays(89), 90), 10)).toBe(0)
  expect(await deleteOldOfferedTime(query, daysBefore(inDays(91), 90), 10)).toBeGreaterThan(0)
  expect(await storedMinutes()).toEqual({})
  const erase = (days: number) =>
    app.database.transaction((tx) => eraseOldRecipients(tx, daysBefore(inDays(days), 90), 10))
  expect(await erase(89)).toEqual([])
  expect(await erase(91)).toHaveLength(1)
  expect(await erase(91)).toEqual([])
  const { rows } = await sql`select email, "emailHash", "inviteId" from invite_recipients`.execute(query)
  expect(rows).toEqual([{ email: null, emailHash: null, inviteId: null }])
  expect((await listInviteBatches(app, people.ada))[0]).toMatchObject({ total: 1 })
})
