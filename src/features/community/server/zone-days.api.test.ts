// Communities of other zones: their midnights and both clock changes, from the day to the sitting's sentence.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSentence } from '#features/meditation/rules.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { addDays, timestampToMs } from '#shared/day.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { createTestClock } from '#test/clock.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { joinLive } from '#test/live/live-client.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

/** Days whose clocks change: their midnight, length and the bell of 6:30 AM. */
const changes = [
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25, '2026-10-25T05:30:00Z', 'Berlin'],
  ['Europe/Berlin', '2027-03-28', '2027-03-27T23:00:00Z', 23, '2027-03-28T04:30:00Z', 'Berlin'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00Z', 23, '2026-09-26T17:30:00Z', 'Auckland'],
  ['Pacific/Auckland', '2027-04-04', '2027-04-03T11:00:00Z', 25, '2027-04-03T18:30:00Z', 'Auckland'],
] as const

describe.each(changes)('in %s on %s', (zone, day, midnight, hours, bell, city) => {
  let app: TestApp
  let mia: TestUser
  const midnightMs = timestampToMs(midnight)
  beforeAll(async () => {
    app = await startTestApp({ zone, isUnlimited: true, clock: createTestClock(midnightMs - 43_200_000) })
    mia = (await signInPeople(app)).mia
    for (const each of [addDays(day, -1), day, addDays(day, 1)])
      await makeMeditation(app, { day: each, scheduledTime: '06:30', sitting: { together: true } })
  })
  afterAll(() => app.close())

  const today = async () =>
    (await request(app, 'GET /api/meditation/today', { as: mia })).body as { date: string; sitting: Sitting }

  test('[COM-05] [TIME-03] the day begins at its midnight, with its room and its sitting', async () => {
    const endMs = midnightMs + hours * 3_600_000
    app.clock.set(midnightMs - 1)
    expect(await today()).toMatchObject({ date: addDays(day, -1) })
    app.clock.set(midnightMs)
    const { date, sitting } = await today()
    expect([date, sitting.startsAt]).toEqual([day, timestampToMs(bell)])
    const client = await joinLive(app, mia, day)
    await client.close()
    const community = app.calendar.days().zoneAt(app.clock.now())
    expect(startSentence(sitting.startsAt, { community, local: null, today: day })).toBe(
      `Begins at 6:30 AM in ${city}`,
    )
    app.clock.set(endMs - 1)
    expect((await today()).date).toBe(day)
    app.clock.set(endMs)
    expect((await today()).date).toBe(addDays(day, 1))
  })
})
