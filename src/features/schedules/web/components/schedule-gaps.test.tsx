// The line of empty days: the count, the two dialogs that fill many days, and the calendar's thumbnails.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { communityCalls } from '#features/community/contract.ts'
import { sittingErrors } from '#features/sittings/errors.ts'
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
  server.respond(communityCalls.communitySettings, testSettings)
  // Saturday noon in Chicago.
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  const templates = [buildTemplate(1, 'Morning light'), buildTemplate(2, 'Evening hush')]
  server.respond(templatesCalls.templates, templates)
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

const lastPost = () => server.calls.findLast(({ method }) => method === 'POST')
const toastShown = () => toastStore.records()[0]
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const dialogShown = async () => within(await screen.findByRole('dialog'))
type Dialog = Awaited<ReturnType<typeof dialogShown>>
const input = (dialog: Dialog, name: string) => dialog.getByLabelText<HTMLInputElement>(name)
const fill = (dialog: Dialog, name: string, value: string) =>
  fireEvent.change(input(dialog, name), { target: { value } })

it('[SCH-22, SCH-23] the list and the calendar count the days without a meditation, and the calendar shows thumbnails', async () => {
  const withThumbnail = { ...buildTemplate(1, 'Morning light'), thumbnailUrl: '/media/light.jpg' }
  server.respond(templatesCalls.templates, [withThumbnail])
  const user = await show([
    buildSchedule('2026-11-21'),
    buildSchedule('2026-11-23', { isActive: false }),
    buildSchedule('2026-12-01'),
  ])
  expect(screen.getByText('26 days without a meditation until Dec 18')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Calendar' }))
  expect(await screen.findByText('9 days without a meditation until Nov 30')).toBeTruthy()
  await waitFor(() => expect(document.querySelectorAll("img[src='/media/light.jpg']")).toHaveLength(3))
  await user.click(screen.getByRole('button', { name: 'Previous month' }))
  expect(screen.queryByText(/without a meditation/)).toBeNull()
})

it('[SCH-28] empty days are filled with templates in turn, after a preview @full', async () => {
  const user = await show([buildSchedule('2026-11-22')])
  await user.click(screen.getByRole('button', { name: 'Fill empty days…' }))
  const dialog = await dialogShown()
  expect([input(dialog, 'From').value, input(dialog, 'To').value]).toEqual(['2026-11-21', '2026-12-18'])
  await user.click(dialog.getByRole('button', { name: 'Fill 27 days' }))
  expect(dialog.getByText('Please choose at least one template.')).toBeTruthy()
  for (const [from, to, error] of [
    ['2026-11-20', '2026-11-24', 'Friday, November 20, 2026 is in the past.'],
    ['2026-11-24', '2026-11-23', 'The last day is before the first.'],
    ['2026-11-22', '2026-11-22', 'Each of these days has a meditation already.'],
    ['2026-11-23', '2027-03-23', 'At most 120 empty days at once; these are 121.'],
    ['2026-11-23', '9999-12-31', 'Please choose at most a year.'],
    ['2026-11-23', '', 'Please choose a date.'],
  ]) {
    fill(dialog, 'From', from ?? '')
    fill(dialog, 'To', to ?? '')
    expect(dialog.getByText(error ?? '')).toBeTruthy()
  }
  fill(dialog, 'From', '2026-11-21')
  fill(dialog, 'To', '2026-11-24')
  fill(dialog, 'Time', '06:30')
  for (const title of [/Morning light/, /Evening hush/, /Morning light/, /Morning light/])
    await user.click(await dialog.findByRole('checkbox', { name: title }))
  const listed = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(listed()).toEqual([
    'Saturday, November 21 Evening hush, 6:30 AM (12:30 PM)',
    'Monday, November 23 Morning light, 6:30 AM (12:30 PM)',
    'Tuesday, November 24 Evening hush, 6:30 AM (12:30 PM)',
  ])
  const message = 'There’s already a meditation on Monday, November 23, 2026.'
  const issues = [{ path: 'date', message: '2026-11-23' }]
  server.failWith(schedulesCalls.scheduleDays, scheduleErrors.dates_taken, { message, issues })
  server.respond(schedulesCalls.schedules, [buildSchedule('2026-11-22'), buildSchedule('2026-11-23')])
  const lastToast = toastShown()
  await user.click(dialog.getByRole('button', { name: 'Fill 3 days' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  expect(toastShown()).toBe(lastToast)
  server.respond(schedulesCalls.scheduleDays, { rows: 2 })
  await user.click(await dialog.findByRole('button', { name: 'Fill 2 days' }))
  await gone()
  expect(lastPost()).toMatchObject({
    path: '/api/admin/schedules/days',
    body: {
      days: [
        { date: '2026-11-21', templateId: 2, scheduledTime: '06:30' },
        { date: '2026-11-24', templateId: 1, scheduledTime: '06:30' },
      ],
    },
  })
  expect(toastShown()).toMatchObject({ title: 'Schedules created', description: '2 days filled.' })
})

it('[SCH-29] the last four weeks are copied after a preview; without anything to copy the dialog says so', async () => {
  const user = await show([buildSchedule('2026-11-20', { time: '19:00' })])
  await user.click(screen.getByRole('button', { name: 'Copy last 4 weeks' }))
  const dialog = await dialogShown()
  expect((await dialog.findByRole('listitem')).textContent).toBe(
    'Friday, December 18 Morning light, 7:00 PM (Sat 1:00 AM)',
  )
  server.failConnection(schedulesCalls.scheduleDays)
  await user.click(dialog.getByRole('button', { name: 'Copy 1 day' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(adminMessages.createScheduleFailed)
  expect(toastShown()).toMatchObject({ title: 'Error', description: adminMessages.createScheduleFailed })
  server.respond(schedulesCalls.scheduleDays, { rows: 1 })
  server.respond(schedulesCalls.schedules, [])
  await user.click(dialog.getByRole('button', { name: 'Copy 1 day' }))
  await gone()
  expect(lastPost()?.body).toEqual({
    days: [{ date: '2026-12-18', templateId: 1, scheduledTime: '19:00' }],
  })
  expect(toastShown()).toMatchObject({ description: '1 day filled.' })
  await user.click(screen.getByRole('button', { name: 'Copy last 4 weeks' }))
  const empty = await dialogShown()
  expect(await empty.findByText(/^Nothing to copy/)).toBeTruthy()
  expect(empty.getByRole<HTMLButtonElement>('button', { name: 'Copy 0 days' }).disabled).toBe(true)
})

it('[PHASE-27, SCH-32] filled days start together where every video was measured, and the preview marks them', async () => {
  const measured = { ...buildTemplate(1, 'Morning light'), mediaSeconds: 1_200 }
  server.respond(templatesCalls.templates, [measured, buildTemplate(2, 'Evening hush')])
  const user = await show([])
  await user.click(screen.getByRole('button', { name: 'Fill empty days…' }))
  const dialog = await dialogShown()
  const together = () => dialog.queryByRole<HTMLInputElement>('checkbox', { name: 'Start together' })
  expect(together()).toBeNull()
  fill(dialog, 'To', '2026-11-21')
  fill(dialog, 'Time', '06:30')
  await user.click(await dialog.findByRole('checkbox', { name: /Morning light/ }))
  expect(together()).toMatchObject({ checked: true, disabled: false })
  expect(dialog.getByText(/the bell rings 6:30 AM · the sitting ends 6:50 AM/)).toBeTruthy()
  expect(dialog.getByRole('listitem').textContent).toContain('6:30 AM (12:30 PM)starts together')
  await user.click(dialog.getByRole('checkbox', { name: /Evening hush/ }))
  // Only the days of the template that wasn't measured have no bell, and the dialog names it.
  expect(together()).toMatchObject({ checked: true, disabled: false })
  fill(dialog, 'To', '2026-11-22')
  const starts = () =>
    dialog.getAllByRole('listitem').map(({ textContent }) => textContent?.includes('together'))
  expect(starts()).toEqual([true, false])
  expect(
    dialog.getByText(/^The video of “Evening hush” has no known length yet, so 1 of 2 days/),
  ).toBeTruthy()
  fill(dialog, 'To', '2026-11-21')
  await user.click(dialog.getByRole('checkbox', { name: /Morning light/ }))
  expect(together()).toMatchObject({ checked: false, disabled: true })
  await user.click(dialog.getByRole('checkbox', { name: /Morning light/ }))
  await user.click(dialog.getByRole('checkbox', { name: /Evening hush/ }))
  const message = 'This would overlap “Evening hush”.'
  server.failWith(schedulesCalls.scheduleDays, sittingErrors.sittings_overlap, { message })
  await user.click(dialog.getByRole('button', { name: 'Fill 1 day' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  expect(lastPost()?.body).toEqual({
    days: [{ date: '2026-11-21', templateId: 1, scheduledTime: '06:30', together: true }],
  })
})

it('[PHASE-01, SCH-29] days that can’t be copied say why', async () => {
  const sitting = { ...buildSchedule('2026-11-20', { time: '19:00' }), together: true }
  const user = await show([sitting])
  await user.click(screen.getByRole('button', { name: 'Copy last 4 weeks' }))
  const dialog = await dialogShown()
  const message = 'The length of this template’s video isn’t known yet.'
  server.failWith(schedulesCalls.scheduleDays, 'invalid', { issues: [{ path: 'together', message }] })
  await user.click(await dialog.findByRole('button', { name: 'Copy 1 day' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
})

it('[SCH-31] filled days and a day of the calendar start like the day before @full', async () => {
  const evening = { ...buildSchedule('2026-11-20', { time: '19:00' }), together: true, doorsMinutes: 20 }
  const user = await show([evening])
  await user.click(screen.getByRole('button', { name: 'Fill empty days…' }))
  expect(input(await dialogShown(), 'Time').value).toBe('19:00')
  await user.keyboard('{Escape}')
  await gone()
  await user.click(screen.getByRole('button', { name: 'Add Schedule' }))
  const dialog = await dialogShown()
  expect(input(dialog, 'Time').value).toBe('19:00')
  fireEvent.change(input(dialog, 'Time'), { target: { value: '00:00' } })
  expect(dialog.getByText('At 12:00 AM it is open all day. Choose a time to start together.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'As on Nov 20: 7:00 PM, together' }))
  expect(input(dialog, 'Time').value).toBe('19:00')
  expect(dialog.queryByRole('button', { name: /^As on/ })).toBeNull()
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Start together' }).checked).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await gone()
  await user.click(screen.getByRole('radio', { name: 'Calendar' }))
  await user.click(await screen.findByLabelText(/22 November.*add a schedule/))
  expect(input(await dialogShown(), 'Time').value).toBe('19:00')
})
