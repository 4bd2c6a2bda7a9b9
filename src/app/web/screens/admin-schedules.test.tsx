// The sitting in the dialog of its schedule: canceled or delayed, and what an administrator can do about it.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { communityCalls } from '#features/community/contract.ts'
import { schedulesCalls, type Schedule } from '#features/schedules/contract.ts'
import { sittingsCalls } from '#features/sittings/contract.ts'
import { sittingErrors } from '#features/sittings/errors.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { buildSchedule, buildTemplate } from '#test/sittings/schedules.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { AdminSchedules } from './admin-schedules.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  server.respond(communityCalls.communitySettings, testSettings)
  server.respond(templatesCalls.templates, [buildTemplate(1, 'Morning light')])
  server.respond(sittingsCalls.sittings, [])
})
afterEach(() => {
  vi.useRealTimers()
})

/** 7:00 PM in Chicago. */
const bell = Date.parse('2026-12-02T01:00:00Z')
function scheduleWith(sitting: Partial<NonNullable<Schedule['sitting']>>): Schedule {
  const schedule = buildSchedule('2026-12-01', { id: 7, time: '19:00' })
  const scheduled = { id: 10_007, startsAt: bell, cancelled: false, cancelNote: null }
  return { ...schedule, together: true, sitting: { ...scheduled, ...sitting } }
}

async function open(...lists: [Schedule, ...Schedule[]]) {
  const [first, ...others] = lists
  server.respond(schedulesCalls.schedules, [first], ...others.map((schedule) => [schedule]))
  renderScreen(<AdminSchedules />)
  const user = setUpUser()
  await user.click(await screen.findByRole('button', { name: /^Edit Morning light/ }))
  await screen.findByRole('radio', { name: /Morning light/ })
  // A part of its own, which is loaded.
  if (first.sitting && first.isActive) await screen.findByRole('region', { name: 'The sitting' })
  const sitting = () => within(screen.getByRole('region', { name: 'The sitting' }))
  return { user, sitting }
}
const cancelNote = 'Lena is ill.'
const sent = () => server.calls.filter(({ method }) => method === 'POST')

it('[PHASE-18] a canceled sitting is shown with its reason, and is restored', async () => {
  const { user, sitting } = await open(scheduleWith({ cancelled: true, cancelNote }), scheduleWith({}))
  expect(sitting().getByText('This sitting is canceled.')).toBeTruthy()
  expect(sitting().getByText('“Lena is ill.”')).toBeTruthy()
  expect(sitting().queryByRole('button', { name: /^Cancel/ })).toBeNull()
  await user.click(sitting().getByRole('button', { name: 'Restore the sitting…' }))
  server.respond(sittingsCalls.restore, sittingSharingAt(bell))
  const question = within(screen.getByRole('dialog', { name: /^Restore the sitting on/ }))
  expect(question.getByText('Its bell rings at 7:00 PM, as scheduled.')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Restore the sitting' }))
  expect(await screen.findByText('This sitting takes place as scheduled.')).toBeTruthy()
  expect(sent()).toMatchObject([{ path: '/api/sittings/7/restore' }])
})

it('[PHASE-18] a sitting ahead is canceled with a reason, and the dialog says who reads it', async () => {
  const { user, sitting } = await open(scheduleWith({}), scheduleWith({ cancelled: true, cancelNote }))
  await user.click(sitting().getByRole('button', { name: 'Cancel the sitting…' }))
  server.respond(sittingsCalls.cancel, sittingSharingAt(bell, { cancelled: true }))
  const question = within(screen.getByRole('dialog', { name: /^Cancel the sitting on/ }))
  const field = question.getByRole('textbox', { name: 'Note for members (optional)' })
  expect(field.getAttribute('aria-describedby')).toBe(question.getByText(/^Members read it in/).id)
  await user.type(field, cancelNote)
  await user.click(question.getByRole('button', { name: 'Cancel the sitting' }))
  expect(await screen.findByText('“Lena is ill.”')).toBeTruthy()
  expect(sent()).toMatchObject([{ path: '/api/sittings/10007/cancel', body: { note: cancelNote } }])
})

it('[PHASE-18] a delayed one says by how much; the sentence of a refusal stays, and the list is read again', async () => {
  const delayed = scheduleWith({ startsAt: bell + 600_000 })
  const { user, sitting } = await open(delayed, scheduleWith({ cancelled: true }))
  expect(sitting().getByText('Delayed by 10 minutes: the bell rings at 7:10 PM.')).toBeTruthy()
  expect(sitting().getByRole('button', { name: 'Restore the sitting…' })).toBeTruthy()
  await user.click(sitting().getByRole('button', { name: 'Cancel the sitting…' }))
  server.failWith(sittingsCalls.cancel, sittingErrors.too_late)
  const question = within(screen.getByRole('dialog', { name: /^Cancel the sitting on/ }))
  await user.click(question.getByRole('button', { name: 'Cancel the sitting' }))
  const refusal = 'That isn’t possible at this point of the sitting.'
  expect(await question.findByText(refusal)).toBeTruthy()
  await waitFor(() => expect(screen.getByText('This sitting is canceled.')).toBeTruthy())
  expect(question.getByText(refusal)).toBeTruthy()
})

it('[PHASE-18] without a sitting, or while inactive, nothing is said of one', async () => {
  await open({ ...scheduleWith({ cancelled: true }), isActive: false })
  expect(screen.queryByRole('region', { name: 'The sitting' })).toBeNull()
})
