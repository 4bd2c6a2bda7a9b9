import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSessionClient } from '#features/auth/web/data/session-client.ts'
import { SessionProvider } from '#features/auth/web/hooks/use-user.ts'
import { meditationCalls } from '#features/meditation/contract.ts'
import { profileCalls } from '#features/profile/contract.ts'
import { fakeAccount } from '#test/people/fake-account.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { setUpUser } from '#test/web/user.ts'
import { createQueryClient } from '#web/query-client.ts'
import { UnlistedChoice } from './room-tools.tsx'

const mia = fakeAccount({ profilePicture: '/media/mia.jpg', createdAt: '2026-11-21T18:00:00.000Z' })
const offer = 'New here? You can sit quietly: no list shows your name or picture.'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

function show(completed: number, { isUnlisted = false } = {}) {
  server.respond(meditationCalls.completedCount, { count: completed })
  render(
    <SessionProvider value={createSessionClient({ reload: () => undefined })}>
      <QueryClientProvider client={createQueryClient()}>
        <UnlistedChoice member={{ ...mia, isUnlisted }} />
      </QueryClientProvider>
    </SessionProvider>,
  )
  return setUpUser()
}
const asked = () => server.count(meditationCalls.completedCount)

test('[TRUST-04] the first two sittings explain it in one line; later ones don’t, and ask no more', async () => {
  show(1)
  expect(await screen.findByText(offer)).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
  cleanup()
  show(2)
  await waitFor(() => expect(asked()).toBe(2))
  await waitFor(() => expect(Object.values(localStorage)).toEqual(['done']))
  cleanup()
  show(2)
  expect(await screen.findByRole('button', { name: 'Sit quietly' })).toBeTruthy()
  expect(screen.queryByText(offer)).toBeNull()
  expect(asked()).toBe(2)
})

test('[TRUST-01] the choice at the seat is saved, and a failure says so', async () => {
  const user = show(5, { isUnlisted: true })
  expect(await screen.findByText('You’re sitting quietly: no list shows your name or picture.')).toBeTruthy()
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  server.failConnection(profileCalls.chooseUnlisted)
  await user.click(screen.getByRole('button', { name: 'Show my name' }))
  expect(await screen.findByText('Not saved. Try again.')).toBeTruthy()
  server.respond(profileCalls.chooseUnlisted, mia)
  await user.click(screen.getByRole('button', { name: 'Show my name' }))
  await waitFor(() => expect(screen.queryByText('Not saved. Try again.')).toBeNull())
  expect(server.calls.at(-1)).toMatchObject({ path: '/api/user/unlisted', body: { isUnlisted: false } })
})
