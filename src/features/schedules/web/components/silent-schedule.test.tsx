// The schedule dialogs with a template that plays a silence.
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

const silence: SentTemplate = {
  ...buildTemplate(2, 'Evening hush'),
  kind: 'silence',
  blocks: [{ kind: 'sit', minutes: 20 }],
  videoUrl: '',
  duration: 20,
  mediaSeconds: 1_200,
}

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  const newSchedules = { ...testSettings.newSchedules, silenceMinutes: 9 }
  server.respond(communityCalls.communitySettings, { ...testSettings, newSchedules })
  // Saturday noon in Chicago.
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  server.respond(templatesCalls.templates, [
    { ...buildTemplate(1, 'Morning light'), mediaSeconds: 1_200 },
    silence,
  ])
})
afterEach(() => {
  vi.useRealTimers()
})

async function open(schedules: Schedule[], button: string | RegExp) {
  server.respond(schedulesCalls.schedules, schedules)
  renderScreen(<SchedulesTab renderSitting={() => null} />)
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  const user = setUpUser()
  await user.click(screen.getByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog'))
  return { user, dialog }
}

const silenceField = 'Silence after the video'

it('[SEQ-02] no minutes of silence are asked for or sent, whatever the community’s default is', async () => {
  const { user, dialog } = await open([], 'Add Schedule')
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-12-01' } })
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '18:30' } })
  await user.click(await dialog.findByRole('radio', { name: /Morning light/ }))
  expect(dialog.getByLabelText<HTMLInputElement>(silenceField).value).toBe('9')
  await user.click(dialog.getByRole('radio', { name: /Evening hush/ }))
  expect(dialog.queryByLabelText(silenceField)).toBeNull()
  expect(
    dialog.getByText('A bell at this time, a silent sitting for everyone, and no chat until the end.'),
  ).toBeTruthy()
  expect(dialog.queryByText(/length of this template’s video/)).toBeNull()
  server.respond(schedulesCalls.createSchedule, { ...buildSchedule('2026-12-01'), rows: 1 })
  await user.click(dialog.getByRole('button', { name: 'Create and add another' }))
  await waitFor(() =>
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
      templateId: 2,
      together: true,
      silenceMinutes: 0,
    }),
  )
  // The next one may have a video again.
  await user.click(await dialog.findByRole('radio', { name: /Morning light/ }))
  expect(dialog.getByLabelText<HTMLInputElement>(silenceField).value).toBe('9')
})

it('[SEQ-02] a copy of four weeks before has none, even if its template played a video then', async () => {
  const source = {
    ...buildSchedule('2026-10-24', { time: '18:30', title: 'Evening hush' }),
    templateId: 2,
    together: true,
    silenceMinutes: 9,
  }
  const { user, dialog } = await open([source], 'Copy last 4 weeks')
  server.respond(schedulesCalls.scheduleDays, { rows: 1 })
  await user.click(await dialog.findByRole('button', { name: 'Copy 1 day' }))
  await waitFor(() =>
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
      days: [{ date: '2026-11-21', templateId: 2, together: true, silenceMinutes: 0 }],
    }),
  )
})
