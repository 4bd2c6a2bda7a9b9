// The menu of hosts: one button with what they can do at this moment.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { sittingsCalls } from '../../contract.ts'
import { sittingErrors } from '../../errors.ts'
import type { Sitting } from '../../sitting.ts'
import { HostControls, type BeginnersSeat } from './host-controls.tsx'

afterEach(() => vi.useRealTimers())

async function actionsOf(
  sitting: Sitting | null,
  {
    isLive = false,
    deskUrl = null,
    seat = { hint: null, prepare: () => undefined, takeIn: () => undefined },
  }: { isLive?: boolean; deskUrl?: string | null; seat?: BeginnersSeat } = {},
) {
  const server = startFakeServer()
  server.respond(sittingsCalls.sittings, sitting ? [sitting] : [])
  renderScreen(
    <HostControls
      scheduleId={1}
      mayRestore
      schedules={[]}
      {...{ sitting, deskUrl, isLive, seat }}
      onChanged={() => undefined}
    />,
  )
  const user = setUpUser()
  await user.click(screen.getByRole('button'))
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}

it('[PHASE-18, PHASE-24] hosts have one menu, which begins with a bell', async () => {
  expect(await actionsOf(null)).toEqual(['Begin together…'])
})

it('[PHASE-24] who begins in the room reads what their seat loads, and has it once the sitting has begun', async () => {
  const sitting = sittingSharingAt(Date.now() + 60_000)
  const steps: string[] = []
  await actionsOf(null, {
    seat: {
      hint: 'Your seat loads the video from YouTube.',
      prepare: () => steps.push('prepare'),
      takeIn: (id) => steps.push(`take ${id === sitting.id}`),
    },
  })
  const user = setUpUser()
  await user.click(screen.getByRole('menuitem', { name: 'Begin together…' }))
  expect(screen.getByRole('dialog').textContent).toContain(
    'You take your seat, too. Your seat loads the video from YouTube.',
  )
  startFakeServer().respond(sittingsCalls.begin, sitting)
  await user.click(screen.getByRole('button', { name: 'Begin' }))
  expect(steps[0]).toBe('prepare')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(steps).toEqual(['prepare', 'take true'])
})

it('[PHASE-18, PHASE-24] before the doors it offers another bell beside what is possible with the coming one', async () => {
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  const sitting = sittingSharingAt(Date.now() + 4 * 3_600_000)
  expect(await actionsOf(sitting)).toEqual(['Begin together…', 'Delay the bell…', 'Cancel the sitting…'])
})

it('[STREAM-27] the teacher of a live sitting on this site gets to the desk by a link', async () => {
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  const sitting = sittingSharingAt(Date.now() + 60_000)
  expect(await actionsOf(sitting, { deskUrl: '/teach/1' })).toEqual([
    'Teach from here',
    'End the sitting…',
    'Cancel the sitting…',
  ])
  const item = screen.getByRole('menuitem', { name: 'Teach from here' })
  expect([item.tagName, item.getAttribute('href')]).toEqual(['A', '/teach/1'])
})

it('[STREAM-19] between the bells of a live sitting it is made longer; a sitting in the way is named', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const sitting = sittingSharingAt(Date.now() + 60_000)
  expect(await actionsOf(sitting)).not.toContain('Make it longer…')
  cleanup()
  expect(await actionsOf(sitting, { isLive: true })).toContain('Make it longer…')
  const user = setUpUser()
  await user.click(screen.getByRole('menuitem', { name: 'Make it longer…' }))
  await user.click(screen.getByRole('radio', { name: '10 min' }))
  const server = startFakeServer()
  const message = 'This would overlap “Evening calm” on Saturday, November 21 at 7:00 PM.'
  server.failWith(sittingsCalls.extend, sittingErrors.sittings_overlap, { message })
  await user.click(screen.getByRole('button', { name: 'Make it longer' }))
  expect(await screen.findByText(message)).toBeTruthy()
  server.respond(sittingsCalls.extend, sitting)
  await user.click(screen.getByRole('button', { name: 'Make it longer' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.calls.at(-1)?.body).toEqual({ minutes: 10 })
})
