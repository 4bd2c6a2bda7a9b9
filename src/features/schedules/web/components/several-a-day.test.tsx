// The dialog of a new schedule where a date can have several meditations.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { communityCalls } from '#features/community/contract.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { buildSchedule, buildTemplate } from '#test/sittings/schedules.ts'
import { testCommunity } from '#test/web/community.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { setCommunity } from '#web/community.ts'
import { schedulesCalls } from '../../contract.ts'
import { SchedulesTab } from './schedules-tab.tsx'

afterEach(() => vi.useRealTimers())

it('[PLAN-01] a taken date is named as company; a second without a bell is marked at once', async () => {
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  const server = startFakeServer()
  server.respond(communityCalls.communitySettings, { ...testSettings, severalADay: true })
  server.respond(templatesCalls.templates, [buildTemplate(1, 'Morning light')])
  const morning = { ...buildSchedule('2026-11-21', { title: 'Seven lamps', time: '07:00' }), together: true }
  server.respond(schedulesCalls.schedules, [morning, buildSchedule('2026-11-24', { title: 'Open pond' })])
  renderScreen(<SchedulesTab renderSitting={() => null} />)
  await screen.findAllByText('Seven lamps')
  await setUpUser().click(screen.getByRole('button', { name: 'Add Schedule' }))
  const dialog = within(await screen.findByRole('dialog'))
  const setDate = (value: string) => fireEvent.change(dialog.getByLabelText('Date'), { target: { value } })
  setDate('2026-11-21')
  expect(dialog.getByText(/Also on this day: Seven lamps, 7:00 AM\./)).toBeTruthy()
  expect(dialog.queryByText(/^Taken/)).toBeNull()
  expect(dialog.getByText(/a day has at most 8, one of them without a bell/)).toBeTruthy()
  setDate('2026-11-24')
  expect(dialog.getByText('Taken: Open pond')).toBeTruthy()
})

async function showDays() {
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  const server = startFakeServer()
  server.respond(communityCalls.communitySettings, { ...testSettings, severalADay: true })
  server.respond(templatesCalls.templates, [{ ...buildTemplate(1, 'Morning light'), mediaSeconds: 1_200 }])
  const evenings = ['2026-11-21', '2026-11-22', '2026-11-23'].map((date) => ({
    ...buildSchedule(date, { title: 'Seven lamps', time: '19:00' }),
    together: true,
  }))
  server.respond(schedulesCalls.schedules, evenings)
  renderScreen(<SchedulesTab renderSitting={() => null} />)
  await screen.findAllByText('Seven lamps')
  return { server, user: setUpUser() }
}

it('[SCH-24, SCH-26] the first date is today; the next schedule stays on the day', async () => {
  const { server, user } = await showDays()
  await user.click(screen.getByRole('button', { name: 'Add Schedule' }))
  const dialog = within(await screen.findByRole('dialog'))
  const date = dialog.getByLabelText<HTMLInputElement>('Date')
  expect(date.value).toBe('2026-11-21')
  fireEvent.change(date, { target: { value: '2026-11-22' } })
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '07:00' } })
  await user.click(await dialog.findByRole('radio', { name: /Morning light/ }))
  server.respond(schedulesCalls.createSchedule, {
    ...buildSchedule('2026-11-22', { time: '07:00' }),
    rows: 1,
  })
  await user.click(dialog.getByRole('button', { name: 'Create and add another' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Date')))
  expect(dialog.getByLabelText<HTMLInputElement>('Date').value).toBe('2026-11-22')
})

it('[SCH-28] days are filled at a time that is free', async () => {
  const { server, user } = await showDays()
  await user.click(screen.getByRole('button', { name: 'Fill empty days…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const set = (name: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(name), { target: { value } })
  expect(dialog.getByLabelText<HTMLInputElement>('From').value).toBe('2026-11-21')
  set('To', '2026-11-23')
  await user.click(await dialog.findByRole('checkbox', { name: /Morning light/ }))
  set('Time', '19:00')
  expect(dialog.getByText('None of these days has room at this time. Choose another time.')).toBeTruthy()
  set('Time', '07:00')
  server.respond(schedulesCalls.scheduleDays, { rows: 2 })
  // Today's is past.
  await user.click(dialog.getByRole('button', { name: 'Fill 2 days' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    days: ['2026-11-22', '2026-11-23'].map((date) => ({
      date,
      templateId: 1,
      scheduledTime: '07:00',
      together: true,
    })),
  })
})

it('[COM-08] settings that were saved meanwhile reach the form without a reload', async () => {
  const server = startFakeServer()
  server.respond(communityCalls.communitySettings, testSettings)
  server.respond(templatesCalls.templates, [buildTemplate(1, 'Morning light')])
  server.respond(schedulesCalls.schedules, [])
  renderScreen(<SchedulesTab renderSitting={() => null} />)
  await waitFor(() => expect(server.count(communityCalls.communitySettings)).toBe(1))
  const newSchedules = { ...testSettings.newSchedules, scheduledTime: '06:30' }
  server.respond(communityCalls.communitySettings, { ...testSettings, version: 2, newSchedules })
  onTestFinished(() => setCommunity(testCommunity))
  act(() => setCommunity({ ...testCommunity, version: 2 }))
  await waitFor(() => expect(server.count(communityCalls.communitySettings)).toBe(2))
  await setUpUser().click(screen.getByRole('button', { name: 'Add Schedule' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText<HTMLInputElement>('Time').value).toBe('06:30')
})
