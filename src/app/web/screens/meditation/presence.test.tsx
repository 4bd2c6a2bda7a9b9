// The number of members in the room: polled, until the room itself says it.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authCalls } from '#features/auth/contract.ts'
import { SessionProvider } from '#features/auth/web/hooks/use-user.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { startSession } from '#test/web/open-app.tsx'
import { createQueryClient } from '#web/query-client.ts'
import { ActiveCount } from './presence.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('[MED-05] Active Now is polled every 10 s, once the user is known', async () => {
  const server = startFakeServer()
  const mia = fakeAccount()
  server.respond(authCalls.whoAmI, fakeIdentity(mia))
  server.respond(authCalls.userByUid, mia)
  server.respond(roomCalls.onlineCountOf, { count: 2 }, { count: 3 })
  const session = startSession()
  render(
    <SessionProvider value={session}>
      <QueryClientProvider client={createQueryClient()}>
        <p>
          <ActiveCount day="2026-11-21" />
        </p>
      </QueryClientProvider>
    </SessionProvider>,
  )
  const polled = () => server.count(roomCalls.onlineCountOf)
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(30_000)
  expect([polled(), screen.getByRole('paragraph').textContent]).toEqual([0, '–'])
  await act(() => session.load())
  await pass(0)
  expect([polled(), screen.getByRole('paragraph').textContent]).toEqual([1, '2'])
  await pass(9_900)
  expect(polled()).toBe(1)
  await pass(200)
  expect([polled(), screen.getByRole('paragraph').textContent]).toEqual([2, '3'])
})
