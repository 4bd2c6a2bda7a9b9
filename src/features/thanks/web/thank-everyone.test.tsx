import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LiveServerMessage } from '#shared/live/channel-messages.ts'
import type { LiveClient, LiveStatus } from '#shared/live/live-client.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { setUpUser } from '#test/web/user.ts'
import { createQueryClient } from '#web/query-client.ts'
import { thanksCalls, type ThanksServerMessage } from '../contract.ts'
import { ThankEveryone } from './thank-everyone.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(cleanup)

/** A client of the live channel whose connection the test breaks. */
function createClient() {
  const listeners = new Set<(message: { type: string }) => void>()
  const statuses = new Set<() => void>()
  const sent: { type: string; clientMessageId?: string }[] = []
  let state: LiveStatus['state'] = 'connected'
  const client: LiveClient = {
    status: () => ({ state, ended: null, joinedBefore: true }),
    onStatusChange: (listener) => {
      statuses.add(listener)
      return () => statuses.delete(listener)
    },
    onMessage: (specs, listener) => {
      const onMessage = (message: { type: string }) => {
        if (message.type in specs) listener(message as never)
      }
      listeners.add(onMessage)
      return () => listeners.delete(onMessage)
    },
    send: (message) => {
      if (state === 'connected') sent.push(message)
      return state === 'connected'
    },
  }
  return {
    client,
    sent,
    receive: (message: ThanksServerMessage | LiveServerMessage) =>
      act(() => listeners.forEach((listener) => listener(message))),
    setState: (next: LiveStatus['state']) =>
      act(() => {
        state = next
        for (const listener of statuses) listener()
      }),
  }
}

function show({ isSharing = false } = {}) {
  const place = document.body.appendChild(document.createElement('div'))
  const live = createClient()
  const queries = createQueryClient()
  const part = (now: { isSharing: boolean; container: HTMLElement | null }) => (
    <QueryClientProvider client={queries}>
      <ThankEveryone client={live.client} sittingId={4} isOnImage={false} {...now} />
    </QueryClientProvider>
  )
  const { rerender } = render(part({ isSharing, container: place }))
  return {
    ...live,
    place,
    user: setUpUser(),
    set: (now: { isSharing: boolean; container: HTMLElement | null }) => rerender(part(now)),
  }
}
const button = () => screen.queryByRole('button', { name: 'Thank everyone' })
const hasText = (text: string) => expect(screen.getByText(text)).toBeTruthy()

test('[THANK-01, THANK-02, PLAN-08] one press thanks and shows at once, in this sitting alone; nothing speaks, and no call is made', async () => {
  const { set, place, sent, receive, user } = show()
  expect(button()).toBeNull()
  set({ isSharing: true, container: place })
  receive({ type: 'thanks-updated', sittingId: 3, count: 90 })
  receive({ type: 'thanks-updated', sittingId: 4, count: 1 })
  hasText('One person said thank you')
  await user.click(button()!)
  hasText('You and one other said thank you')
  expect(document.activeElement?.textContent).toBe('You and one other said thank you')
  expect(button()).toBeNull()
  receive({ type: 'thanks-updated', sittingId: 4, count: 215 })
  hasText('You and 214 others said thank you')
  expect(sent).toEqual([{ type: 'thank', clientMessageId: expect.any(String) as string }])
  expect(server.calls).toEqual([])
  expect(screen.queryByRole('status')).toBeNull()
  set({ isSharing: false, container: place })
  expect(screen.queryByText(/said thank you/)).toBeNull()
})

test('[THANK-01] a page that opens in the sharing reads who has thanked', async () => {
  server.respond(thanksCalls.thanks, { count: 3, hasThanked: true })
  show({ isSharing: true })
  expect(button()).toBeNull()
  expect(await screen.findByText('You and 2 others said thank you')).toBeTruthy()
  expect(button()).toBeNull()
})

test('[THANK-01] a press without a connection is sent once there is one; a rejected one can be repeated', async () => {
  const { set, place, sent, receive, setState, user } = show()
  set({ isSharing: true, container: place })
  setState('disconnected')
  await user.click(button()!)
  hasText('You said thank you')
  expect(sent).toEqual([])
  server.respond(thanksCalls.thanks, { count: 7, hasThanked: false })
  setState('connected')
  expect(await screen.findByText('You and 7 others said thank you')).toBeTruthy()
  const [{ clientMessageId } = {}] = sent
  receive({ type: 'error', code: 'unavailable', message: 'Resting.', clientMessageId })
  hasText('7 people said thank you')
  await user.click(button()!)
  expect(sent).toHaveLength(2)
})

test('[THANK-01] it is on the page once: below the picture, or on it while the ending shows', () => {
  const onPicture = document.body.appendChild(document.createElement('div'))
  const { set, place } = show()
  set({ isSharing: true, container: null })
  expect(button()).toBeNull()
  for (const container of [place, onPicture]) {
    set({ isSharing: true, container })
    expect(screen.getAllByRole('button', { name: 'Thank everyone' })).toHaveLength(1)
    expect(container.contains(button())).toBe(true)
  }
  onPicture.remove()
})
