// Drafts of the schedule dialog.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { communityCalls } from '#features/community/contract.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { buildSchedule, buildTemplate } from '#test/sittings/schedules.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { schedulesCalls } from '../../contract.ts'
import { SchedulesTab } from './schedules-tab.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(communityCalls.communitySettings, testSettings)
  server.respond(templatesCalls.templates, [buildTemplate(1, 'Morning light')])
  // Saturday noon in Chicago.
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
})
afterEach(() => {
  vi.useRealTimers()
})

const schedule = buildSchedule('2026-12-01', { id: 7, time: '06:30' })

/** Opens the dialog of the schedule, which has this version now. */
async function edit(version: number) {
  server.respond(schedulesCalls.schedules, [{ ...schedule, version }])
  renderScreen(<SchedulesTab renderSitting={() => null} />)
  const user = setUpUser()
  await user.click(await screen.findByRole('button', { name: /^Edit Morning light/ }))
  return { user, time: await screen.findByLabelText<HTMLInputElement>('Time') }
}

it('[SCH-09] [LANG-08] a reload keeps a typed schedule, with the version that it was typed over', async () => {
  const { time } = await edit(schedule.version)
  fireEvent.change(time, { target: { value: '07:15' } })
  cleanup()
  const later = await edit(schedule.version + 1)
  expect(later.time.value).toBe('07:15')
  server.failWith(schedulesCalls.updateSchedule, 'changed_meanwhile')
  await later.user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      scheduledTime: '07:15',
      version: schedule.version,
    }),
  )
  await later.user.click(screen.getByRole('button', { name: 'Cancel' }))
  await later.user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(localStorage.length + sessionStorage.length).toBe(0)
})
