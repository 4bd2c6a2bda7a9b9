// The week's line above the list of schedules, and the list with one heading a day.
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { addDays } from '#shared/day.ts'
import { buildSchedule } from '#test/sittings/schedules.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { pageToday } from '#web/community-days.ts'
import { ScheduleList } from './schedule-list.tsx'
import { ScheduleWeek } from './schedule-week.tsx'

const today = pageToday()
const dayAfter = (days: number) => addDays(today, days)
const together = { together: true } as const
/** All days of the week but the fourth; tomorrow has two, the last one a canceled one. */
const schedules = [
  buildSchedule(today, { title: 'Open pond' }),
  { ...buildSchedule(dayAfter(1), { title: 'The mountain', time: '07:00' }), ...together },
  { ...buildSchedule(dayAfter(1), { title: 'Seven lamps', time: '19:00' }), ...together },
  { ...buildSchedule(dayAfter(2), { time: '19:30' }), ...together },
  buildSchedule(dayAfter(3), { isActive: false }),
  ...[4, 5, 6].map((days) => ({ ...buildSchedule(dayAfter(days), { time: '19:00' }), ...together })),
]
const buttons = () => within(screen.getByRole('list', { name: 'The next seven days' })).getAllByRole('button')

const ignore = () => undefined
/** Without the weekday and the date. */
const lastWords = (button: HTMLElement) => button.lastElementChild?.textContent.replaceAll('\u202f', ' ')

it('[PLAN-11] seven days have their next times; the empty one adds a sitting, the others lead to the list', async () => {
  const [onAdd, onGo] = [vi.fn<(day: string) => void>(), vi.fn<(day: string) => void>()]
  renderScreen(<ScheduleWeek {...{ schedules, today, onAdd, onGo }} around={[]} />)
  expect(buttons().map(lastWords)).toEqual(['open', '7 AM + 1', '7:30 PM', '', '7 PM', '7 PM', '7 PM'])
  expect(buttons()[1]?.getAttribute('aria-label')?.replaceAll('\u202f', ' ')).toMatch(
    /: 7:00 AM The mountain, 7:00 PM Seven lamps$/,
  )
  const user = setUpUser()
  await user.click(buttons()[3] as HTMLElement)
  expect(onAdd.mock.calls).toEqual([[dayAfter(3)]])
  await user.click(screen.getByRole('button', { name: 'Add a sitting' }))
  expect(onAdd.mock.calls).toEqual([[dayAfter(3)], [dayAfter(3)]])
  await user.click(buttons()[1] as HTMLElement)
  expect(onGo.mock.calls).toEqual([[dayAfter(1)]])
})

it('[PLAN-11, PHASE-24] a canceled sitting of the schedule is struck; one that a host began beside it says nothing of it', () => {
  const sitting = { id: 1, startsAt: Date.now(), cancelled: true, cancelNote: null }
  const day = buildSchedule(dayAfter(1), { title: 'The mountain', time: '19:00' })
  const spoken = (schedule: typeof day) => {
    const { unmount } = renderScreen(
      <ScheduleWeek schedules={[schedule]} around={[]} today={today} onAdd={ignore} onGo={ignore} />,
    )
    const name = buttons()[1]?.getAttribute('aria-label')?.replaceAll('\u202f', ' ')
    unmount()
    return name
  }
  expect(spoken({ ...day, ...together, sitting })).toMatch(/The mountain \(canceled\)$/)
  expect(spoken({ ...day, sitting })).toMatch(/: 7:00 PM The mountain$/)
})

it('[PLAN-11, PHASE-24] what a host began beside the schedule’s own has its own sun', () => {
  const sharingAt = Date.now() + 60_000
  const own = { id: 1, startsAt: sharingAt + 3_600_000, cancelled: false, cancelNote: null }
  const schedule = { ...buildSchedule(today, { title: 'The mountain' }), ...together, sitting: own }
  const begun = sittingSharingAt(sharingAt, { id: 2, scheduleId: schedule.id, day: today })
  const around = [begun, { ...begun, id: 1, startsAt: own.startsAt }]
  renderScreen(<ScheduleWeek schedules={[schedule]} {...{ around, today }} onAdd={ignore} onGo={ignore} />)
  expect(buttons()[0]?.getAttribute('aria-label')).toMatch(/The mountain, .+ The mountain$/)
})

it('[PLAN-11] without an empty day nothing is offered', () => {
  const all = [...schedules, buildSchedule(dayAfter(3))]
  renderScreen(<ScheduleWeek schedules={all} around={[]} today={today} onAdd={ignore} onGo={ignore} />)
  expect(screen.queryByText(/^Nothing on/)).toBeNull()
})

it('[PLAN-11] the list by date has one heading a day', () => {
  startFakeServer()
  renderScreen(<ScheduleList {...{ schedules, today }} order="date" onEdit={ignore} />)
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(7)
  expect(screen.getAllByRole('article')).toHaveLength(8)
})
