// The calendar of a node: its days follow the table, and listeners learn of each day once.
import { expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { createCalendar } from './calendar.ts'

const app = await openTestApp()

let opened = 0

/** One more node's calendar, with its own clock. */
async function openCalendar(moment: string) {
  opened += 1
  const clock = createTestClock(moment)
  const warned: string[] = []
  const log = { ...app.app.platform.log, warn: (_: object, text: string) => warned.push(text) }
  const bus = app.hub.connect(`calendar-${opened}`)
  const calendar = await createCalendar({ bus, clock, database: app.database, log })
  const started: string[] = []
  calendar.onDayStarted((day) => started.push(day))
  onTestFinished(async () => {
    calendar.close()
    await bus.close()
  })
  return { calendar, clock, started, warned }
}

test('[TIME-01] listeners learn of a day once, at its midnight, or when the day is asked for', async () => {
  const { calendar, clock, started } = await openCalendar(wall('2026-11-20 23:59:59'))
  expect(calendar.today()).toBe('2026-11-20')
  clock.advance(1_000)
  expect(started).toEqual(['2026-11-21'])
  // Asked before the timer ran.
  clock.set(wall('2026-11-22 00:00'))
  expect(calendar.today()).toBe('2026-11-22')
  expect(started).toEqual(['2026-11-21', '2026-11-22'])
})

test('[LIVE-16] a node follows another one that starts the day up to a minute earlier', async () => {
  const early = await openCalendar(wall('2026-11-20 23:59:59'))
  const late = await openCalendar(wall('2026-11-20 23:59:05'))
  const wrong = await openCalendar(wall('2026-11-20 23:58'))
  early.clock.advance(1_000)
  expect([late, wrong].map(({ calendar }) => calendar.today())).toEqual(['2026-11-21', '2026-11-20'])
  expect(late.started).toEqual(['2026-11-21'])
  expect(wrong.warned).toEqual([expect.stringContaining('announced a day too early')])
})

test('[TIME-01] a change of the community’s zone is read within a minute, and moves the next midnight', async () => {
  const { query } = app.database
  const { calendar, clock, started } = await openCalendar(wall('2026-11-20 12:00'))
  onTestFinished(async () => {
    await query.deleteFrom('community_zones').where('fromDay', '!=', '0001-01-01').execute()
  })
  const fromDay = '2026-11-21'
  await query.insertInto('community_zones').values({ fromDay, zone: 'Pacific/Honolulu' }).execute()
  clock.advance(60_000)
  await expect.poll(() => calendar.days().zoneOf(fromDay)).toBe('Pacific/Honolulu')
  const midnightMs = calendar.days().startMs(fromDay)
  expect(midnightMs).toBe(Temporal.Instant.from('2026-11-21T10:00:00Z').epochMilliseconds)
  clock.set(midnightMs - 1)
  expect(calendar.today()).toBe('2026-11-20')
  clock.set(midnightMs)
  expect(calendar.today()).toBe(fromDay)
  expect(started).toEqual([fromDay])
})
