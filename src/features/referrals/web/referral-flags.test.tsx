// Referral flags panel: loading, empty, list, error and retry.
import type { QueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { referralsCalls, type ReferralFlag } from '../contract.ts'
import { ReferralFlags } from './referral-flags.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

const referrer = { id: 3, name: 'Mia Member' }
const flags: ReferralFlag[] = [
  { kind: 'many-rewards', day: '2026-11-20', count: 14, referrer },
  { kind: 'same-address', day: '2026-11-20', count: 12, referrer },
  { kind: 'same-address', day: '2026-11-19', count: 4, referrer: { id: 4, name: 'M'.repeat(60) } },
]

const show = (client?: QueryClient) => ({ user: setUpUser(), ...renderScreen(<ReferralFlags />, client) })

const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

it('shows a loading state, then the flags, latest day first', async () => {
  const arrive = server.respondLater(referralsCalls.flags, { flags })
  show()
  expect(screen.getByRole('region', { name: 'To review' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Loading the list')
  arrive()
  await screen.findByRole('list')
  expect(lines()).toEqual([
    'Mia Member was rewarded for 14 friends on Friday, November 20.',
    '12 friends of Mia Member joined from the same address on Friday, November 20.',
    `4 friends of ${'M'.repeat(60)} joined from the same address on Thursday, November 19.`,
  ])
  expect(screen.queryByRole('status')).toBeNull()
})

it('shows an empty state, and reloads when opened again', async () => {
  server.respond(referralsCalls.flags, { flags: [] }, { flags })
  const { client, unmount } = show()
  await screen.findByText('Nothing to review.')
  expect(screen.queryByRole('list')).toBeNull()
  unmount()
  show(client)
  await screen.findByRole('list')
  expect(lines()).toHaveLength(3)
  expect(server.count(referralsCalls.flags)).toBe(2)
})

it('shows a failure, and retries on request', async () => {
  server.failConnection(referralsCalls.flags)
  const { user } = show()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('alert').textContent).toContain('This list didn’t load')
  expect(screen.queryByText('Nothing to review.')).toBeNull()
  server.failWith(referralsCalls.flags, 'unavailable')
  await user.click(again)
  await waitFor(() => expect(server.count(referralsCalls.flags)).toBe(2))
  await waitFor(() => expect(again.getAttribute('aria-busy')).toBeNull())
  const arrive = server.respondLater(referralsCalls.flags, { flags })
  await user.click(again)
  // The panel keeps the focus during the refetch.
  expect(again.getAttribute('aria-busy')).toBe('true')
  expect(document.activeElement).toBe(again)
  arrive()
  await screen.findByRole('list')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'To review' }))
})
