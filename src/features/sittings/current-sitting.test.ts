// The current room and sitting as a table: around midnight, twice a day, canceled, and on days whose clocks change.
import { describe, expect, test } from 'vitest'
import { communityDays, type CommunityDays } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { daysIn, tableZones } from '#test/community-days.ts'
import {
  goesBack,
  msToNextChange,
  nextSitting,
  scheduleShownAt,
  roomDayAt,
  roomWindow,
  sittingAfter,
  sittingShownAt,
  sittingUnderWay,
  type DatedTimeline,
} from './current-sitting.ts'
import { phaseAt } from './phases.ts'
import { sittingDefaults, scheduledTimeline } from './rules.ts'
import { communityClock } from './scheduled-start.ts'

interface TestSitting extends DatedTimeline {
  name: string
}

/** Doors 15 minutes before the bell, a video of 30 minutes, 15 minutes of sharing; `text` is '1T23:45', or '1T23:45!' if canceled. */
function buildSitting(days: CommunityDays, text: string): TestSitting {
  const [, date = '', time = '', mark] = /^(\d+)T([\d:]+)(!?)$/.exec(text) ?? []
  const day = dayOf(date)
  const row = { ...communityClock, date: day, scheduledTime: time }
  return {
    ...scheduledTimeline(days, { ...sittingDefaults, ...row, mediaSeconds: 1_800 }),
    cancelled: mark === '!',
    day,
    name: text,
  }
}

const dayOf = (date: string) => `2026-12-${date.padStart(2, '0')}`

describe.each(tableZones)('in %s', (zone) => {
  const days = daysIn(zone)

  test.each<
    [string, string[], [at: string, today: string, room: string, sitting: string | null, phase: string][]]
  >([
    [
      '[PHASE-14] [PHASE-16] a sitting that crosses midnight keeps the room until its sharing ends',
      ['1T23:45', '2T12:00'],
      [
        ['1T23:29', '1', '1', '1T23:45', 'open'],
        ['1T23:31', '1', '1', '1T23:45', 'doors'],
        ['2T00:01', '2', '1', '1T23:45', 'meditation'],
        ['2T00:29', '2', '1', '1T23:45', 'sharing'],
        ['2T00:31', '2', '2', '2T12:00', 'open'],
      ],
    ],
    [
      '[PHASE-08] doors that open before midnight open the room of the next day',
      ['1T12:00', '2T00:10'],
      [
        ['1T23:54', '1', '1', '1T12:00', 'open'],
        ['1T23:56', '1', '2', '2T00:10', 'doors'],
        ['2T00:01', '2', '2', '2T00:10', 'doors'],
      ],
    ],
    [
      '[PHASE-13] of two sittings a day, the next one follows the one that is over',
      ['1T07:00', '1T19:00'],
      [
        ['1T06:00', '1', '1', '1T07:00', 'open'],
        ['1T07:20', '1', '1', '1T07:00', 'meditation'],
        ['1T07:46', '1', '1', '1T19:00', 'open'],
        ['1T19:00', '1', '1', '1T19:00', 'bell'],
        ['1T20:30', '1', '1', '1T19:00', 'open'],
      ],
    ],
    ['[PHASE-13] a day without a sitting', [], [['1T12:00', '1', '1', null, 'open']]],
    [
      '[PHASE-20] a cancelled sitting is the day’s if it is the only one',
      ['1T23:45!'],
      [
        ['1T12:00', '1', '1', '1T23:45!', 'open'],
        ['1T23:50', '1', '1', '1T23:45!', 'open'],
        ['2T00:01', '2', '2', null, 'open'],
      ],
    ],
    [
      '[PHASE-20] a cancelled sitting is shown during its time, even beside another one',
      ['1T07:00!', '1T19:00'],
      [
        ['1T06:00', '1', '1', '1T19:00', 'open'],
        ['1T07:05', '1', '1', '1T07:00!', 'open'],
        ['1T08:00', '1', '1', '1T19:00', 'open'],
      ],
    ],
    [
      '[PHASE-20] of several cancelled ones at once it is the last',
      ['1T06:15!', '1T06:17!', '1T22:00'],
      [
        ['1T06:20', '1', '1', '1T06:17!', 'open'],
        ['1T07:10', '1', '1', '1T22:00', 'open'],
      ],
    ],
  ])('%s', (_, texts, rows) => {
    const sittings = texts.map((text) => buildSitting(days, text))
    const found = rows.map(([at]) => {
      const [date = '', time = ''] = at.split('T')
      const nowMs = days.wallTimeMs(dayOf(date), time)
      const today = days.dayOf(nowMs)
      const room = roomDayAt(sittings, today, nowMs)
      const sitting = sittingShownAt(
        sittings.filter(({ day }) => day === room),
        nowMs,
      )
      return [at, today, room, sitting?.name ?? null, phaseAt(sitting, nowMs)]
    })
    expect(found).toEqual(
      rows.map(([at, today, room, sitting, phase]) => [at, dayOf(today), dayOf(room), sitting, phase]),
    )
  })

  test('[PLAN-02] the next sitting is the first one whose doors open, and never a canceled one', () => {
    const sittings = ['1T07:00', '1T12:00!', '1T19:00'].map((text) => buildSitting(days, text))
    const nextAt = (time: string) => nextSitting(sittings, days.wallTimeMs(dayOf('1'), time))?.name ?? null
    expect(['06:00', '06:45', '11:00', '18:44', '18:45'].map(nextAt)).toEqual([
      '1T07:00',
      '1T19:00',
      '1T19:00',
      '1T19:00',
      null,
    ])
  })

  test('[PLAN-02] a meditation without a bell is the day’s while none is under way', () => {
    const evening = { ...buildSitting(days, '1T19:00'), scheduleId: 2 }
    const schedules = [
      { scheduleId: 1, together: true },
      { scheduleId: 2, together: true },
      { scheduleId: 3, together: false },
    ]
    const shownAt = (time: string, ofDay = schedules) =>
      scheduleShownAt(ofDay, evening, days.wallTimeMs(dayOf('1'), time))?.scheduleId
    expect(['12:00', '18:44', '18:45', '19:05', '23:00'].map((time) => shownAt(time))).toEqual([
      3, 3, 2, 2, 3,
    ])
    expect(shownAt('12:00', schedules.slice(0, 2))).toBe(2)
    expect(shownAt('12:00', schedules.slice(0, 1))).toBe(1)
  })

  test('[PLAN-02] the sitting after another one isn’t a canceled one', () => {
    const sittings = ['1T07:00', '1T12:00!', '1T19:00', '2T07:00!'].map((text) => buildSitting(days, text))
    const after = (text: string) => sittingAfter(sittings, buildSitting(days, text).startsAt)?.name ?? null
    expect([after('1T07:00'), after('1T12:00'), after('1T19:00')]).toEqual(['1T19:00', '1T19:00', null])
  })

  test('[LIVE-17] [PHASE-16] a room is open from its midnight or its first doors, until its time after the next midnight or the end of its last sharing', () => {
    const sittings = ['2T00:10', '2T12:00', '2T23:45', '3T00:10!'].map((text) => buildSitting(days, text))
    const at = (date: string, time: string) => days.wallTimeMs(dayOf(date), time)
    const windowOf = (date: string, minutes: number) => roomWindow(dayOf(date), { days, sittings, minutes })
    expect(windowOf('2', 10)).toEqual({ fromMs: at('1', '23:55'), untilMs: at('3', '00:30') + 8_000 })
    expect(windowOf('2', 24).untilMs).toBe(at('3', '00:39'))
    expect(windowOf('3', 0)).toEqual({ fromMs: at('3', '00:00'), untilMs: at('4', '00:15') })
  })

  test('[PHASE-22] the next moment is a midnight, doors, or the end of a sharing; nothing changes before', () => {
    const sittings = ['1T12:00!', '1T23:45', '2T12:00'].map((text) => buildSitting(days, text))
    let nowMs = days.wallTimeMs(dayOf('1'), '06:00')
    const seen: string[] = []
    const stateAt = (atMs: number) => {
      const room = roomDayAt(sittings, days.dayOf(atMs), atMs)
      const ofRoom = sittings.filter(({ day }) => day === room)
      return `${room.slice(-1)} ${sittingShownAt(ofRoom, atMs)?.name} ${sittingUnderWay(sittings, atMs)?.name}`
    }
    while (seen.length < 8) {
      const leftMs = msToNextChange(sittings, days, nowMs)
      expect(stateAt(nowMs + leftMs - 1)).toBe(stateAt(nowMs))
      nowMs += leftMs
      seen.push(stateAt(nowMs))
    }
    expect(seen).toEqual([
      '1 1T12:00! undefined',
      '1 1T23:45 undefined',
      '1 1T23:45 1T23:45',
      '1 1T23:45 1T23:45',
      '2 2T12:00 undefined',
      '2 2T12:00 2T12:00',
      '2 2T12:00 undefined',
      '3 undefined undefined',
    ])
  })
})

const timestampOf = (ms: number | undefined) =>
  Temporal.Instant.fromEpochMilliseconds(ms ?? 0).toString({ smallestUnit: 'minute' })

test.each([
  ['2027-03-14', '02:30', '2027-03-14T08:30Z'],
  ['2026-11-01', '01:30', '2026-11-01T06:30Z'],
])(
  '[PHASE-17] on the day %s, whose clocks change, a sitting at %s is in its own room from the doors on',
  (date, time, bell) => {
    const days = daysIn('America/Chicago')
    const row = { ...communityClock, date, scheduledTime: time }
    const sitting = {
      ...scheduledTimeline(days, { ...sittingDefaults, ...row, mediaSeconds: 1_800 }),
      day: date,
      cancelled: false,
    }
    expect(timestampOf(sitting.startsAt)).toBe(bell)
    for (const nowMs of [sitting.doorsAt, sitting.startsAt, sitting.endsAt])
      expect(roomDayAt([sitting], days.dayOf(nowMs), nowMs)).toBe(date)
  },
)

test('[PHASE-16] a sitting keeps its room over a change of the community’s zone', () => {
  const days = communityDays([
    { fromDay: '0001-01-01', zone: 'America/Chicago' },
    { fromDay: '2026-12-11', zone: 'Europe/Berlin' },
  ])
  // The 10th ends at midnight in Berlin, in the afternoon in Chicago.
  const sitting = buildSitting(days, '10T16:45')
  const nowMs = days.startMs('2026-12-11') + 10 * minuteMs
  expect(days.dayOf(nowMs)).toBe('2026-12-11')
  expect(roomDayAt([sitting], '2026-12-11', nowMs)).toBe('2026-12-10')
})

test('[PHASE-16] a sitting whose bell rings on the community’s next day keeps the room of its day', () => {
  const days = daysIn('America/Chicago')
  // At 06:30 in Berlin, while the clocks of Berlin and Chicago are six hours apart.
  const moved = { ...buildSitting(days, '15T00:30'), day: '2026-12-14' }
  const nowMs = days.wallTimeMs('2026-12-15', '00:20')
  expect(roomDayAt([moved], '2026-12-15', nowMs)).toBe('2026-12-14')
  expect(roomWindow('2026-12-14', { days, sittings: [moved], minutes: 30 }).untilMs).toBe(moved.endsAt)
})

test('[PHASE-16] a page goes back to an earlier room as its late doors open, and after an early sitting', () => {
  const days = daysIn('America/Chicago')
  const late = { ...buildSitting(days, '15T00:30'), day: '2026-12-14' }
  const early = { ...buildSitting(days, '14T22:30'), day: '2026-12-15' }
  const noon = buildSitting(days, '15T12:00')
  const from = (shown: string, sittings: DatedTimeline[], at: string) => {
    const [, date = '', time = ''] = /^(\d+)T(.*)$/.exec(at) ?? []
    const nowMs = days.wallTimeMs(dayOf(date), time)
    return goesBack(shown, { sittings, roomDay: roomDayAt(sittings, days.dayOf(nowMs), nowMs), nowMs })
  }
  const rows = ['15T00:10', '15T00:16', '15T01:14', '15T01:20'].map((at) =>
    from('2026-12-15', [late, noon], at),
  )
  expect(rows).toEqual([false, true, true, false])
  expect(from('2026-12-14', [late, noon], '15T00:16')).toBe(false)
  expect(from('2026-12-15', [{ ...late, cancelled: true }, noon], '15T00:16')).toBe(false)
  // The server's clock has passed midnight a moment before the page's.
  expect(from('2026-12-15', [noon], '14T23:59')).toBe(false)
  expect(['14T22:20', '14T23:20'].map((at) => from('2026-12-15', [early, noon], at))).toEqual([false, true])
})
