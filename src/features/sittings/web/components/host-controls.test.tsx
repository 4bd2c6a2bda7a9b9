// The menu of hosts: one button with what they can do at this moment.
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { sittingsCalls } from '../../contract.ts'
import type { Sitting } from '../../sitting.ts'
import { HostControls } from './host-controls.tsx'

afterEach(() => vi.useRealTimers())

async function actionsOf(sitting: Sitting | null, deskUrl: string | null = null) {
  const server = startFakeServer()
  server.respond(sittingsCalls.sittings, sitting ? [sitting] : [])
  renderScreen(
    <HostControls
      scheduleId={1}
      mayRestore
      schedules={[]}
      {...{ sitting, deskUrl }}
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

it('[PHASE-18, PHASE-24] before the doors it offers another bell beside what is possible with the coming one', async () => {
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  const sitting = sittingSharingAt(Date.now() + 4 * 3_600_000)
  expect(await actionsOf(sitting)).toEqual(['Begin together…', 'Delay the bell…', 'Cancel the sitting…'])
})

it('[STREAM-27] the teacher of a live sitting on this site gets to the desk by a link', async () => {
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  const sitting = sittingSharingAt(Date.now() + 60_000)
  expect(await actionsOf(sitting, '/teach/1')).toEqual([
    'Teach from here',
    'End the sitting…',
    'Cancel the sitting…',
  ])
  const item = screen.getByRole('menuitem', { name: 'Teach from here' })
  expect([item.tagName, item.getAttribute('href')]).toEqual(['A', '/teach/1'])
})
