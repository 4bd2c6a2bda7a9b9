// Which meditation comes next.
import { expect, test } from 'vitest'
import { daysIn } from '#test/community-days.ts'
import { buildSchedule } from '#test/sittings/schedules.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { nextSchedule, sittingNow } from './next-schedule.ts'

const chicago = daysIn('America/Chicago')
const at = (time: string, day = '2026-11-21') => chicago.wallTimeMs(day, time, 'America/Chicago')

test('[TOT-10] the one under way, else the next; open all day comes last, canceled ones don’t count', () => {
  const morning = { ...buildSchedule('2026-11-21', { time: '07:00' }), together: true }
  const evening = { ...buildSchedule('2026-11-21', { time: '19:00' }), together: true }
  const open = buildSchedule('2026-11-21')
  const tomorrow = buildSchedule('2026-11-22')
  const schedules = [tomorrow, open, evening, morning]
  const next = (nowMs: number, list = schedules) => nextSchedule(chicago, list, nowMs)
  expect(next(at('06:00'))).toBe(morning)
  expect(next(at('07:29'))).toBe(morning)
  expect(next(at('07:30'))).toBe(evening)
  expect(next(at('19:30'))).toBe(open)
  expect(next(at('00:00', '2026-11-22'))).toBe(tomorrow)
  expect(next(at('00:00', '2026-11-23'))).toBeNull()
  const sitting = { id: 1, startsAt: at('12:00'), cancelled: false, cancelNote: null }
  expect(next(at('11:00'), [{ ...evening, sitting }, open])?.id).toBe(evening.id)
  expect(next(at('13:00'), [{ ...evening, sitting }, open])).toBe(open)
  const canceled = { ...evening, sitting: { ...sitting, cancelled: true } }
  expect(next(at('11:00'), [canceled, { ...morning, isActive: false }, tomorrow])).toBe(tomorrow)
})

test('[TOT-10, PHASE-24] what a host began beside a schedule without a bell, and canceled, isn’t its start', () => {
  const seven = buildSchedule('2026-11-21', { time: '19:00' })
  const begun = { id: 1, startsAt: at('12:00'), cancelled: false, cancelNote: null }
  const eight = buildSchedule('2026-11-21', { time: '20:00' })
  for (const cancelled of [false, true])
    expect(
      nextSchedule(chicago, [eight, { ...seven, sitting: { ...begun, cancelled } }], at('13:00'))?.id,
    ).toBe(seven.id)
})

test('[TOT-10, PHASE-24] the sitting under way comes with its schedule, and says whether it is one more', () => {
  const evening = { ...buildSchedule('2026-11-21', { time: '19:00' }), together: true }
  const running = sittingSharingAt(at('12:10'), { id: 5, scheduleId: evening.id })
  const now = (list: readonly ReturnType<typeof buildSchedule>[], nowMs = at('12:06')) =>
    sittingNow(list, [running], nowMs)
  const tonight = { id: 6, startsAt: at('19:00'), cancelled: false, cancelNote: null }
  expect(now([{ ...evening, sitting: tonight }])).toMatchObject({ sitting: running, isOneMore: true })
  const own = { ...evening, sitting: { ...tonight, id: 5, startsAt: running.startsAt } }
  expect(now([own])).toMatchObject({ schedule: own, isOneMore: false })
  expect(now([{ ...own, together: false }])?.isOneMore).toBe(true)
  expect([now([own], running.endsAt), now([])]).toEqual([null, null])
})
