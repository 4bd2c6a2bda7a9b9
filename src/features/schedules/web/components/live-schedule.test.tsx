// The schedule dialogs with live templates and meeting links.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { communityCalls } from '#features/community/contract.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import type { SentTemplate } from '#features/templates/template-content.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { buildSchedule, buildTemplate } from '#test/sittings/schedules.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { schedulesCalls, type Schedule } from '../../contract.ts'
import { SchedulesTab } from './schedules-tab.tsx'

const live: SentTemplate = {
  ...buildTemplate(2, 'With Ana'),
  kind: 'live',
  liveSource: 'elsewhere',
  bellBy: 'clock',
  videoUrl: '',
  duration: 45,
  mediaSeconds: 2_700,
}
const zoom = { ...live, id: 3, title: 'On Zoom', meetingUrl: 'https://www.zoom.us/j/1' }
const ownLink = 'https://meet.jit.si/own'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(communityCalls.communitySettings, testSettings)
  // Saturday noon in Chicago.
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  server.respond(templatesCalls.templates, [
    { ...buildTemplate(1, 'Morning light'), mediaSeconds: 1_200 },
    live,
    zoom,
  ])
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

async function open(schedules: Schedule[], button: string | RegExp) {
  server.respond(schedulesCalls.schedules, schedules)
  renderScreen(<SchedulesTab renderSitting={() => null} />)
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  const user = setUpUser()
  await user.click(screen.getByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog'))
  const link = () => dialog.getByLabelText<HTMLInputElement>(/^Meeting link/)
  const type = (text: string) => fireEvent.change(link(), { target: { value: text } })
  const described = () => document.getElementById(link().getAttribute('aria-describedby') ?? '')?.textContent
  return { user, dialog, link, type, described }
}

const sent = () => server.calls.findLast(({ method }) => method !== 'GET')?.body

it('[TEACH-11] a live template without a link asks for one; ‘Create and add another’ keeps it', async () => {
  const { user, dialog, link, type, described } = await open([], 'Add Schedule')
  expect(dialog.queryByLabelText(/^Meeting link/)).toBeNull()
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-12-01' } })
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '18:30' } })
  await user.click(await dialog.findByRole('radio', { name: /On Zoom/ }))
  expect(described()).toContain('Leave it empty for the template’s link, on zoom.us.')
  await user.click(dialog.getByRole('radio', { name: /With Ana/ }))
  expect(described()).toContain('its template has no link')
  expect(dialog.getByText(/^A bell at this time, one place to meet for everyone/)).toBeTruthy()
  expect(dialog.queryByLabelText('Silence after the video')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Create schedule' }))
  await waitFor(() =>
    expect(described()).toBe('A live sitting needs a meeting link, here or on its template.'),
  )
  type('http://meet.jit.si/own')
  await user.click(dialog.getByRole('button', { name: 'Create schedule' }))
  await waitFor(() => expect(described()).toContain('begins with https://'))
  expect(sent()).toBeUndefined()
  type(` ${ownLink} `)
  server.respond(schedulesCalls.createSchedule, { ...buildSchedule('2026-12-01'), rows: 1 })
  await user.click(dialog.getByRole('button', { name: 'Create and add another' }))
  await waitFor(() => expect(sent()).toMatchObject({ templateId: 2, meetingUrl: ownLink }))
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Date').value).not.toBe('2026-12-01'))
  expect(link().value.trim()).toBe(ownLink)
})

it('[TEACH-11] an edit sends a changed link alone, null for the template’s, and shows the server’s reason', async () => {
  const schedule = {
    ...buildSchedule('2026-12-01', { time: '18:30', title: 'On Zoom' }),
    templateId: 3,
    together: true,
    meetingUrl: ownLink,
  }
  const { user, dialog, link, type, described } = await open([schedule], /^Edit/)
  expect(link().value).toBe(ownLink)
  type('')
  server.failWith(schedulesCalls.updateSchedule, 'invalid', {
    issues: [{ path: 'meetingUrl', message: 'Not there.' }],
  })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(described()).toBe('Not there.'))
  expect(sent()).toMatchObject({ meetingUrl: null, version: 1 })
  type(ownLink)
  server.respond(schedulesCalls.updateSchedule, { ...schedule, rows: 1 })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).not.toHaveProperty('meetingUrl')
})

it('[TEACH-11] days that are filled all get the typed link, which a live template without one needs', async () => {
  const { user, dialog, type, described } = await open([], 'Fill empty days…')
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2026-11-22' } })
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '18:30' } })
  await user.click(await dialog.findByRole('checkbox', { name: /With Ana/ }))
  await user.click(dialog.getByRole('button', { name: /^Fill \d days?$/ }))
  await waitFor(() =>
    expect(described()).toBe('A live sitting needs a meeting link, here or on its template.'),
  )
  type(ownLink)
  server.respond(schedulesCalls.scheduleDays, { rows: 2 })
  await user.click(dialog.getByRole('button', { name: /^Fill \d days?$/ }))
  await waitFor(() =>
    expect(sent()).toMatchObject({
      days: [
        { date: '2026-11-21', templateId: 2, meetingUrl: ownLink },
        { date: '2026-11-22', templateId: 2, meetingUrl: ownLink },
      ],
    }),
  )
})
