// The calendar's address in the settings: making it, copying it, renewing it, and each failure.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { toastStore } from '#web/toast-store.ts'
import { calendarCalls } from '../contract.ts'
import { CalendarSetting } from './calendar-setting.tsx'

const url = 'https://sit.example.org/calendar/AAAAAAAAAAAAAAAAAAAAAA.ics'
const renewedUrl = 'https://sit.example.org/calendar/BBBBBBBBBBBBBBBBBBBBBB.ics'
const createdAt = '2026-11-21T18:00:00.000Z'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function open(madeAt: string | null) {
  server.respond(calendarCalls.calendarFeed, { createdAt: madeAt })
  return openDialog()
}

async function openDialog() {
  const user = setUpUser()
  renderScreen(<CalendarSetting />)
  await user.click(screen.getByRole('button', { name: 'Show in my calendar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sittings in your calendar' }))
  const press = async (name: string) => user.click(await dialog.findByRole('button', { name }))
  return { user, dialog, press }
}

it('[CAL-05] makes the address, shows it once, and copies it', async () => {
  const { user, dialog, press } = await open(null)
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  server.respond(calendarCalls.renewCalendarFeed, { url })
  await press('Make my address')
  expect((await dialog.findByLabelText<HTMLInputElement>('Your address')).value).toBe(url)
  await press('Copy address')
  await waitFor(() => expect(write).toHaveBeenCalledWith(url))
  await waitFor(() =>
    expect(toastStore.records()[0]).toMatchObject({
      title: 'Copied!',
      description: 'Paste it where your calendar asks for an address.',
    }),
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.body.innerHTML).not.toContain(url)
})

it('[CAL-05] an address that the browser doesn’t copy is selected', async () => {
  const { dialog, press } = await open(null)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Denied.'))
  server.respond(calendarCalls.renewCalendarFeed, { url })
  await press('Make my address')
  const field = await dialog.findByLabelText<HTMLInputElement>('Your address')
  await press('Copy address')
  expect(await dialog.findByText(/didn’t let us copy it/)).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(field.selectionEnd).toBe(url.length)
})

it('[CAL-05] a new address asks first: the old one stays until then', async () => {
  const { dialog, press } = await open(createdAt)
  expect(await dialog.findByText(/since November 21, 2026.*we can’t show it again/)).toBeTruthy()
  await press('Make a new address')
  expect(dialog.getByText(/stop showing changes/)).toBeTruthy()
  await press('Keep the old one')
  expect(server.count(calendarCalls.renewCalendarFeed)).toBe(0)
  await press('Make a new address')
  server.respond(calendarCalls.renewCalendarFeed, { url: renewedUrl })
  await press('Make a new address')
  expect((await dialog.findByLabelText<HTMLInputElement>('Your address')).value).toBe(renewedUrl)
  expect(dialog.queryByText(/stop showing changes/)).toBeNull()
})

it('[CAL-05] a failure says so, and the next press makes it', async () => {
  const { dialog, press } = await open(createdAt)
  await press('Make a new address')
  server.failConnection(calendarCalls.renewCalendarFeed)
  await press('Make a new address')
  expect((await dialog.findByRole('alert')).textContent).toBe('That didn’t work. Please try again.')
  server.failWith(calendarCalls.renewCalendarFeed, 'rate_limited')
  await press('Make a new address')
  await waitFor(() => expect(dialog.getByRole('alert').textContent).not.toContain('That didn’t work'))
  server.respond(calendarCalls.renewCalendarFeed, { url })
  await press('Make a new address')
  expect((await dialog.findByLabelText<HTMLInputElement>('Your address')).value).toBe(url)
  expect(dialog.queryByRole('alert')).toBeNull()
})

it('[CAL-05] a state that didn’t load says so and loads at a press', async () => {
  server.failWith(calendarCalls.calendarFeed, 'internal')
  const { dialog, press } = await openDialog()
  expect((await dialog.findByRole('alert')).textContent).toContain('Your calendar’s address didn’t load.')
  server.respond(calendarCalls.calendarFeed, { createdAt: null })
  await press('Try again')
  expect(await dialog.findByRole('button', { name: 'Make my address' })).toBeTruthy()
})
