import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { hostsCalls } from '../contract.ts'
import { hostErrors } from '../errors.ts'
import { SoughtHost } from './sought-host.tsx'

const startsAt = Date.parse('2026-11-21T12:30:00Z')
const sitting = sittingSharingAt(startsAt + 300_000)
let server: FakeServer

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  server = startFakeServer()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function showAt(afterMs: number) {
  vi.setSystemTime(startsAt + afterMs)
  renderScreen(<SoughtHost sitting={sitting} memberId={7} />)
  return setUpUser()
}
const offer = () => screen.queryByText('No one holds this sitting yet')

test('[TEACH-07] one press holds a sitting whose host isn’t there', async () => {
  server.respond(hostsCalls.soughtHost, { mayTake: true }, { mayTake: false })
  server.respond(hostsCalls.setHost, { hostId: 7, schedules: 1 })
  const user = showAt(-60_000)
  await user.click(await screen.findByRole('button', { name: 'I will' }))
  await waitFor(() => expect(offer()).toBeNull())
  expect(server.count(hostsCalls.setHost)).toBe(1)
})

test('[TEACH-07] who comes second reads that someone holds it, until it is gone', async () => {
  server.respond(hostsCalls.soughtHost, { mayTake: true })
  server.failWith(hostsCalls.setHost, hostErrors.host_taken)
  const user = showAt(-60_000)
  await user.click(await screen.findByRole('button', { name: 'I will' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Someone else holds this sitting.')
})

test('[TEACH-07] nothing is asked before its two minutes or around the bell, and nothing shown unless it may be taken', async () => {
  server.respond(hostsCalls.soughtHost, { mayTake: false })
  for (const afterMs of [-121_000, -4_000, 0, 60_000]) {
    showAt(afterMs)
    cleanup()
  }
  expect(server.count(hostsCalls.soughtHost)).toBe(0)
  showAt(-119_000)
  await waitFor(() => expect(server.count(hostsCalls.soughtHost)).toBe(1))
  await act(async () => Promise.resolve())
  expect(offer()).toBeNull()
})
