// Reminders of a real server: mails of the day before and of changes, and unsubscribing.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noNotificationChoices } from '#features/notifications/rules.ts'
import { saveNotificationChoices } from '#features/notifications/server/sql/choices.ts'
import { updateSitting } from '#features/sittings/server/sql.ts'
import { addDays } from '#shared/day.ts'
import { wall } from '#test/community-days.ts'
import { deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { chooseReminders } from '#test/data/reminders.ts'
import { mailsOf, type ReadMail } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp({ isUnlimited: true, config: { bulkMailsPerSecond: 100 } })
const people = await signInPeople(app)
let startMail = 0

beforeEach(async () => {
  await idle()
  startMail = (await mailsOf(app)).length
})
afterEach(async () => {
  await idle()
  const tables = [
    'sitting_notifications',
    'reminder_sittings',
    'reminder_choices',
    'daily_mails',
    'jobs',
  ] as const
  for (const table of tables) await app.database.query.deleteFrom(table).execute()
  await deleteSchedules(app)
})

const path = '/api/account/reminders'
const newDay = () => addDays(app.calendar.today(), 1)
const idle = () => app.app.jobs.whenIdle()

/** Lets the polls of reminders and of the bulk mail queue pass. */
async function poll(times = 3): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    app.clock.advance(15_000)
    await idle()
  }
}

const newMails = async (): Promise<ReadMail[]> => {
  await poll()
  return (await mailsOf(app)).slice(startMail)
}

/** A sitting on the next day, at 06:30 by the community's clock; the clock is then at noon. */
async function sittingTomorrow(time = '06:30'): Promise<{ id: number; day: string; startsAt: number }> {
  app.clock.set(wall(`${newDay()} 12:00`))
  const day = newDay()
  await makeMeditation(app, { day, title: 'Still water', scheduledTime: time, sitting: { together: true } })
  await poll()
  const { id } = await app.database.query
    .selectFrom('sittings')
    .select('id')
    .where('roomDay', '=', day)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { id, day, startsAt: Temporal.Instant.from(wall(`${day} ${time}`)).epochMilliseconds }
}

/** Its schedule now says 18:00 in Berlin; the bell stays. */
const scheduleInBerlin = (day: string) =>
  app.database.query
    .updateTable('schedules')
    .set({ scheduledTime: '18:00', timeZone: 'Europe/Berlin' })
    .where('date', '=', day)
    .execute()

const dayBefore = (day: string, time = '18:00') => wall(`${addDays(day, -1)} ${time}`)

async function moveSitting(id: number, byMs: number): Promise<void> {
  const row = await app.database.query
    .selectFrom('sittings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const moved = (at: string) => Temporal.Instant.from(at).epochMilliseconds + byMs
  await updateSitting(app.database.query, id, {
    changedAt: new Date(app.clock.now()),
    timeline: {
      doorsAt: moved(row.doorsAt),
      gatherAt: moved(row.gatherAt),
      startsAt: moved(row.startsAt),
      videoAt: moved(row.videoAt),
      sharingAt: moved(row.sharingAt),
      endsAt: moved(row.endsAt),
    },
  })
}

describe('the day before', () => {
  test('[REM-02, REM-06, LANG-03] the mail leaves at 18:00 of the member’s zone, by their clock and in their language', async () => {
    const { day } = await sittingTomorrow('20:00')
    await chooseReminders(app, people.mia, { dayBefore: 'mail' })
    await chooseReminders(app, people.mo, { dayBefore: 'mail' })
    await request(app, 'PUT /api/user/language', { as: people.mo, body: { language: 'de' } })
    app.clock.set(dayBefore(day, '17:55'))
    expect(await newMails()).toEqual([])
    app.clock.set(dayBefore(day))
    const [mail, german, ...others] = (await newMails()).toSorted((a, b) => a.to.localeCompare(b.to))
    expect(others).toEqual([])
    expect(german).toMatchObject({
      to: people.mo.email,
      subject: 'Stillwater: Morgen um 20:00 Uhr',
      text: expect.stringContaining('Abbestellen: ') as unknown,
      html: expect.stringMatching(/<html lang="de">[^]+<span lang="en">Still water<\/span>/) as unknown,
    })
    expect(mail).toMatchObject({
      to: people.mia.email,
      subject: 'Stillwater: Tomorrow at 8:00 PM',
      text: expect.stringContaining('8:00 PM · Still water') as unknown,
    })
    expect(mail?.text).toContain(`${app.url}/meditation`)
    expect(await newMails()).toHaveLength(2)
    await request(app, 'PUT /api/user/language', { as: people.mo, body: { language: 'en' } })
  })

  test('[REM-02, PLAN-04] each zone has its own day before, also one that differs by quarters of an hour', async () => {
    const { day, startsAt } = await sittingTomorrow('20:00')
    const zone = 'Asia/Kathmandu'
    await chooseReminders(app, people.mia, { dayBefore: 'mail', zone })
    const local = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(zone)
    const dayBefore = local.subtract({ days: 1 }).with({ hour: 18, minute: 0 }).epochMilliseconds
    expect(dayBefore).toBeGreaterThan(app.clock.now())
    app.clock.set(dayBefore - 90_000)
    expect(await newMails()).toEqual([])
    app.clock.set(dayBefore)
    const [mail] = await newMails()
    expect(mail?.text).toContain('Times are by the clock in Kathmandu.')
    expect(day).not.toBe('')
  })

  test('[REM-01, REM-02] no mail for other hours, other weekdays, none chosen, or an address that isn’t confirmed', async () => {
    const { day } = await sittingTomorrow('20:00')
    const weekday = Temporal.PlainDate.from(day).dayOfWeek % 7
    await chooseReminders(app, people.mia, { dayBefore: 'mail', times: ['06:30'] })
    await chooseReminders(app, people.mo, { dayBefore: 'mail', weekdays: [(weekday + 1) % 7] })
    await chooseReminders(app, people.gail, { tenMinutes: 'push', changes: ['mail'] })
    await chooseReminders(app, people.ada, { dayBefore: 'mail', weekdays: [weekday], times: ['20:00'] })
    await app.database.query.deleteFrom('outside_identities').where('uid', '=', people.ada.uid).execute()
    app.clock.set(dayBefore(day))
    expect(await newMails()).toEqual([])
    await chooseReminders(app, people.mia, { dayBefore: 'mail' })
    // Chosen after that reminder: nothing is made up for.
    await poll()
    expect(await newMails()).toEqual([])
  })

  test('[REM-02] a time means the planned one of the schedule’s own clock; a later choice of another kind loses no mail', async () => {
    const { day } = await sittingTomorrow('20:00')
    await scheduleInBerlin(day)
    const times = [{ time: '18:00', zone: 'Europe/Berlin' }]
    await chooseReminders(app, people.mia, { dayBefore: 'mail', times })
    await chooseReminders(app, people.mo, { dayBefore: 'mail', times: ['18:00', '20:00'] })
    // Between the time of the day-before reminder and the sending.
    const now = new Date(Date.parse(dayBefore(day)) + 2_000)
    await saveNotificationChoices(app.database.query, people.mia.userId, {
      part: { changes: { mail: true } },
      now,
    })
    app.clock.set(dayBefore(day))
    expect((await newMails()).map(({ to }) => to)).toEqual([people.mia.email])
  })

  test('[REM-06] two sittings of a day are in one mail, and it is the day’s only one', async () => {
    await chooseReminders(app, people.mia, { dayBefore: 'mail' })
    const { day } = await sittingTomorrow('06:30')
    await app.database.query.deleteFrom('schedules').where('date', '=', day).execute()
    await makeMeditation(app, { day, title: 'Evening', scheduledTime: '20:00', sitting: { together: true } })
    app.clock.set(dayBefore(day))
    const mails = await newMails()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/6:30 AM · Still water\n8:00 PM · Evening/)
    const sent = app.database.query.selectFrom('sitting_notifications').select(['kind', 'channel'])
    expect(await sent.where('sentAt', 'is not', null).execute()).toEqual([
      { kind: 'day-before', channel: 'mail' },
      { kind: 'day-before', channel: 'mail' },
    ])
  })

  test('[REM-12] a sitting that is canceled before isn’t announced', async () => {
    const { id, day } = await sittingTomorrow('20:00')
    await chooseReminders(app, people.mia, { dayBefore: 'mail' })
    await app.database.query
      .updateTable('sittings')
      .set({ cancelledAt: new Date(app.clock.now()) })
      .where('id', '=', id)
      .execute()
    app.clock.set(dayBefore(day))
    expect(await newMails()).toEqual([])
  })
})

describe('changes', () => {
  test('[REM-12, REM-06] who was notified, and who chose changes, learn that a sitting moves, is canceled and is on again', async () => {
    const { id, day } = await sittingTomorrow('20:00')
    await chooseReminders(app, people.mia, { dayBefore: 'mail' })
    await chooseReminders(app, people.mo, { changes: ['mail'] })
    await chooseReminders(app, people.gail, { changes: ['mail'], times: ['06:30'] })
    app.clock.set(dayBefore(day))
    expect((await newMails()).map(({ to }) => to)).toEqual([people.mia.email])
    await moveSitting(id, 45 * 60_000)
    const moved = (await newMails()).slice(1)
    expect(moved.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual(
      [people.mia.email, people.mo.email].map((to) => `${to}: Stillwater: A sitting has moved`),
    )
    expect(moved[0]?.text).toContain('Now starts at 8:45 PM')
    const cancelled = { cancelledAt: new Date(app.clock.now()) }
    await app.database.query.updateTable('sittings').set(cancelled).where('id', '=', id).execute()
    const canceled = (await newMails()).slice(3)
    expect(canceled.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 2 }, () => 'Stillwater: A sitting is canceled'),
    )
    await app.database.query.updateTable('sittings').set({ cancelledAt: null }).where('id', '=', id).execute()
    expect((await newMails()).slice(5)).toHaveLength(2)
  })

  test('[REM-12] who chose changes after a sitting had moved isn’t told of it', async () => {
    const { id } = await sittingTomorrow('20:00')
    await chooseReminders(app, people.mo, { changes: ['mail'] })
    await moveSitting(id, 45 * 60_000)
    app.clock.advance(1_000)
    await chooseReminders(app, people.mia, { changes: ['mail'] })
    expect((await newMails()).map(({ to }) => to)).toEqual([people.mo.email])
  })

  test('[REM-12] a sitting that is deleted is notified as canceled; one days ahead isn’t notified', async () => {
    await chooseReminders(app, people.mo, { changes: ['mail'] })
    await sittingTomorrow('20:00')
    const later = addDays(newDay(), 3)
    await makeMeditation(app, { day: later, scheduledTime: '20:00', sitting: { together: true } })
    await poll()
    await deleteSchedules(app)
    expect((await newMails()).map(({ subject }) => subject)).toEqual(['Stillwater: A sitting is canceled'])
  })
})

const oneClick = {
  'content-type': 'application/x-www-form-urlencoded',
  // No Origin, no cookie.
}

const post = (token: string) =>
  fetch(`${app.url}/unsubscribe/${token}`, {
    method: 'POST',
    headers: oneClick,
    body: 'List-Unsubscribe=One-Click',
  })

async function mailWithToken(
  to: TestUser,
): Promise<{ mail: ReadMail; token: string; headers: Map<string, string> }> {
  const { day } = await sittingTomorrow('20:00')
  app.clock.set(dayBefore(day))
  const mail = (await newMails()).find((found) => found.to === to.email)
  const token = /\/unsubscribe\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const headers = new Map(mail?.email.headers.map(({ key, value }) => [key, value]))
  if (!mail) throw new Error('There is no mail.')
  return { mail, token, headers }
}

test('[REM-06, T82] one press by a mail program, without Origin, cookie and session, switches off that kind alone', async () => {
  const choices = { dayBefore: 'mail', tenMinutes: 'push', changes: ['push', 'mail'], news: true } as const
  await chooseReminders(app, people.mia, { ...choices, changes: [...choices.changes] })
  await chooseReminders(app, people.mo, { dayBefore: 'mail' })
  const { token, headers, mail } = await mailWithToken(people.mia)
  const url = `${app.url}/unsubscribe/${token}`
  expect(Buffer.from(token, 'base64url')).toHaveLength(16)
  expect(headers.get('list-unsubscribe')).toContain(`<${url}>, <mailto:`)
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail.html).toContain(`href="${url}"`)
  const { status } = await post(token)
  expect(status).toBe(200)
  expect((await request(app, `GET ${path}`, { as: people.mia })).body).toEqual({
    ...noNotificationChoices,
    tenMinutes: 'push',
    changes: ['push'],
    news: true,
  })
  expect((await request(app, `GET ${path}`, { as: people.mo })).body).toMatchObject({ dayBefore: 'mail' })
  // Repeated, and as the other kind of form.
  expect((await post(token)).status).toBe(200)
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200)
})
