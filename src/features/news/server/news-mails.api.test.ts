// Mails of news of a real server: to those who chose them, once, and withdrawn in time.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noNotificationChoices } from '#features/notifications/rules.ts'
import { switchOffNewsMails } from '#features/notifications/server/sql/choices.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { insertJobs } from '#server/jobs/sql.ts'
import { bulkMailKind, insertBulkMails } from '#server/mail/bulk-mails.ts'
import { addDays } from '#shared/day.ts'
import { wall } from '#test/community-days.ts'
import { deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { newsInput, publishNews } from '#test/data/news.ts'
import { chooseReminders } from '#test/data/reminders.ts'
import { mailsOf, type ReadMail } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { AdministeredNews } from '../contract.ts'
import { newsMailsKind, newsMailType, startNewsMails } from './mails.ts'

const app = await openTestApp({ isUnlimited: true, config: { bulkMailsPerSecond: 100 } })
const people = await signInPeople(app)
let startMail = 0

beforeEach(async () => {
  // Long before the next midnight, and in time for the sessions.
  const today = app.calendar.today()
  const noon = Temporal.Instant.from(wall(`${today} 12:30`)).epochMilliseconds
  app.clock.set(app.clock.now() < noon ? noon : wall(`${addDays(today, 1)} 00:30`))
  await idle()
  startMail = (await mailsOf(app)).length
})
afterEach(async () => {
  await idle()
  const tables = [
    'news_mails',
    'news',
    'sitting_notifications',
    'reminder_sittings',
    'reminder_choices',
  ] as const
  for (const table of [...tables, 'daily_mails', 'jobs'] as const)
    await app.database.query.deleteFrom(table).execute()
  await deleteSchedules(app)
})

const idle = () => app.app.jobs.whenIdle()
const minutes = (count: number) => app.clock.advance(count * 60_000)

/** Lets the polls of news and of the bulk mail queue pass. */
async function newMails(): Promise<ReadMail[]> {
  for (let count = 0; count < 3; count += 1) {
    app.clock.advance(15_000)
    await idle()
  }
  return (await mailsOf(app)).slice(startMail)
}

const administered = async (): Promise<AdministeredNews[]> =>
  ((await request(app, 'GET /api/admin/news', { as: people.ada })).body as { news: AdministeredNews[] }).news
const put = (id: number, body: object) =>
  request(app, `PUT /api/admin/news/${id}`, {
    as: people.ada,
    body: { ...newsInput(app, { isMailed: true }), version: 1, isWithdrawn: false, ...body },
  })

test('[NEWS-06] [T83] a test mail goes to the administrator alone, as members would get it', async () => {
  await chooseReminders(app, people.mia, { news: true })
  const body = { title: 'A day of silence', text: 'On Sunday.' }
  const send = () => request(app, 'POST /api/admin/news/test', { as: people.ada, body })
  expect(await send()).toMatchObject({ status: 409, body: { code: 'news_mail_unconfirmed' } })
  await chooseReminders(app, people.ada, {})
  expect((await send()).status).toBe(200)
  expect(await newMails()).toMatchObject([{ to: people.ada.email, subject: 'Stillwater: A day of silence' }])
  expect(await administered()).toEqual([])
})

describe('who gets it', () => {
  test('[NEWS-05] [NEWS-06] [T83] members who chose it, after ten minutes; important news is no exception', async () => {
    await chooseReminders(app, people.mia, { news: true })
    await chooseReminders(app, people.mo, { dayBefore: 'mail', changes: ['mail'] })
    await chooseReminders(app, people.gail, { news: true })
    // Not confirmed.
    await app.database.query.deleteFrom('outside_identities').where('uid', '=', people.gail.uid).execute()
    expect((await request(app, 'GET /api/admin/news', { as: people.ada })).body).toMatchObject({
      readers: 1,
      unconfirmed: 1,
    })
    await publishNews(app, people.ada, { isMailed: true, level: 'important' })
    minutes(9)
    expect(await newMails()).toEqual([])
    minutes(1)
    const [mail, ...others] = await newMails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: people.mia.email, subject: 'Stillwater: A day of silence' })
    expect(mail?.text).toContain('On Sunday we sit all day.\n\nBring a blanket.')
    expect(mail?.text).toContain(`${app.url}/news`)
    expect((await administered())[0]?.mail).toMatchObject({ recipients: 1 })
    minutes(60)
    expect(await newMails()).toHaveLength(1)
  })

  test('[NEWS-05] it is the one mail of a member’s day', async () => {
    await chooseReminders(app, people.mia, { news: true })
    await chooseReminders(app, people.mo, { news: true })
    const day = app.calendar.today()
    await app.database.query.insertInto('daily_mails').values({ userId: people.mia.userId, day }).execute()
    await publishNews(app, people.ada, { isMailed: true })
    minutes(10)
    expect((await newMails()).map(({ to }) => to)).toEqual([people.mo.email])
    expect((await administered())[0]?.mail).toMatchObject({ recipients: 1 })
    const claimed = await app.database.query.selectFrom('daily_mails').select('userId').execute()
    expect(new Set(claimed.map(({ userId }) => userId))).toEqual(
      new Set([people.mia.userId, people.mo.userId]),
    )
  })

  test('[NEWS-05] one press unsubscribes from news, and from nothing else', async () => {
    const choices = { dayBefore: 'mail', changes: ['mail'], tenMinutes: 'push', news: true } as const
    await chooseReminders(app, people.mia, { ...choices, changes: [...choices.changes] })
    await publishNews(app, people.ada, { isMailed: true })
    minutes(10)
    const [mail] = await newMails()
    const token = /\/unsubscribe\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const url = `${app.url}/unsubscribe/${token}`
    expect(await (await fetch(url)).text()).toContain('Stop news by email?')
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(response.status).toBe(200)
    expect((await request(app, 'GET /api/account/reminders', { as: people.mia })).body).toEqual({
      ...noNotificationChoices,
      ...choices,
      news: false,
    })
  })

  test('[NEWS-05] [NEWS-06] who unsubscribes while the mail waits in the queue gets none, nor anyone once it is withdrawn', async () => {
    await chooseReminders(app, people.mo, { news: true })
    await chooseReminders(app, people.mia, { news: false })
    const id = await publishNews(app, people.ada)
    const queue = () =>
      insertBulkMails(app.database.query, {
        type: newsMailType,
        facts: { newsId: id },
        recipientIds: [people.mia.userId, people.mo.userId],
        now: new Date(app.clock.now()),
      })
    await queue()
    expect((await newMails()).map(({ to }) => to)).toEqual([people.mo.email])
    await put(id, { isMailed: false, isWithdrawn: true })
    await queue()
    expect(await newMails()).toHaveLength(1)
  })
})

describe('calling it back', () => {
  test.each([
    ['withdrawn', (id: number) => put(id, { isWithdrawn: true })],
    ['without its mail', (id: number) => put(id, { isMailed: false })],
    ['deleted', (id: number) => request(app, `DELETE /api/admin/news/${id}`, { as: people.ada })],
  ])('[NEWS-06] [T83] %s in the ninth minute, it sends nothing', async (_, callBack) => {
    await chooseReminders(app, people.mia, { news: true })
    const id = await publishNews(app, people.ada, { isMailed: true })
    minutes(9)
    await idle()
    expect((await callBack(id)).status).toBe(200)
    minutes(20)
    expect(await newMails()).toEqual([])
    // Its day is free again.
    expect(await publishNews(app, people.ada, { isMailed: true })).toBeGreaterThan(id)
  })

  test('[NEWS-06] withdrawn later, it stays sent, and its day taken', async () => {
    await chooseReminders(app, people.mia, { news: true })
    const id = await publishNews(app, people.ada, { isMailed: true })
    minutes(10)
    expect(await newMails()).toHaveLength(1)
    expect((await put(id, { isWithdrawn: true })).status).toBe(200)
    expect((await request(app, `DELETE /api/admin/news/${id}`, { as: people.ada })).status).toBe(200)
    const body = newsInput(app, { isMailed: true })
    expect(await request(app, 'POST /api/admin/news', { as: people.ada, body })).toMatchObject({
      status: 409,
      body: { code: 'news_mail_taken' },
    })
  })

  test('[NEWS-06] a mail is changed until it leaves', async () => {
    await chooseReminders(app, people.mia, { news: true })
    const id = await publishNews(app, people.ada, { isMailed: true })
    minutes(5)
    await put(id, { title: 'Corrected' })
    minutes(5)
    expect((await newMails()).map(({ subject }) => subject)).toEqual(['Stillwater: Corrected'])
  })
})

describe('its moment', () => {
  const mailOf = async () => (await administered())[0]?.mail
  const inMinutes = (count: number) => new Date(app.clock.now() + count * 60_000).toISOString()

  test('[NEWS-06] a mail that would leave after the last day is refused beside it, when published and when changed', async () => {
    const today = app.calendar.today()
    app.clock.set(wall(`${today} 23:55`))
    const refused = { status: 400, body: { code: 'invalid', issues: [{ path: 'until' }] } }
    const post = (input: object) =>
      request(app, 'POST /api/admin/news', {
        as: people.ada,
        body: newsInput(app, { until: today, ...input }),
      })
    expect(await post({ isMailed: true })).toMatchObject(refused)
    expect((await post({})).status).toBe(201)
    const id = await publishNews(app, people.ada, { isMailed: true })
    expect(await put(id, { until: today })).toMatchObject(refused)
    expect(await mailOf()).toEqual({ leavesAt: inMinutes(10), sentAt: null, recipients: null })
    expect((await put(id, { until: today, isMailed: false })).status).toBe(200)
  })

  test('[NEWS-06] it moves with the first day, later and earlier, and never leaves before its news', async () => {
    await chooseReminders(app, people.mia, { news: true })
    const from = addDays(app.calendar.today(), 3)
    const id = await publishNews(app, people.ada, { isMailed: true })
    expect((await put(id, { from })).status).toBe(200)
    const leavesAt = new Date(wall(`${from} 00:10`)).toISOString()
    expect(await mailOf()).toMatchObject({ leavesAt, sentAt: null })
    minutes(15)
    expect(await newMails()).toEqual([])
    expect((await put(id, { version: 2, from: null })).status).toBe(200)
    expect(await mailOf()).toMatchObject({ leavesAt: inMinutes(10), sentAt: null })
    minutes(10)
    expect(await newMails()).toHaveLength(1)
  })

  test('[NEWS-06] a mail that has left stays as it was, whatever of its news is changed', async () => {
    await chooseReminders(app, people.mia, { news: true })
    const id = await publishNews(app, people.ada, { isMailed: true })
    minutes(10)
    expect(await newMails()).toHaveLength(1)
    const mail = await mailOf()
    expect(mail?.sentAt).not.toBeNull()
    const today = app.calendar.today()
    const from = addDays(today, 2)
    const changes = [{ from }, { from, title: 'Corrected', isMailed: false }, { until: today }]
    for (const [index, change] of changes.entries()) {
      expect((await put(id, { version: 1 + index, ...change })).status).toBe(200)
      expect(await mailOf()).toEqual(mail)
    }
    minutes(60)
    expect(await newMails()).toHaveLength(1)
    const { query } = app.database
    const entries = query.selectFrom('activities').select('after').where('targetId', '=', id)
    const changed = await entries
      .where('targetType', '=', 'news')
      .where('action', '=', 'news.update')
      .execute()
    expect(changed).toHaveLength(changes.length)
    expect(JSON.stringify(changed)).not.toContain('mailAt')
  })
})

describe('while it waits in the queue', () => {
  /** Lets nothing leave, as the batch of another node does; returns what ends that. */
  async function occupyBulkQueue() {
    const { query } = app.database
    const payload = { userIds: [], cursor: 0, deferred: [] }
    await insertJobs(query, [{ kind: bulkMailKind, key: 'other', payload, now: new Date(app.clock.now()) }])
    const lockedUntil = new Date(Date.now() + 3_600_000)
    await query.updateTable('jobs').set({ lockedUntil }).where('key', '=', 'other').execute()
    return () => query.deleteFrom('jobs').where('key', '=', 'other').execute()
  }
  const claimed = () => app.database.query.selectFrom('daily_mails').selectAll().execute()

  test('[NEWS-05] [NEWS-06] withdrawn, it leaves to no one, counts no one, and uses up no day', async () => {
    await chooseReminders(app, people.mia, { news: true })
    await chooseReminders(app, people.mo, { news: true })
    const id = await publishNews(app, people.ada, { isMailed: true })
    const release = await occupyBulkQueue()
    minutes(10)
    expect(await newMails()).toEqual([])
    expect((await administered())[0]).toMatchObject({ state: 'current', mail: { recipients: 0 } })
    expect((await put(id, { isWithdrawn: true })).status).toBe(200)
    await release()
    expect(await newMails()).toEqual([])
    expect((await administered())[0]?.mail).toMatchObject({ recipients: 0 })
    expect(await claimed()).toEqual([])
  })

  test('[NEWS-05] [REM-06] who unsubscribes from it gets the reminder of that evening; who stays gets the news alone', async () => {
    const day = addDays(app.calendar.today(), 1)
    await makeMeditation(app, { day, scheduledTime: '20:00', sitting: { together: true } })
    for (const person of [people.mia, people.mo])
      await chooseReminders(app, person, { news: true, dayBefore: 'mail' })
    await publishNews(app, people.ada, { isMailed: true })
    const release = await occupyBulkQueue()
    minutes(10)
    expect(await newMails()).toEqual([])
    await switchOffNewsMails(app.database.query, people.mia.userId)
    await release()
    expect((await newMails()).map(({ to }) => to)).toEqual([people.mo.email])
    expect((await administered())[0]?.mail).toMatchObject({ recipients: 1 })
    expect(await claimed()).toEqual([{ userId: people.mo.userId, day: app.calendar.today() }])
    app.clock.set(wall(`${addDays(day, -1)} 18:00`))
    const [, reminder, ...others] = await newMails()
    expect(reminder).toMatchObject({ to: people.mia.email, subject: 'Stillwater: Tomorrow at 8:00 PM' })
    expect(others).toEqual([])
  })
})

describe('how often', () => {
  test('[NEWS-06] [T83] one mail a day, four in seven days; without a mail, news is free', async () => {
    const today = app.calendar.today()
    const post = (ahead: number, isMailed = true) => {
      const from = addDays(today, ahead)
      const body = newsInput(app, { from, until: from, isMailed })
      return request(app, 'POST /api/admin/news', { as: people.ada, body })
    }
    for (const ahead of [0, 2, 4, 6]) expect((await post(ahead)).status).toBe(201)
    for (const ahead of [0, 1, 5, 6])
      expect(await post(ahead)).toMatchObject({ status: 409, body: { code: 'news_mail_taken' } })
    expect((await post(0, false)).status).toBe(201)
    expect((await post(7)).status).toBe(201)
    expect(await administered()).toHaveLength(6)
  })

  test('[NEWS-05] [NEWS-06] over two nodes, it is queued once', async () => {
    await chooseReminders(app, people.mia, { news: true })
    const other = createJobQueue(app.app.platform)
    startNewsMails(app.app.platform, other)
    const id = await publishNews(app, people.ada, { isMailed: true })
    minutes(10)
    await Promise.all([idle(), other.whenIdle()])
    app.clock.advance(15_000)
    await Promise.all([idle(), other.whenIdle()])
    expect(await newMails()).toHaveLength(1)
    // A late job of the other node, on the next day.
    app.clock.advance(86_400_000)
    const now = new Date(app.clock.now())
    const payload = { newsId: id }
    await insertJobs(app.database.query, [{ kind: newsMailsKind, key: String(id), payload, now }])
    expect(await newMails()).toHaveLength(1)
    await other.close()
  })

  test('[NEWS-05] [T83] a failure in the middle sends nothing, and the next attempt each mail once', async () => {
    const { query } = app.database
    await chooseReminders(app, people.mia, { news: true })
    await chooseReminders(app, people.mo, { news: true })
    await publishNews(app, people.ada, { isMailed: true })
    const { sql } = await import('kysely')
    await sql`alter table news_mails add constraint stop check ("sentAt" is null)`.execute(query)
    minutes(10)
    expect(await newMails()).toEqual([])
    expect(await query.selectFrom('daily_mails').selectAll().execute()).toEqual([])
    await sql`alter table news_mails drop constraint stop`.execute(query)
    minutes(1)
    const mails = await newMails()
    expect(mails.map(({ to }) => to).toSorted()).toEqual([people.mia.email, people.mo.email].toSorted())
  })
})
