// The day-before mails in a large community, with a password link among them.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countBulkMails } from '#server/mail/sql.ts'
import { addDays } from '#shared/day.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { eventually } from '#test/eventually.ts'
import { insertGuests } from '#test/live/crowd.ts'
import { readMail } from '#test/network/mails.ts'
import { signUpAccount } from '#test/people/account.ts'
import { request } from '#test/request.ts'

const guestsMost = 1_000

/** Inserts members with confirmed addresses who chose the mail of the day before. */
async function insertMembers(app: TestApp, count: number): Promise<void> {
  const { query } = app.database
  for (let from = 0; from < count; from += guestsMost) {
    await insertGuests(app, Math.min(guestsMost, count - from))
    await sql`delete from sessions where uid like 'uid-guest-%'`.execute(query)
    await sql`
      update users set email = 'many-' || id || '@example.org', "firebaseUid" = 'many-' || id
      where email like 'guest-%'`.execute(query)
  }
  await sql`
    insert into outside_identities (provider, subject, uid, email, "emailVerified", "createdAt")
    select 'google', "firebaseUid", "firebaseUid", email, true, now() from users
    where email like 'many-%'`.execute(query)
  await sql`
    insert into reminder_choices ("userId", "dayBefore", "dayBeforeChosenAt", "chosenAt")
    select id, 'mail', '2026-01-01', '2026-01-01' from users where email like 'many-%'`.execute(query)
}

/** Sends the mails, and requests a password link in the middle. */
async function sendDayBefore(app: TestApp, count: number) {
  const { database, clock, config } = app
  const { email: link } = await signUpAccount(app, 'forgetful')
  await insertMembers(app, count)
  const day = addDays(app.calendar.today(), 1)
  await makeMeditation(app, { day, scheduledTime: '20:00', sitting: { together: true } })
  clock.set(wall(`${addDays(day, -1)} 18:00`))
  const outbox = join(config.dataDir, 'outbox')
  const seen = new Map<string, { to: string; subject: string }>()
  const readNew = async () => {
    for (const name of (await readdir(outbox).catch(() => [])).filter((found) => found.endsWith('.eml')))
      if (!seen.has(name)) seen.set(name, await readMail(await readFile(join(outbox, name))))
    return [...seen.values()]
  }
  const waiting = async () => (await countBulkMails(database.query)).waiting
  const reminders = async () => (await readNew()).filter(({ subject }) => subject.includes('Tomorrow'))
  /** Polls of the queues wait for the test's clock. */
  const tick = () => clock.advance(2_000)
  await eventually(async () => {
    tick()
    expect((await reminders()).length).toBeGreaterThan(count / 3)
  }, 1_200_000)
  const isInTheMiddle = (await waiting()) > 0
  const startedMs = performance.now()
  await request(app, 'POST /api/identity/request-password-reset', { body: { email: link } })
  await eventually(async () => {
    const mails = await readNew()
    expect(mails.some(({ to, subject }) => to === link && subject.includes('new password'))).toBe(true)
  }, 60_000)
  const linkAfterMs = performance.now() - startedMs
  const behindLink = await waiting()
  // None may wait for a moment, while the rest isn't queued yet.
  await eventually(async () => {
    tick()
    expect((await reminders()).length).toBeGreaterThanOrEqual(count)
  }, 1_200_000)
  await app.app.jobs.whenIdle()
  return { linkAfterMs, isInTheMiddle, behindLink, recipients: (await reminders()).map(({ to }) => to) }
}

async function expectDayBefore(count: number, bulkMailsPerSecond: number): Promise<void> {
  const app = await startTestApp({ isUnlimited: true, config: { bulkMailsPerSecond } })
  try {
    const { linkAfterMs, isInTheMiddle, behindLink, recipients } = await sendDayBefore(app, count)
    expect(isInTheMiddle).toBe(true)
    expect(linkAfterMs).toBeLessThan(15_000)
    // It overtook mails that had waited before it.
    expect(behindLink).toBeGreaterThan(0)
    expect(recipients).toHaveLength(count)
    expect(new Set(recipients).size).toBe(count)
  } finally {
    await app.close()
  }
}

test(
  '[REM-13] the day-before mails: none is lost or sent twice, and a password link leaves within 15 seconds @full',
  () => expectDayBefore(300, 60),
  120_000,
)

test(
  '[REM-13] 10,001 day-before mails: none is lost or sent twice, and a password link leaves within 15 seconds @full',
  () => expectDayBefore(10_001, 100),
  2_400_000,
)
