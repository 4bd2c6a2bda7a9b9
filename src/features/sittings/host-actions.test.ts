// What can be done with a schedule's sitting: by whom, and when.
import { describe, expect, test } from 'vitest'
import { minuteMs, dayMs } from '#shared/durations.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { possibleActions } from './host-actions.ts'

const sitting = { ...sittingSharingAt(1_800_000_000_000), scheduleId: 7, day: '2027-01-15' }
const { doorsAt, startsAt, sharingAt, endsAt } = sitting
const schedule = {
  scheduleId: 7,
  day: sitting.day,
  scheduledAt: startsAt,
  isLive: false,
  own: sitting,
  today: sitting.day,
}
const actionsOf = (
  nowMs: number,
  isModerator: boolean,
  { around = [sitting], ...more }: Partial<Parameters<typeof possibleActions>[0]> = {},
) => possibleActions({ ...schedule, around, isModerator, ...more }, nowMs).actions

describe('[TEACH-03] who holds it', () => {
  test.each([
    ['61 minutes before the doors', doorsAt - 61 * minuteMs, []],
    ['60 minutes before the doors', doorsAt - 60 * minuteMs, ['begin', 'delay', 'cancel']],
    ['at the bell', startsAt, ['end', 'cancel']],
    ['in the sharing', sharingAt, ['begin']],
    ['after it', endsAt, []],
  ])('%s', (_, nowMs, expected) => {
    expect(actionsOf(nowMs, false)).toEqual(expected)
  })

  test('[STREAM-19] makes a live one longer between its bells', () => {
    const live = { isLive: true }
    expect(actionsOf(startsAt - 1, false, live)).not.toContain('extend')
    expect(actionsOf(startsAt, false, live)).toEqual(['extend', 'end', 'cancel'])
    expect(actionsOf(sharingAt, false, live)).not.toContain('extend')
  })

  test('may begin a meditation without a bell on its day', () => {
    const own = { around: [], own: null, scheduledAt: null }
    expect(actionsOf(startsAt, false, own)).toEqual(['begin'])
    expect(actionsOf(startsAt, false, { ...own, today: '2027-01-14' })).toEqual([])
  })
})

describe('[PHASE-18] a moderator', () => {
  test('delays and cancels one of a later day, and restores one that was canceled', () => {
    const later = { around: [], today: '2027-01-10' }
    const nowMs = startsAt - 5 * dayMs
    expect(actionsOf(nowMs, true, later)).toEqual(['delay', 'cancel'])
    expect(actionsOf(nowMs, true, { ...later, own: { ...sitting, cancelled: true } })).toEqual(['restore'])
    expect(actionsOf(nowMs, false, later)).toEqual([])
  })

  test('begins another one once it is over', () => {
    expect(actionsOf(endsAt, true)).toEqual(['begin'])
    expect(actionsOf(doorsAt, true, { around: [{ ...sitting, cancelled: true }] })).toEqual([
      'begin',
      'restore',
    ])
  })
})
