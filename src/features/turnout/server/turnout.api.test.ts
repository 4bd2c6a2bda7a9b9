// How many sat: whose visits count, for administrators and garden angels, after a repeated sitting too.
import { beforeEach, expect, test } from 'vitest'
import { insertPastVisits } from '#features/meditation/server/sql.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { minuteMs } from '#shared/durations.ts'
import { defaultTestTime } from '#test/clock.ts'
import { makeSitting } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Turnout } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
const sitters: TestUser[] = []
for (const name of ['one', 'two', 'three', 'four', 'five'])
  sitters.push(await signIn(app, name, personFields.mo))

let sitting: Sitting
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  for (const table of ['meditation_sessions', 'meditation_clocks', 'sittings', 'schedules'] as const)
    await app.database.query.deleteFrom(table).execute()
  // Twenty minutes from an hour ago, with two minutes of sharing.
  sitting = await makeSitting(app, {
    inMs: -60 * minuteMs,
    sharingMinutes: 2,
    template: { duration: 20, mediaSeconds: 1_200 },
  })
})

const turnouts = async (as = people.ada) =>
  (await request(app, 'GET /api/admin/turnouts?month=2026-11', { as })).body as Turnout[]
const counts = async (as = people.ada) => (await turnouts(as)).map(({ count }) => count)

/** A visit from a number of minutes after the bell. */
async function visit(
  { userId }: TestUser,
  { from, minutes, ...more }: { from: number; minutes: number; isSample?: true },
): Promise<void> {
  const { id: templateId } = await app.database.query
    .selectFrom('meditation_templates')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await insertPastVisits(app.database.query, [
    {
      userId,
      templateId,
      sessionDate: sitting.day,
      startTime: new Date(sitting.startsAt + from * minuteMs),
      seconds: minutes * 60,
      completed: false,
      isSample: false,
      ...more,
    },
  ])
}

test('[SCH-38] who spent a minute between bell and sharing sat, counted once', async () => {
  const [one, two, three, four, five] = sitters as [TestUser, TestUser, TestUser, TestUser, TestUser]
  await visit(one, { from: -5, minutes: 30 })
  // Late, and again after an interruption.
  await visit(two, { from: 10, minutes: 3 })
  await visit(two, { from: 15, minutes: 5 })
  await visit(three, { from: 19, minutes: 1 })
  // Before the bell, and only in the sharing.
  await visit(four, { from: -10, minutes: 10.5 })
  await visit(five, { from: 19.5, minutes: 10 })
  await visit(people.ada, { from: 0, minutes: 20, isSample: true })
  const [row] = await turnouts()
  expect(row).toEqual({ scheduleId: sitting.scheduleId, startsAt: sitting.startsAt, count: 3 })
  expect((await request(app, 'GET /api/admin/turnouts?month=2026-10', { as: people.ada })).body).toEqual([])
})

test('[SCH-39] a garden angel reads a number from five on, an administrator each', async () => {
  expect([await counts(), await counts(people.gail)]).toEqual([[0], [null]])
  for (const sitter of sitters.slice(1)) await visit(sitter, { from: 0, minutes: 20 })
  expect([await counts(), await counts(people.gail)]).toEqual([[4], [null]])
  await visit(sitters[0] as TestUser, { from: 0, minutes: 20 })
  expect([await counts(), await counts(people.gail)]).toEqual([[5], [5]])
})

test('[SCH-38] a sitting that is canceled, not over, or whose schedule moved to another day has no number', async () => {
  const update = (row: object) =>
    app.database.query.updateTable('sittings').set(row).where('id', '=', sitting.id).execute()
  await update({ cancelledAt: new Date(app.clock.now()) })
  expect(await turnouts()).toEqual([])
  await update({ cancelledAt: null })
  app.clock.set(sitting.endsAt - 1)
  expect(await turnouts()).toEqual([])
  app.clock.set(sitting.endsAt)
  expect(await turnouts()).toHaveLength(1)
  await app.database.query.updateTable('schedules').set({ date: '2026-11-25' }).execute()
  expect(await turnouts()).toEqual([])
})

test('[SCH-38] [MED-51] a sitting begun again that day counts who sat in it, not who came back after it', async () => {
  const [both, early, late] = sitters as [TestUser, TestUser, TestUser]
  const start = async (as: TestUser) =>
    (await request(app, 'POST /api/session/start', { as, body: { sessionDate: sitting.day } })).body as {
      id: number
    }
  const sit = async (as: TestUser, minutes: number) => {
    const { id } = await start(as)
    return async () => {
      const report = { additionalDuration: minutes * 60, isVisible: true }
      await request(app, `POST /api/session/${id}`, { as, body: report })
    }
  }
  /** Members who arrive two minutes early, stay for the meditation, and leave. */
  const sitTogether = async (bellMs: number, ...members: TestUser[]) => {
    app.clock.set(bellMs - 2 * minuteMs)
    const leave = await Promise.all(members.map((member) => sit(member, 20)))
    app.clock.set(bellMs + 18 * minuteMs)
    await Promise.all(leave.map((run) => run()))
  }
  await sitTogether(sitting.startsAt, both, early)
  app.clock.set(sitting.startsAt + 60 * minuteMs)
  const begun = await request(app, `POST /api/sittings/${sitting.scheduleId}/begin`, {
    as: people.gail,
    body: { inSeconds: 300 },
  })
  expect(begun.status).toBe(200)
  const again = begun.body as Sitting
  await sitTogether(again.startsAt, both, late)
  app.clock.set(again.sharingAt + minuteMs)
  const leave = await sit(early, 1)
  app.clock.set(again.endsAt)
  await leave()
  expect(await turnouts()).toMatchObject([
    { startsAt: sitting.startsAt, count: 2 },
    { startsAt: again.startsAt, count: 2 },
  ])
})
