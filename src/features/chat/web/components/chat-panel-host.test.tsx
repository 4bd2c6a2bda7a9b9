// The chat panel of a sitting with a host: who speaks in the quiet, and the tag at the host's name.
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LiveClient, LiveStatus } from '#shared/live/live-client.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { serverNow } from '#web/server-clock.ts'
import { chatCalls, type ChatMessage } from '../../contract.ts'
import { ChatPanel } from './chat-panel.tsx'

const connected: LiveStatus = { state: 'connected', ended: null, joinedBefore: true }
const gail = { id: 3, name: 'Gail', profilePicture: null, isGardenAngel: true }
const hana = { id: 7, name: 'Hana', profilePicture: null, isGardenAngel: false }
const messages: ChatMessage[] = [gail, hana].map((user, index) => ({
  id: index + 1,
  message: 'Be welcome',
  timestamp: `2026-11-21T12:00:0${index}.000Z`,
  user,
}))

function show({ maySpeak = false, isPaused = false, hostId = null as number | null } = {}) {
  const server = startFakeServer()
  server.respond(chatCalls.chatOfDay, { messages: [] })
  server.respond(chatCalls.likedMessages, { likedMessages: [] })
  const listeners = new Set<(message: never) => void>()
  const client: LiveClient = {
    status: () => connected,
    onStatusChange: () => () => undefined,
    onMessage: (_, listener: (message: never) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send: () => true,
  }
  renderScreen(
    <ChatPanel
      {...{ client, maySpeak, hostId }}
      day="2026-11-21"
      member={{ ...hana, isUnlisted: false }}
      signedOut={false}
      parts={{ MessageDialogs: () => null, SlowModeMenu: null }}
      chatPausedUntil={isPaused ? serverNow() + 60_000 : null}
      sharing={null}
      meeting={null}
      underWay={null}
      isOpen
      onToggle={() => {}}
    />,
  )
  act(() => listeners.forEach((listener) => listener({ type: 'initial-messages', messages } as never)))
}

test('[TEACH-03] who holds the sitting may speak in the quiet, and moderates nothing', async () => {
  show({ maySpeak: true, isPaused: true })
  expect(await screen.findByRole('button', { name: 'Send anyway…' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Slow mode/ })).toBeNull()
})

test('[TEACH-06] a tag stands at the name of who holds the sitting, and at no other', () => {
  show({ hostId: hana.id })
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows.map((text) => text?.includes('(Host)'))).toEqual([false, true])
})
