// The dialog of a new schedule where a date can have several meditations.
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { communityCalls } from '#features/community/contract.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { buildSchedule, buildTemplate } from '#test/sittings/schedules.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
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
