// The time zone of a schedule in its dialog, in the previews, and in the lists.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { communityCalls } from '#features/community/contract.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { addDays } from '#shared/day.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { buildSchedule, buildTemplate } from '#test/sittings/schedules.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { schedulesCalls, type Schedule } from '../../contract.ts'
import { SchedulesTab } from './schedules-tab.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(communityCalls.communitySettings, testSettings)
  // Saturday noon in Chicago.
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  setBrowserZone('America/Chicago')
  server.respond(templatesCalls.templates, [
    { ...buildTemplate(1, 'Morning light'), mediaSeconds: 1_200 },
    buildTemplate(2, 'Evening hush'),
  ])
})
afterEach(() => {
  vi.useRealTimers()
})

async function show(schedules: Schedule[]) {
  server.respond(schedulesCalls.schedules, schedules)
  renderScreen(<SchedulesTab renderSitting={() => null} />)
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  return setUpUser()
}

async function open(schedules: Schedule[], button: string | RegExp) {
  const user = await show(schedules)
  await user.click(screen.getByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/Morning light/)
  return { user, dialog }
}

type Dialog = Awaited<ReturnType<typeof open>>['dialog']
const fill = (dialog: Dialog, name: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(name), { target: { value } })
const zoneField = (dialog: Dialog) => dialog.queryByLabelText<HTMLSelectElement>('Time zone')
const lastCall = (method: string) => server.calls.findLast((call) => call.method === method)
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

const berlin = { timeZone: 'Europe/Berlin', together: true }
/** At 06:30 in Berlin, in a series from before Chicago's clocks changed. */
const early = (date: string): Schedule => ({
  ...buildSchedule(date, { id: 7, time: '06:30' }),
  ...berlin,
  dayShift: 1,
})

it('[SCH-33, SCH-35] a zone is offered where it starts together, both ends are shown, and it is sent @full', async () => {
  const { user, dialog } = await open([], 'Add Schedule')
  fill(dialog, 'Date', '2027-03-13')
  fill(dialog, 'Time', '06:30')
  await user.click(dialog.getByRole('radio', { name: /Evening hush/ }))
  expect(zoneField(dialog)).toBeNull()
  await user.click(dialog.getByRole('radio', { name: /Morning light/ }))
  expect(zoneField(dialog)?.selectedOptions[0]?.textContent).toBe('Chicago (your community’s)')
  expect(dialog.getByText('Chicago time.')).toBeTruthy()
  await user.selectOptions(zoneField(dialog) ?? document.body, 'Berlin')
  expect(dialog.getByText('Sunday 6:30 AM in Berlin, Saturday 11:30 PM in Chicago.')).toBeTruthy()
  expect(dialog.getByText(/Doors open 6:15 AM · the bell rings 6:30 AM/)).toBeTruthy()
  server.respond(schedulesCalls.createSchedule, { ...early('2027-03-13'), rows: 1 })
  await user.click(dialog.getByRole('button', { name: 'Create schedule' }))
  await gone()
  expect(lastCall('POST')?.body).toMatchObject({ scheduledTime: '06:30', timeZone: 'Europe/Berlin' })
})

it('[SCH-33] without ‘Start together’ the zone goes, and comes back with it while the dialog is open @full', async () => {
  const { user, dialog } = await open([early('2027-03-10')], /Edit/)
  expect(zoneField(dialog)?.value).toBe('Europe/Berlin')
  const together = dialog.getByRole('checkbox', { name: 'Start together' })
  await user.click(together)
  expect(zoneField(dialog)).toBeNull()
  expect(dialog.getByText('Chicago time.')).toBeTruthy()
  await user.click(together)
  expect(zoneField(dialog)?.value).toBe('Europe/Berlin')
  await user.click(together)
  server.respond(schedulesCalls.updateSchedule, { ...buildSchedule('2027-03-10'), rows: 1 })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await gone()
  expect(lastCall('PUT')?.body).toMatchObject({ together: false, timeZone: null })
})

it('[SCH-33] the server’s reason shows beside the zone, which keeps its choice @full', async () => {
  const { user, dialog } = await open([early('2027-03-10')], /Edit/)
  const message = 'This time zone isn’t known here.'
  server.failWith(schedulesCalls.updateSchedule, 'invalid', { issues: [{ path: 'timeZone', message }] })
  await user.selectOptions(zoneField(dialog) ?? document.body, 'Auckland')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(zoneField(dialog)?.value).toBe('Pacific/Auckland')
  expect(zoneField(dialog)?.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(zoneField(dialog))
  await user.selectOptions(zoneField(dialog) ?? document.body, 'Kolkata')
  expect(dialog.queryByText(message)).toBeNull()
  expect(zoneField(dialog)?.value).toBe('Asia/Kolkata')
})

it('[SCH-34, SCH-36] an edited row keeps its shift until its start changes, and a repeat says when the hour changes @full', async () => {
  const { dialog } = await open([early('2027-03-20')], /Edit/)
  expect(dialog.getByText('Sunday 6:30 AM in Berlin, Sunday 12:30 AM in Chicago.')).toBeTruthy()
  fill(dialog, 'Repeat', '1')
  expect(dialog.getByText('From March 27 on, it starts at 11:30 PM for you.')).toBeTruthy()
  fill(dialog, 'Time', '06:31')
  expect(dialog.getByText('Saturday 6:31 AM in Berlin, Saturday 12:31 AM in Chicago.')).toBeTruthy()
})

it('[SCH-36] the viewer’s own time is beside the field, and a fill says when it changes', async () => {
  setBrowserZone('Europe/Berlin')
  vi.setSystemTime('2027-03-10T18:00:00.000Z')
  const { dialog } = await open([], 'Fill empty days…')
  fill(dialog, 'Time', '19:00')
  expect(dialog.getByText('Chicago time: 7:00 PM (Thursday 2:00 AM where you are).')).toBeTruthy()
  fireEvent.click(dialog.getByRole('checkbox', { name: /Morning light/ }))
  expect(dialog.getByText('From March 14 on, it starts at 1:00 AM for you.')).toBeTruthy()
  expect(dialog.getByText('From March 28 on, it starts at 2:00 AM for you.')).toBeTruthy()
})

it('[SCH-28, SCH-29] a fill takes the community’s time of a start elsewhere, a copy its zone and shift @full', async () => {
  const source = early('2026-11-20')
  const { user, dialog } = await open([source], 'Fill empty days…')
  expect(dialog.getByLabelText<HTMLInputElement>('Time').value).toBe('23:30')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Copy last 4 weeks' }))
  const copy = within(await screen.findByRole('dialog'))
  expect((await copy.findByRole('listitem')).textContent).toContain('6:30 AM in Berlin')
  server.respond(schedulesCalls.scheduleDays, { rows: 1 })
  await user.click(copy.getByRole('button', { name: 'Copy 1 day' }))
  await gone()
  expect(lastCall('POST')?.body).toMatchObject({
    days: [{ date: addDays('2026-11-20', 28), scheduledTime: '06:30', ...berlin, dayShift: 1 }],
  })
})

it('[SCH-31] the start of the schedule before comes with its zone @full', async () => {
  const { user, dialog } = await open([early('2026-11-21')], 'Add Schedule')
  await user.click(dialog.getByRole('radio', { name: /Morning light/ }))
  expect(zoneField(dialog)?.value).toBe('Europe/Berlin')
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '00:00' } })
  await user.click(dialog.getByRole('button', { name: 'As on Nov 21: 6:30 AM in Berlin, together' }))
  expect(zoneField(dialog)?.value).toBe('Europe/Berlin')
})

it('[SCH-35] the list shows the community’s time, and the zone’s beside it', async () => {
  await show([early('2027-03-10'), { ...early('2027-03-20'), id: 8 }])
  const [winter, between] = screen.getAllByRole('article')
  expect(winter?.textContent).toContain('11:30 PMstarts together, 6:30 AM in Berlin')
  expect(between?.textContent).toContain('Sun 12:30 AMstarts together, 6:30 AM in Berlin')
})
