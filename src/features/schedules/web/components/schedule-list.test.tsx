// The switch of a row in the list of schedules: two presses, one after the other.
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildSchedule } from '#test/sittings/schedules.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { schedulesCalls } from '../../contract.ts'
import { ScheduleList } from './schedule-list.tsx'

it('[SCH-17] the controls of one meditation at two times of a day have different names', () => {
  startFakeServer()
  const schedules = ['07:00', '18:30'].map((time) => buildSchedule('2026-12-01', { time }))
  renderScreen(
    <ScheduleList schedules={schedules} order="date" today="2026-11-21" onEdit={() => undefined} />,
  )
  for (const time of ['7:00 AM', '6:30 PM']) {
    const edit = `Edit Morning light, ${time}, Tuesday, December 1, 2026`
    expect(screen.getByRole('button', { name: edit })).toBeTruthy()
    const active = `Active on Tuesday, December 1, 2026, ${time}: Morning light`
    expect(screen.getByRole('switch', { name: active })).toBeTruthy()
  }
})

it('[SCH-17] a second press while the first is under way follows it, with the new version', async () => {
  const server = startFakeServer()
  const schedule = buildSchedule('2026-12-01', { id: 7, isActive: false })
  renderScreen(
    <ScheduleList schedules={[schedule]} order="date" today="2026-11-21" onEdit={() => undefined} />,
  )
  const user = setUpUser()
  const toggle = screen.getByRole<HTMLInputElement>('switch', {
    name: /^Active on Tuesday, December 1, 2026/,
  })
  const saved = { ...schedule, isActive: true, version: 2, rows: 1 }
  const release = server.respondLater(schedulesCalls.updateSchedule, saved)
  await user.click(toggle)
  expect(toggle.checked).toBe(true)
  await user.click(toggle)
  expect(toggle.checked).toBe(false)
  server.respond(schedulesCalls.updateSchedule, { ...saved, isActive: false, version: 3 })
  release()
  await waitFor(() =>
    expect(server.calls.map(({ body }) => body)).toEqual([
      { isActive: true, version: 1 },
      { isActive: false, version: 2 },
    ]),
  )
  expect(toggle.checked).toBe(false)
})

it('[SCH-37] a coming schedule whose video doesn’t respond says so, with the date of the check', () => {
  const videoFailedAt = '2026-11-20T18:00:00.000Z'
  const schedules = [
    buildSchedule('2026-11-22', { title: 'Rain', videoFailedAt }),
    buildSchedule('2026-11-23', { title: 'Lamps' }),
  ]
  renderScreen(
    <ScheduleList schedules={schedules} order="date" today="2026-11-21" onEdit={() => undefined} />,
  )
  const [rain, lamps] = screen.getAllByRole('article')
  expect(rain?.textContent).toContain('The video doesn’t respond. Checked on November 20.')
  expect(lamps?.textContent).not.toContain('respond')
})
