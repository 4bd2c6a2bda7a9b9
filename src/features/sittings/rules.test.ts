import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, timestampToMs } from '#shared/day.ts'
import { daysIn } from '#test/community-days.ts'
import {
  heldPlacesAt,
  msToNextPhase,
  phaseAt,
  chatPausedUntilMs,
  type Phase,
  type Timeline,
} from './phases.ts'
import {
  startedTimeline,
  delayed,
  endedAt,
  isTimeFor,
  mayRestore,
  scheduledTimeline,
  sittingDefaults,
  sittingToBegin,
  togetherError,
  withBellAt,
  withMediaSeconds,
  type ScheduledSitting,
} from './rules.ts'
import { communityClock } from './scheduled-start.ts'

const at = timestampToMs
const days = daysIn('America/Chicago')

function buildRow(overrides: Partial<ScheduledSitting> = {}): ScheduledSitting {
  return {
    ...sittingDefaults,
    ...communityClock,
    date: '2026-11-21',
    scheduledTime: '06:30',
    mediaSeconds: 1_200,
    ...overrides,
  }
}
const timeline = (overrides: Partial<ScheduledSitting> = {}) => ({
  ...scheduledTimeline(days, buildRow(overrides)),
  mediaSeconds: overrides.mediaSeconds ?? 1_200,
  cancelled: false,
})

describe('the timeline of a sitting', () => {
  test('[PHASE-03] follow from its schedule', () => {
    expect(scheduledTimeline(days, buildRow({ silenceMinutes: 2 }))).toEqual({
      doorsAt: at('2026-11-21T12:15:00Z'),
      gatherAt: at('2026-11-21T12:29:00Z'),
      startsAt: at('2026-11-21T12:30:00Z'),
      videoAt: at('2026-11-21T12:30:08Z'),
      sharingAt: at('2026-11-21T12:52:08Z'),
      endsAt: at('2026-11-21T13:07:08Z'),
    })
  })

  test.each([
    ['2027-03-14', '02:30', '2027-03-14T08:30:00Z'],
    ['2026-11-01', '01:30', '2026-11-01T06:30:00Z'],
    ['2027-03-14', '23:50', '2027-03-15T04:50:00Z'],
  ])('[PHASE-17] on %s at %s the bell rings at %s', (date, scheduledTime, expected) => {
    expect(scheduledTimeline(days, buildRow({ date, scheduledTime })).startsAt).toBe(at(expected))
  })

  const scheduled = scheduledTimeline(days, buildRow())
  const beforeDoors = scheduled.doorsAt - 1
  const expectShifted = (moved: typeof scheduled, byMs: number) => {
    for (const moment of ['gatherAt', 'startsAt', 'videoAt', 'sharingAt', 'endsAt'] as const)
      expect(moved[moment]).toBe(scheduled[moment] + byMs)
  }

  test('[PHASE-18] a delay moves the bell and what follows; the doors open when they would have', () => {
    for (const nowMs of [beforeDoors, scheduled.doorsAt]) {
      const later = delayed(scheduled, 5, nowMs)
      expect(later.doorsAt).toBe(scheduled.doorsAt)
      expectShifted(later, 300_000)
    }
  })

  test('[PHASE-18] the end that a host chose opens the sharing, even during the bell', () => {
    const ended = endedAt(scheduled, scheduled.startsAt + 3_000)
    expect([ended.sharingAt, ended.endsAt]).toEqual([at('2026-11-21T12:30:03Z'), at('2026-11-21T12:45:03Z')])
    expect(phaseAt({ ...ended, cancelled: false }, ended.sharingAt)).toBe('sharing')
  })

  test('[PHASE-24] doors and gathering shrink to the time that is left before the bell', () => {
    const nowMs = at('2026-11-21T18:00:00Z')
    expect(startedTimeline(buildRow(), { nowMs, inSeconds: 20 })).toMatchObject({
      doorsAt: nowMs,
      gatherAt: nowMs,
      startsAt: nowMs + 20_000,
    })
    expect(startedTimeline(buildRow(), { nowMs, inSeconds: 3_600 })).toMatchObject({
      doorsAt: nowMs + 45 * 60_000,
      gatherAt: nowMs + 59 * 60_000,
    })
  })

  test('[PHASE-24] a bell that moves takes closed doors along, and leaves open ones open', () => {
    const closed = withBellAt(scheduled, scheduled.startsAt + 600_000, beforeDoors)
    expect(closed.doorsAt).toBe(scheduled.doorsAt + 600_000)
    expectShifted(closed, 600_000)
    const nowMs = scheduled.startsAt - 30_000
    const open = withBellAt(scheduled, nowMs + 10_000, nowMs)
    expect(open).toMatchObject({ doorsAt: scheduled.doorsAt, gatherAt: nowMs, startsAt: nowMs + 10_000 })
  })

  test('[PHASE-21] a video of another length leaves silence and sharing as long as they are', () => {
    const silent = scheduledTimeline(days, buildRow({ silenceMinutes: 2 }))
    expect(withMediaSeconds(silent, 1_200, 1_260)).toEqual({
      ...silent,
      sharingAt: silent.sharingAt + 60_000,
      endsAt: silent.endsAt + 60_000,
    })
  })
})

const minutes = (max: number) => fc.integer({ min: 0, max })
const anyRow = fc.record({
  date: fc.integer({ min: 0, max: 800 }).map((days) => addDays('2026-01-01', days)),
  scheduledTime: fc
    .tuple(minutes(23), minutes(59))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
  doorsMinutes: minutes(60),
  gatherSeconds: minutes(600),
  bellSeconds: minutes(30),
  silenceMinutes: minutes(180),
  sharingMinutes: minutes(120),
  mediaSeconds: fc.integer({ min: 1, max: 7_200 }),
})
const order: readonly Phase[] = ['open', 'doors', 'gather', 'bell', 'meditation', 'sharing', 'open']

test('[LIGHT-01] places are held from before the bell until after it, those of lines until after the end, without a gap', () => {
  const { startsAt, sharingAt } = timeline()
  const sitting = { startsAt, sharingAt, cancelled: false }
  const seen: [second: number, held: string | null][] = []
  let nowMs = startsAt - 10_000
  for (;;) {
    const { held, leftMs } = heldPlacesAt(sitting, nowMs)
    seen.push([(nowMs - (nowMs < sharingAt - 60_000 ? startsAt : sharingAt)) / 1_000, held])
    if (leftMs === null) break
    nowMs += leftMs
  }
  expect(seen).toEqual([
    [-10, null],
    [-2, 'all'],
    [3, 'lines'],
    [-1, 'all'],
    [7, null],
  ])
  // A host ended it during the bell.
  const ended = { ...sitting, sharingAt: startsAt + 2_000 }
  expect(heldPlacesAt(ended, startsAt + 4_000)).toEqual({ held: 'all', leftMs: 5_000 })
  expect(heldPlacesAt({ ...sitting, cancelled: true }, startsAt)).toEqual({ held: null, leftMs: null })
})

describe('the phase', () => {
  test('[PHASE-04] follows the clock through all phases in their order, without a gap', () => {
    fc.assert(
      fc.property(anyRow, (overrides) => {
        const sitting = timeline(overrides)
        let [nowMs, position] = [sitting.doorsAt - 1, 0]
        for (;;) {
          const next = order.indexOf(phaseAt(sitting, nowMs), position)
          expect(next).toBeGreaterThanOrEqual(position)
          position = next
          const leftMs = msToNextPhase(sitting, nowMs)
          if (leftMs === null) break
          // Nothing changes a moment before.
          expect(phaseAt(sitting, nowMs + leftMs - 1)).toBe(phaseAt(sitting, nowMs))
          nowMs += leftMs
        }
        expect(nowMs).toBe(sitting.endsAt)
        expect(phaseAt(sitting, nowMs)).toBe('open')
      }),
    )
  })

  test('[PHASE-13] [PHASE-20] is open without a sitting, after it, and once it is canceled', () => {
    const sitting = timeline()
    expect(phaseAt(null, sitting.videoAt)).toBe('open')
    expect(phaseAt(sitting, sitting.endsAt)).toBe('open')
    expect(phaseAt({ ...sitting, cancelled: true }, sitting.videoAt)).toBe('open')
    expect(msToNextPhase({ ...sitting, cancelled: true }, sitting.videoAt)).toBeNull()
  })

  test('[QUIET-01] the chat rests from the bell to the end of the silence', () => {
    const sitting = timeline()
    const { startsAt, sharingAt } = sitting
    expect(
      [startsAt - 1, startsAt, sharingAt - 1, sharingAt].map((ms) => chatPausedUntilMs(sitting, ms)),
    ).toEqual([null, sharingAt, sharingAt, null])
  })
})

test.each([
  ['before the doors', -1_000_000, 'begin delay cancel'],
  ['in the gathering', -1, 'begin delay cancel'],
  ['at the bell', 0, 'end cancel'],
  ['in the sharing', 1_208_000, 'begin'],
])('[PHASE-18] [PHASE-24] %s a host may: %s ms, %s', (_, afterBellMs, allowed) => {
  const sitting = timeline()
  const actions = (['begin', 'delay', 'end', 'cancel'] as const).filter((action) =>
    isTimeFor(action, sitting, sitting.startsAt + afterBellMs),
  )
  expect(actions.join(' ')).toBe(allowed)
})

test('[PHASE-18] without a sitting, or after its cancellation, a host may only begin', () => {
  const cancelled = { ...timeline(), cancelled: true }
  for (const sitting of [null, cancelled])
    expect(
      (['begin', 'delay', 'end', 'cancel'] as const).filter((action) =>
        isTimeFor(action, sitting, cancelled.videoAt),
      ),
    ).toEqual(['begin'])
})

test('[PHASE-18] a schedule whose sitting is canceled, moved or over can have it back until its bell', () => {
  const sitting = timeline()
  const bellAt = sitting.startsAt
  const cancelled = { ...sitting, cancelled: true }
  expect([-1, 0].map((ms) => mayRestore([cancelled], bellAt, bellAt + ms))).toEqual([true, false])
  expect(mayRestore([{ ...sitting, ...delayed(sitting, 5, 0) }], bellAt, 0)).toBe(true)
  expect(mayRestore([sitting], bellAt, 0)).toBe(false)
  expect(mayRestore([cancelled, sitting], bellAt, 0)).toBe(false)
})

test('[PHASE-01] [PHASE-02] a schedule can start together at a time, with a measured video and doors before the gathering', () => {
  const settings = { ...sittingDefaults, together: true }
  const facts = { scheduledTime: '06:30', isMeasured: true }
  expect(togetherError(settings, facts)).toBeNull()
  expect(togetherError(settings, { ...facts, scheduledTime: '00:00' })).toMatch(/Choose a time/)
  expect(togetherError(settings, { ...facts, isMeasured: false })).toMatch(/length of this template’s video/)
  expect(togetherError({ ...settings, doorsMinutes: 0 }, facts)).toMatch(/doors open before the gathering/)
  expect(togetherError({ ...settings, doorsMinutes: 1 }, facts)).toBeNull()
  expect(togetherError(sittingDefaults, { scheduledTime: '00:00', isMeasured: false })).toBeNull()
})

test('[PHASE-24] a host begins the sitting whose doors are open, or brings forward a coming one in the way', () => {
  const sitting = timeline()
  const ends = { long: sitting.doorsAt, overlapping: sitting.doorsAt + 1 }
  const started = (ofSchedule: readonly Timeline[], nowMs: number, endsAt: number) =>
    sittingToBegin(ofSchedule, nowMs, endsAt)
  const { doorsAt, startsAt, sharingAt } = sitting
  expect(started([sitting], doorsAt - 1, ends.long)).toBeNull()
  expect(started([sitting], doorsAt - 1, ends.overlapping)).toBe(sitting)
  expect(started([sitting], doorsAt, ends.long)).toBe(sitting)
  expect(started([sitting], startsAt - 1, ends.long)).toBe(sitting)
  expect(started([sitting], sharingAt, sitting.endsAt)).toBeNull()
  expect(started([{ ...sitting, cancelled: true }], doorsAt, sitting.endsAt)).toBeNull()
})
