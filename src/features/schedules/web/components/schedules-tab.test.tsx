// Schedules tab: the list in both orders, the dialog, the switch, and failures.
import type { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { communityCalls } from '#features/community/contract.ts'
import { meditationCalls } from '#features/meditation/contract.ts'
import { sittingErrors } from '#features/sittings/errors.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { addDays } from '#shared/day.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { buildSchedule, buildTemplate } from '#test/sittings/schedules.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { createQueryClient } from '#web/query-client.ts'
import { toastStore } from '#web/toast-store.ts'
import { queryKeyOf } from '#web/use-call.ts'
import { schedulesCalls, type Schedule } from '../../contract.ts'
import { scheduleErrors } from '../../errors.ts'
import { SchedulesTab } from './schedules-tab.tsx'
const todaysKey = queryKeyOf(meditationCalls.today, {})
let server: FakeServer
let client: QueryClient
beforeEach(() => {
  client = createQueryClient()
  server = startFakeServer()
  server.respond(communityCalls.communitySettings, testSettings)
  // Saturday noon in Chicago.
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  server.respond(templatesCalls.templates, [
    buildTemplate(1, 'Morning light'),
    buildTemplate(2, 'Evening hush'),
  ])
})
afterEach(() => {
  vi.useRealTimers()
})
async function show(schedules: Schedule[]) {
  server.respond(schedulesCalls.schedules, schedules)
  renderScreen(<SchedulesTab renderSitting={() => null} />, client)
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  return setUpUser()
}

/** Opens the dialog; `edit` matches the row's button. */
async function open(schedules: Schedule[], edit?: RegExp) {
  const user = await show(schedules)
  await user.click(screen.getByRole('button', { name: edit ?? 'Add Schedule' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('radio', { name: /Morning light/ })
  return { user, dialog }
}

const titles = () => [...document.querySelectorAll('h2, h4, h3:not([id])')].map((each) => each.textContent)
const sent = (method: string) => server.calls.filter((call) => call.method === method)
const toastShown = () => toastStore.records()[0]
const failed = (description: string) => ({ title: 'Error', description, variant: 'destructive' })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const saved = (schedule: Schedule, rows = 1) => ({ ...schedule, rows })

type Dialog = Awaited<ReturnType<typeof open>>['dialog']
const input = (dialog: Dialog, name: string) => dialog.getByLabelText<HTMLInputElement>(name)
const fill = (dialog: Dialog, name: string, value: string) =>
  fireEvent.change(input(dialog, name), { target: { value } })

it('[SCH-01] the list is grouped by date or template, and past schedules are collapsed', async () => {
  const user = await show([
    { ...buildSchedule('2026-11-20', { title: 'Past' }), templateId: 3 },
    buildSchedule('2026-11-21', { time: '06:30' }),
    { ...buildSchedule('2026-12-01', { title: 'Evening hush', isActive: false }), templateId: 2 },
    buildSchedule('2026-12-02'),
  ])
  expect(titles()).toEqual([
    'November 2026',
    'Morning light',
    'December 2026',
    'Evening hush',
    'Morning light',
  ])
  const [today, inactive] = screen.getAllByRole('article')
  expect(today?.textContent).toContain('6:30 AM (12:30 PM)Morning light30 min · Lena')
  expect(inactive?.textContent).toContain('Inactive')
  await user.click(screen.getByRole('radio', { name: 'By template' }))
  expect(titles()).toEqual([
    'Evening hush',
    'Evening hush',
    'Morning light',
    'Morning light',
    'Morning light',
  ])
  expect(screen.getAllByRole('article')[0]?.textContent).toContain('Tuesday, December 1, 2026')
  await user.click(screen.getByRole('button', { name: 'Show past schedules (1)' }))
  expect(titles().at(-1)).toBe('Past')
})

it('[SCH-01] a list of thousands is paged @full', async () => {
  const user = await show(
    Array.from({ length: 2_000 }, (_, index) => buildSchedule(addDays('2026-11-21', index))),
  )
  expect(screen.getAllByRole('article')).toHaveLength(62)
  await user.click(screen.getByRole('button', { name: 'Show 62 more' }))
  const rows = screen.getAllByRole('article')
  expect(rows).toHaveLength(124)
  expect(document.activeElement?.contains(rows[62] ?? null)).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'By template' }))
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'By template' }))
})

it('[SCH-01] shows an empty state, and a load error with a retry', async () => {
  server.failConnection(schedulesCalls.schedules)
  renderScreen(<SchedulesTab renderSitting={() => null} />, client)
  const user = setUpUser()
  expect(await screen.findByText('The schedules didn’t load')).toBeTruthy()
  server.respond(schedulesCalls.schedules, [])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing is scheduled yet')).toBeTruthy()
})

it('[SCH-07, SCH-15] date and template are required, past dates are rejected, and the first invalid field is focused', async () => {
  const { user, dialog } = await open([])
  expect(document.activeElement).toBe(input(dialog, 'Date'))
  expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull()
  fill(dialog, 'Date', '')
  fill(dialog, 'Time', '')
  await user.click(dialog.getByRole('button', { name: 'Create schedule' }))
  for (const text of ['Please choose a date.', 'Please choose a time.', 'Please choose a template.'])
    expect(dialog.getByText(text)).toBeTruthy()
  expect(input(dialog, 'Time').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(input(dialog, 'Date'))
  fill(dialog, 'Date', '2026-11-20')
  await user.click(dialog.getByRole('button', { name: 'Create schedule' }))
  expect(dialog.getByText('Friday, November 20, 2026 is in the past.')).toBeTruthy()
  expect(sent('POST')).toEqual([])
})

it('[SCH-09, SCH-20] creating sends all fields, refetches the list, and evicts today’s cached meditation', async () => {
  client.setQueryData(todaysKey, null)
  const { user, dialog } = await open([])
  fill(dialog, 'Date', '2026-12-01')
  fill(dialog, 'Time', '06:30')
  await user.click(dialog.getByRole('radio', { name: /Evening hush/ }))
  await user.click(dialog.getByRole('checkbox', { name: 'Active' }))
  const newSchedule = buildSchedule('2026-12-01', { title: 'Evening hush' })
  server.respond(schedulesCalls.createSchedule, saved(newSchedule))
  server.respond(schedulesCalls.schedules, [newSchedule])
  await user.click(dialog.getByRole('button', { name: 'Create schedule' }))
  await gone()
  expect(sent('POST')).toMatchObject([
    {
      path: '/api/admin/schedules',
      body: {
        date: '2026-12-01',
        templateId: 2,
        scheduledTime: '06:30',
        isActive: false,
        repeatWeeks: 0,
        repeatCount: 1,
      },
    },
  ])
  expect(toastShown()).toMatchObject({ title: adminMessages.scheduleCreated })
  expect(await screen.findByRole('article')).toBeTruthy()
  expect(client.getQueryState(todaysKey)).toBeUndefined()
})

it('[SCH-24, SCH-26] the date starts as the next empty day, a taken one is named at once, and the next schedule follows', async () => {
  const { user, dialog } = await open([
    buildSchedule('2026-11-21', { title: 'Seven lamps' }),
    buildSchedule('2026-11-22', { isActive: false }),
    buildSchedule('2026-11-23'),
  ])
  expect(input(dialog, 'Date').value).toBe('2026-11-22')
  fill(dialog, 'Date', '2026-11-21')
  expect(dialog.getByText('Taken: Seven lamps')).toBeTruthy()
  expect(input(dialog, 'Date').getAttribute('aria-invalid')).toBe('true')
  fill(dialog, 'Date', '2026-11-22')
  expect(dialog.queryByText(/^Taken/)).toBeNull()
  fill(dialog, 'Time', '06:30')
  await user.click(dialog.getByRole('radio', { name: /Evening hush/ }))
  server.respond(schedulesCalls.createSchedule, saved(buildSchedule('2026-11-22')))
  await user.click(dialog.getByRole('button', { name: 'Create and add another' }))
  await waitFor(() => expect(input(dialog, 'Date').value).toBe('2026-11-24'))
  expect(toastShown()).toMatchObject({ title: adminMessages.scheduleCreated })
  expect(document.activeElement).toBe(input(dialog, 'Date'))
  expect(input(dialog, 'Time').value).toBe('06:30')
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Evening hush/ }).checked).toBe(true)
  await user.keyboard('{Escape}')
  await gone()
  expect(sent('POST')).toHaveLength(1)
})

it('[SCH-13, SCH-25, API-15] repeats: the count needs an interval, the dates are listed, and taken ones marked before and after sending', async () => {
  const { user, dialog } = await open([
    buildSchedule('2026-12-15'),
    buildSchedule('2026-12-29', { isActive: false }),
  ])
  fill(dialog, 'Date', '2026-12-01')
  await user.click(dialog.getByRole('radio', { name: /Evening hush/ }))
  const count = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Repetitions' })
  const weeks = dialog.getByRole('combobox', { name: 'Repeat' })
  expect(count.disabled).toBe(true)
  await user.selectOptions(weeks, 'Every 2 weeks')
  expect(count.disabled).toBe(false)
  await user.selectOptions(count, '3')
  const dates = () =>
    within(dialog.getByRole('region', { name: 'Dates' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(dates()).toEqual([
    'Tuesday, December 1, 2026',
    'Tuesday, December 15, 2026 · taken by Morning light',
    'Tuesday, December 29, 2026',
  ])
  const issues = ['2026-12-15', '2026-12-29'].map((message) => ({ path: 'date', message }))
  const taken = { message: 'These are taken.', issues }
  server.failWith(schedulesCalls.createSchedule, scheduleErrors.dates_taken, taken)
  const lastToast = toastShown()
  await user.click(dialog.getByRole('button', { name: 'Create 3 schedules' }))
  expect(await dialog.findByText('These are taken.')).toBeTruthy()
  expect(dates().at(-1)).toBe('Tuesday, December 29, 2026 · taken')
  expect(toastShown()).toBe(lastToast)
  expect(input(dialog, 'Date').value).toBe('2026-12-01')
  server.failConnection(schedulesCalls.createSchedule)
  await user.click(dialog.getByRole('button', { name: 'Create 3 schedules' }))
  await waitFor(() => expect(toastShown()).toMatchObject(failed(adminMessages.createSchedulesFailed)))
  server.respond(schedulesCalls.createSchedule, saved(buildSchedule('2026-12-01'), 3))
  await user.click(dialog.getByRole('button', { name: 'Create 3 schedules' }))
  await gone()
  expect(toastShown()).toMatchObject(adminMessages.schedulesCreated(3))
  await user.click(screen.getByRole('button', { name: 'Add Schedule' }))
  expect(input(within(await screen.findByRole('dialog')), 'Date').value).toBe('2026-11-21')
})

it('[SCH-08] without an interval the count resets to one', async () => {
  const { user, dialog } = await open([])
  fill(dialog, 'Date', '2026-12-01')
  await user.click(dialog.getByRole('radio', { name: /Evening hush/ }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'Every week')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'Doesn’t repeat')
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Repetitions' }).value).toBe('1')
  server.failConnection(schedulesCalls.createSchedule)
  await user.click(dialog.getByRole('button', { name: 'Create schedule' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(adminMessages.createScheduleFailed)
  expect(sent('POST')[0]?.body).toMatchObject({ repeatWeeks: 0, repeatCount: 1 })
})

it('[SCH-06] the picker is in series order, searches title and instructor, and Enter selects the first match', async () => {
  const series = [
    'Wk 01 Friday',
    'Wk 02 Monday',
    'Wk 01 Monday',
    'Evening',
    'Wk 01 Tuesday',
    'A',
    'Morning light',
  ]
  server.respond(
    templatesCalls.templates,
    series.map((title, index) => buildTemplate(index + 1, title)),
  )
  const { user, dialog } = await open([])
  const listed = () => dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)
  const row = (title: string) => `${title}Lena Oduya30 min`
  expect(listed()).toEqual(
    ['A', 'Evening', 'Morning light', 'Wk 01 Monday', 'Wk 01 Tuesday', 'Wk 01 Friday', 'Wk 02 Monday'].map(
      row,
    ),
  )
  await user.type(dialog.getByRole('searchbox'), 'monday{Enter}')
  expect(listed()).toEqual(['Wk 01 Monday', 'Wk 02 Monday'].map(row))
  expect(dialog.getAllByRole<HTMLInputElement>('radio')[0]?.checked).toBe(true)
  expect(sent('POST')).toEqual([])
  await user.type(dialog.getByRole('searchbox'), ' never')
  expect(dialog.getByText('No title or instructor matches your search.')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog').dataset.state).toBe('open')
  expect(listed()).toHaveLength(7)
})

it('[SCH-09] unsaved changes are discarded only after a confirmation', async () => {
  const { user } = await open([])
  await user.keyboard('{Escape}')
  await gone()
  await user.click(screen.getByRole('button', { name: 'Add Schedule' }))
  await user.click(await screen.findByRole('radio', { name: /Evening hush/ }))
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByText('Close without saving?')).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Evening hush/ }).checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await gone()
  expect(sent('POST')).toEqual([])
})

it('[SCH-18, SCH-20, SCH-25] an edit sends the version that was read; a stale one keeps the input and offers the current version', async () => {
  const old = buildSchedule('2026-12-01', { id: 7, time: '06:30' })
  const { user, dialog } = await open([old], /^Edit Morning light/)
  expect(input(dialog, 'Time').value).toBe('06:30')
  fill(dialog, 'Time', '08:00')
  server.failWith(schedulesCalls.updateSchedule, 'changed_meanwhile')
  const lastToast = toastShown()
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText(/Someone else has changed this in the meantime/)).toBeTruthy()
  expect(sent('PUT')).toMatchObject([
    { path: '/api/admin/schedules/7', body: { scheduledTime: '08:00', version: 1 } },
  ])
  expect(toastShown()).toBe(lastToast)
  expect(input(dialog, 'Time').value).toBe('08:00')
  server.failConnection(schedulesCalls.schedules)
  await user.click(dialog.getByRole('button', { name: 'Load the current version' }))
  expect(await dialog.findByText('The current version didn’t load. Please try again.')).toBeTruthy()
  expect(input(dialog, 'Time').value).toBe('08:00')
  server.respond(schedulesCalls.schedules, [{ ...old, scheduledTime: '09:00', version: 4 }])
  await user.click(dialog.getByRole('button', { name: 'Load the current version' }))
  await waitFor(() => expect(input(dialog, 'Time').value).toBe('09:00'))
  expect(dialog.queryByRole('alert')).toBeNull()
  server.respond(schedulesCalls.updateSchedule, saved(old))
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await gone()
  expect(sent('PUT')[1]?.body).toMatchObject({ version: 4 })
  expect(toastShown()).toMatchObject({ title: adminMessages.scheduleUpdated })
})

it('[SCH-21] an edit with repeats names their number; a schedule deleted meanwhile shows an error', async () => {
  const { user, dialog } = await open([buildSchedule('2026-12-01')], /^Edit/)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'Every week')
  server.failWith(schedulesCalls.updateSchedule, 'not_found', { message: adminMessages.deleteExistingFailed })
  await user.click(dialog.getByRole('button', { name: 'Save 2 schedules' }))
  expect(await dialog.findByText('This schedule has been deleted in the meantime.')).toBeTruthy()
  expect(toastShown()).toMatchObject(failed(adminMessages.deleteExistingFailed))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'Doesn’t repeat')
  server.failConnection(schedulesCalls.updateSchedule)
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(toastShown()).toMatchObject(failed(adminMessages.updateScheduleFailed)))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'Every week')
  server.respond(schedulesCalls.updateSchedule, saved(buildSchedule('2026-12-01'), 2))
  await user.click(dialog.getByRole('button', { name: 'Save 2 schedules' }))
  await gone()
  expect(toastShown()).toMatchObject(adminMessages.schedulesCreated(2))
})

it('[SCH-07] server issues show at their fields; an archived template is still listed', async () => {
  const { user, dialog } = await open(
    [{ ...buildSchedule('2026-12-01', { title: 'Old one' }), templateId: 9 }],
    /^Edit/,
  )
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Old one/ }).checked).toBe(true)
  const issues = [{ path: 'templateId', message: 'This template no longer exists.' }]
  server.failWith(schedulesCalls.updateSchedule, 'invalid', { issues })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText('This template no longer exists.')).toBeTruthy()
  expect(dialog.queryByRole('alert')).toBeNull()
  await user.click(dialog.getByRole('radio', { name: /Evening hush/ }))
  expect(dialog.queryByText('This template no longer exists.')).toBeNull()
})

it('[SCH-07, SCH-19, SCH-20] deletion asks for confirmation, and a failure shows in the dialog', async () => {
  const { user, dialog } = await open([buildSchedule('2026-12-01', { id: 7 })], /^Edit/)
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(screen.getByRole('alertdialog').textContent).toContain('Morning light, Tuesday, December 1, 2026')
  expect(sent('DELETE')).toEqual([])
  server.failWith(schedulesCalls.deleteSchedule, 'unavailable')
  await user.click(question.getByRole('button', { name: 'Yes, delete' }))
  expect(await question.findByText(/The service is resting/)).toBeTruthy()
  expect(toastShown()).toMatchObject(failed(adminMessages.deleteScheduleFailed))
  server.respond(schedulesCalls.deleteSchedule, { success: true })
  server.respond(schedulesCalls.schedules, [])
  await user.click(question.getByRole('button', { name: 'Yes, delete' }))
  await gone()
  expect(sent('DELETE').at(-1)?.path).toBe('/api/admin/schedules/7')
  expect(toastShown()).toMatchObject({ title: adminMessages.scheduleDeleted })
  expect(await screen.findByText('Nothing is scheduled yet')).toBeTruthy()
})

it('[SCH-17, SCH-20, SCH-25] a row’s switch is optimistic, and reverts with the server’s message on failure', async () => {
  const rest = buildSchedule('2026-12-01', { id: 7, isActive: false })
  const user = await show([rest])
  const toggle = () =>
    screen.getByRole<HTMLInputElement>('switch', { name: /^Active on Tuesday, December 1, 2026/ })
  const message = 'There’s already a meditation on Tuesday, December 1, 2026.'
  server.failWith(schedulesCalls.updateSchedule, scheduleErrors.dates_taken, { message, issues: [] })
  server.respond(schedulesCalls.schedules, [{ ...rest, version: 2 }])
  const lastToast = toastShown()
  await user.click(toggle())
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(toggle().checked).toBe(false)
  expect(toastShown()).toBe(lastToast)
  // Another administrator was quicker: the list reloads, and the next press sends the new version.
  await waitFor(() => expect(server.count(schedulesCalls.schedules)).toBe(2))
  client.setQueryData(todaysKey, null)
  const release = server.respondLater(schedulesCalls.updateSchedule, saved({ ...rest, isActive: true }))
  server.respond(schedulesCalls.schedules, [{ ...rest, isActive: true, version: 3 }])
  await user.click(toggle())
  await waitFor(() => expect(toggle().checked).toBe(true))
  release()
  await waitFor(() => expect(toastShown()).toMatchObject({ title: adminMessages.scheduleUpdated }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(sent('PUT').at(-1)).toMatchObject({
    path: '/api/admin/schedules/7',
    body: { isActive: true, version: 2 },
  })
  expect(toggle().checked).toBe(true)
  expect(client.getQueryState(todaysKey)).toBeUndefined()
})

it('[PHASE-27] the switch appears with a time, needs a measured video, and says the moments', async () => {
  server.respond(templatesCalls.templates, [
    { ...buildTemplate(1, 'Morning light'), mediaSeconds: 1_200 },
    buildTemplate(2, 'Evening hush'),
  ])
  const { user, dialog } = await open([])
  const together = () => dialog.queryByRole<HTMLInputElement>('checkbox', { name: 'Start together' })
  expect(together()).toBeNull()
  fill(dialog, 'Date', '2026-12-01')
  fill(dialog, 'Time', '06:30')
  await user.click(dialog.getByRole('radio', { name: /Evening hush/ }))
  expect(together()).toMatchObject({ checked: false, disabled: true })
  await user.click(dialog.getByRole('radio', { name: /Morning light/ }))
  expect(together()).toMatchObject({ checked: true, disabled: false })
  expect(dialog.getByText(/the bell rings 6:30 AM · the sitting ends 6:50 AM/)).toBeTruthy()
  fill(dialog, 'Silence after the video', '181')
  await user.click(dialog.getByRole('button', { name: 'Create schedule' }))
  expect(dialog.getByText(/Minutes of silence: a whole number from 0 to 180/)).toBeTruthy()
  fill(dialog, 'Silence after the video', '2')
  server.respond(schedulesCalls.createSchedule, saved(buildSchedule('2026-12-01')))
  await user.click(dialog.getByRole('button', { name: 'Create schedule' }))
  await gone()
  expect(sent('POST').at(-1)?.body).toMatchObject({ together: true, silenceMinutes: 2, doorsMinutes: 15 })
})

const measured = (id: number, title: string) => ({ ...buildTemplate(id, title), mediaSeconds: 1_200 })

it('[PHASE-02, PHASE-27] a length that is being typed has no moments, and its field stays in view @full', async () => {
  server.respond(templatesCalls.templates, [measured(1, 'Morning light')])
  const sitting = { ...buildSchedule('2026-12-01', { time: '06:30' }), together: true }
  const { user, dialog } = await open([sitting], /December 1/)
  const times = () => input(dialog, 'Doors open before').closest('details')
  expect(dialog.getByText(/Doors open 6:15 AM/)).toBeTruthy()
  expect(times()?.open).toBe(false)
  fill(dialog, 'Doors open before', '')
  expect(dialog.queryByText(/Doors open 6/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(times()?.open).toBe(true)
  fill(dialog, 'Doors open before', '20')
  expect(times()?.open).toBe(true)
  expect(dialog.getByText(/Doors open 6:10 AM/)).toBeTruthy()
  expect(sent('PUT')).toEqual([])
})

it('[PHASE-01, PHASE-02, PHASE-21] the server’s reason shows beside the field, or above the form @full', async () => {
  server.respond(templatesCalls.templates, [measured(1, 'Morning light')])
  const sitting = { ...buildSchedule('2026-12-01', { time: '06:30' }), together: true }
  const { user, dialog } = await open([sitting], /December 1/)
  const save = () => user.click(dialog.getByRole('button', { name: 'Save changes' }))
  const message = 'The doors open before the gathering: make the doors longer or the gathering shorter.'
  server.failWith(schedulesCalls.updateSchedule, 'invalid', { issues: [{ path: 'together', message }] })
  fill(dialog, 'Gathering', '600')
  fill(dialog, 'Doors open before', '5')
  await save()
  expect(await dialog.findByText(message)).toBeTruthy()
  fill(dialog, 'Doors open before', '10')
  expect(dialog.queryByText(message)).toBeNull()
  const underWay = 'The doors of this sitting are open.'
  server.failWith(schedulesCalls.updateSchedule, sittingErrors.sitting_under_way, { message: underWay })
  await save()
  expect(await dialog.findByText(underWay)).toBeTruthy()
  expect(input(dialog, 'Gathering').value).toBe('600')
})

it('[PHASE-01] a template without a measured video links to the templates @full', async () => {
  const { user, dialog } = await open([])
  fill(dialog, 'Time', '06:30')
  await user.click(dialog.getByRole('radio', { name: /Morning light/ }))
  const link = dialog.getByRole<HTMLAnchorElement>('link', { name: /Open the templates/ })
  expect([link.getAttribute('href'), link.target]).toEqual(['/admin#templates', '_blank'])
})

it.each([
  [true, 1],
  [false, 0],
])(
  '[PHASE-18, PHASE-24] together %j: the dialog of a schedule shows its own sitting',
  async (together, count) => {
    const sitting = { id: 5, startsAt: Date.now(), cancelled: true, cancelNote: null }
    const schedule = { ...buildSchedule('2026-12-01', { time: '19:00' }), together, sitting }
    server.respond(schedulesCalls.schedules, [schedule])
    renderScreen(<SchedulesTab renderSitting={(_, { id }) => <p>Sitting {id}</p>} />, client)
    await setUpUser().click(await screen.findByRole('button', { name: /December 1/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('radio', { name: /Morning light/ })
    expect(dialog.queryAllByText('Sitting 5')).toHaveLength(count)
  },
)
