// The dialog of a series: weekdays until a date, and one schedule or all from it on.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { communityCalls } from '#features/community/contract.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { buildSchedule, buildTemplate } from '#test/sittings/schedules.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { toastStore } from '#web/toast-store.ts'
import { schedulesCalls, type Schedule } from '../../contract.ts'
import { scheduleErrors } from '../../errors.ts'
import { SchedulesTab } from './schedules-tab.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  // Saturday noon in Chicago.
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  server.respond(communityCalls.communitySettings, testSettings)
  server.respond(templatesCalls.templates, [
    buildTemplate(1, 'Morning light'),
    buildTemplate(2, 'Evening hush'),
  ])
})
afterEach(() => {
  vi.useRealTimers()
})

async function open(schedules: Schedule[], button: RegExp | string) {
  server.respond(schedulesCalls.schedules, schedules)
  renderScreen(<SchedulesTab renderSitting={() => null} />)
  const user = setUpUser()
  await user.click(await screen.findByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('radio', { name: /Morning light/ })
  return { user, dialog }
}

type Dialog = Awaited<ReturnType<typeof open>>['dialog']
const fill = (dialog: Dialog, name: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(name), { target: { value } })
const datesShown = (dialog: Dialog) =>
  within(dialog.getByRole('region', { name: 'Dates' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const sent = (method: string) => server.calls.filter((call) => call.method === method)

const series = () =>
  ['2026-12-01', '2026-12-03', '2026-12-08'].map((date) =>
    buildSchedule(date, { time: '06:30', title: 'Morning light', seriesId: 700 }),
  )

it('[PLAN-05] weekdays until a date: their number and the dates are shown, and taken ones marked; input survives a failure', async () => {
  const { user, dialog } = await open([buildSchedule('2026-12-10', { title: 'Open pond' })], 'Add Schedule')
  fill(dialog, 'Date', '2026-12-01')
  fill(dialog, 'Time', '06:30')
  await user.click(dialog.getByRole('radio', { name: /Evening hush/ }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'On these days until…')
  const day = (name: string) => dialog.getByRole<HTMLInputElement>('checkbox', { name })
  expect(day('Tuesday').checked).toBe(true)
  expect(dialog.getByLabelText<HTMLInputElement>('Until').value).toBe('2026-12-28')
  await user.click(day('Thursday'))
  fill(dialog, 'Until', '2026-12-10')
  expect(dialog.getByText('4 dates, 1 taken')).toBeTruthy()
  expect(datesShown(dialog)).toEqual([
    'Tuesday, December 1, 2026',
    'Thursday, December 3, 2026',
    'Tuesday, December 8, 2026',
    'Thursday, December 10, 2026 · taken by Open pond',
  ])
  server.failWith(schedulesCalls.scheduleDays, scheduleErrors.dates_taken, {
    message: 'These are taken.',
    issues: [{ path: 'date', message: '2026-12-03' }],
  })
  await user.click(dialog.getByRole('button', { name: 'Create 4 schedules' }))
  expect(await dialog.findByText('These are taken.')).toBeTruthy()
  expect(datesShown(dialog)[1]).toBe('Thursday, December 3, 2026 · taken')
  expect(day('Thursday').checked).toBe(true)
  fill(dialog, 'Until', '2026-12-09')
  server.respond(schedulesCalls.scheduleDays, { rows: 3 })
  await user.click(dialog.getByRole('button', { name: 'Create 3 schedules' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(toastStore.records()[0]).toMatchObject(adminMessages.schedulesCreated(3))
  expect(sent('POST').at(-1)?.body).toEqual({
    days: ['2026-12-01', '2026-12-03', '2026-12-08'].map((date) => ({
      date,
      scheduledTime: '06:30',
      templateId: 2,
      isActive: true,
    })),
  })
})

it('[PLAN-05] the days are in the order of the viewer’s week', async () => {
  const { user, dialog } = await open([], 'Add Schedule')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'On these days until…')
  const days = dialog.getByRole('group', { name: 'On' }).querySelectorAll('label')
  expect([days[0]?.textContent, days[6]?.textContent]).toEqual(['Sunday', 'Saturday'])
})

it('[PLAN-05, SCH-26] one press chooses every day or the weekdays; the next series keeps them and the template', async () => {
  const { user, dialog } = await open([], 'Add Schedule')
  fill(dialog, 'Date', '2026-12-01')
  fill(dialog, 'Time', '06:30')
  await user.click(dialog.getByRole('radio', { name: /Evening hush/ }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'On these days until…')
  await user.click(dialog.getByRole('button', { name: 'Every day', pressed: false }))
  expect(dialog.getByRole('button', { name: 'Every day', pressed: true })).toBeTruthy()
  expect(dialog.getByText('28 dates')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Weekdays' }))
  fill(dialog, 'Until', '2026-12-07')
  expect(dialog.getByText('5 dates')).toBeTruthy()
  server.respond(schedulesCalls.scheduleDays, { rows: 5 })
  await user.click(dialog.getByRole('button', { name: 'Create and add another' }))
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Date').value).toBe('2026-12-05'))
  expect(dialog.getByLabelText<HTMLInputElement>('Until').value).toBe('2026-12-11')
  expect(dialog.getByRole('button', { name: 'Weekdays', pressed: true })).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Evening hush/ }).checked).toBe(true)
})

it('[PLAN-05] more than 120 dates, a last day before the first and no weekday are errors beside their fields @full', async () => {
  const { user, dialog } = await open([], 'Add Schedule')
  fill(dialog, 'Date', '2026-12-01')
  await user.click(dialog.getByRole('radio', { name: /Evening hush/ }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'On these days until…')
  for (const name of ['Monday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await user.click(dialog.getByRole('checkbox', { name }))
  const until = dialog.getByLabelText<HTMLInputElement>('Until')
  // 200 days.
  fill(dialog, 'Until', '2027-06-18')
  const tooMany = 'At most 120 dates at once: choose Tuesday, March 30, 2027 or earlier.'
  expect(dialog.getByText(tooMany)).toBeTruthy()
  expect(until.getAttribute('aria-invalid')).toBe('true')
  await user.click(dialog.getByRole('button', { name: 'Create schedules' }))
  expect(document.activeElement).toBe(until)
  fill(dialog, 'Until', '2027-03-30')
  expect(dialog.queryByText(tooMany)).toBeNull()
  expect(dialog.getByText('120 dates')).toBeTruthy()
  fill(dialog, 'Until', '2026-11-30')
  expect(dialog.getByText('The last day is before the first.')).toBeTruthy()
  fill(dialog, 'Until', '')
  for (const box of dialog.getAllByRole('checkbox', { name: /day$/ })) await user.click(box)
  await user.click(dialog.getByRole('button', { name: 'Create schedule' }))
  expect(dialog.getByText('Please choose at least one weekday.')).toBeTruthy()
  expect(dialog.getByText('Please choose a date.')).toBeTruthy()
  expect(sent('POST')).toEqual([])
})

it('[PLAN-06] from here on: the new dates are previewed, and one call changes them; input survives a failure', async () => {
  const { user, dialog } = await open(
    [...series(), buildSchedule('2026-12-09', { title: 'Open pond' })],
    'Edit Morning light, 6:30 AM, Thursday, December 3, 2026',
  )
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Only this one' }).checked).toBe(true)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'Every week')
  await user.click(dialog.getByRole('radio', { name: 'From here on' }))
  expect(dialog.getByText(/^Also 1 later one, until Tuesday, December 8, 2026\./)).toBeTruthy()
  expect(dialog.queryByRole('combobox', { name: 'Repeat' })).toBeNull()
  fill(dialog, 'Date', '2026-12-04')
  fill(dialog, 'Time', '07:15')
  expect(datesShown(dialog)).toEqual([
    'Friday, December 4, 2026',
    'Wednesday, December 9, 2026 · taken by Open pond',
  ])
  server.failWith(schedulesCalls.updateSchedule, 'changed_meanwhile')
  await user.click(dialog.getByRole('button', { name: 'Save from here on' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Time').value).toBe('07:15')
  const [, second] = series()
  if (second) server.respond(schedulesCalls.updateSchedule, { ...second, rows: 2 })
  await user.click(dialog.getByRole('button', { name: 'Save from here on' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(toastStore.records()[0]).toMatchObject({
    title: 'Schedule updated',
    description: null,
  })
  expect(sent('PUT').at(-1)?.body).toMatchObject({
    scope: 'following',
    date: '2026-12-04',
    scheduledTime: '07:15',
    repeatWeeks: 0,
    repeatCount: 1,
  })
})

it('[PLAN-06] deletion offers this one or from here on; a failure keeps the dialog @full', async () => {
  const { user, dialog } = await open(series(), 'Edit Morning light, 6:30 AM, Tuesday, December 1, 2026')
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByRole<HTMLInputElement>('radio', { name: 'Only this one' }).checked).toBe(true)
  await user.click(question.getByRole('radio', { name: 'From here on' }))
  expect(question.getByText(/^Also 2 later ones, until Tuesday, December 8, 2026\./)).toBeTruthy()
  server.failConnection(schedulesCalls.deleteSchedule)
  await user.click(question.getByRole('button', { name: 'Yes, delete' }))
  expect(await question.findByRole('alert')).toBeTruthy()
  server.respond(schedulesCalls.deleteSchedule, { success: true })
  await user.click(question.getByRole('button', { name: 'Yes, delete' }))
  await waitFor(() => expect(toastStore.records()[0]).toMatchObject({ title: 'Schedule deleted' }))
  expect(sent('DELETE').at(-1)?.path).toMatch(/\?scope=following$/)
})

it('[PLAN-06] the last of a series, a past one and a single one offer no choice @full', async () => {
  const past = buildSchedule('2026-11-20', { time: '06:30', title: 'Gone by', seriesId: 700 })
  const alone = buildSchedule('2026-12-02', { title: 'Open pond' })
  const { user } = await open(
    [past, ...series(), alone],
    'Edit Morning light, 6:30 AM, Tuesday, December 8, 2026',
  )
  const expectNoChoice = () => {
    expect(screen.getByRole('heading', { name: 'Edit Schedule' })).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'From here on' })).toBeNull()
  }
  expectNoChoice()
  for (const [list, edit] of [
    [null, 'Edit Open pond, All day, Wednesday, December 2, 2026'],
    [/past schedules/, 'Edit Gone by, 6:30 AM, Friday, November 20, 2026'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    if (list) await user.click(screen.getByRole('button', { name: list }))
    await user.click(screen.getByRole('button', { name: edit }))
    expectNoChoice()
  }
})

it('[PLAN-12] a series is extended after a preview; a refusal stays in the dialog', async () => {
  const { user, dialog } = await open(series(), /^Edit Morning light.*December 3/)
  await user.click(dialog.getByRole('button', { name: 'Extend the series…' }))
  const extension = within(await screen.findByRole('dialog', { name: 'Extend the series' }))
  expect(extension.getByText(/^It ends on Tuesday, December 8, 2026\./)).toBeTruthy()
  const until = extension.getByLabelText<HTMLInputElement>('Until')
  expect(until.value).toBe('2027-01-05')
  const set = (value: string) => fireEvent.change(until, { target: { value } })
  set('2026-12-08')
  expect(extension.getByText('Choose Wednesday, December 9, 2026 or later.')).toBeTruthy()
  set('2026-12-15')
  expect(extension.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 22))).toEqual([
    'Thursday, December 10 ',
    'Tuesday, December 15 M',
  ])
  const message = 'There’s already a meditation on Tuesday, December 15, 2026.'
  const issues = [{ path: 'date', message: '2026-12-15' }]
  server.failWith(schedulesCalls.extendSeries, scheduleErrors.dates_taken, { message, issues })
  await user.click(extension.getByRole('button', { name: 'Add 2 days' }))
  expect((await extension.findByRole('alert')).textContent).toBe(message)
  set('2026-12-10')
  server.respond(schedulesCalls.extendSeries, { rows: 1 })
  await user.click(extension.getByRole('button', { name: 'Add 1 day' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Extend the series' })).toBeNull())
  expect(sent('POST').at(-1)?.body).toEqual({ until: '2026-12-10' })
  // The dialog of the schedule is still open, and wasn't sent.
  expect(sent('PUT')).toEqual([])
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Extend the series…' }))
})
