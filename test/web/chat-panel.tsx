// The chat panel of a joined room, as a member sees it.
import { act, screen } from '@testing-library/react'
import type { ComponentProps, ReactNode } from 'react'
import type { ServerMessage } from '#app/live-messages.ts'
import { MessageDialogs } from '#app/web/screens/meditation/message-dialogs.tsx'
import { chatCalls, type ChatMessage } from '#features/chat/contract.ts'
import type { ChatSharing } from '#features/chat/sharing.ts'
import { ChatPanel, useOpened } from '#features/chat/web/components/chat-panel.tsx'
import { casesCalls } from '#features/moderation/cases-contract.ts'
import { bansCalls } from '#features/moderation/contract.ts'
import { SlowModeMenu } from '#features/moderation/web/slow-mode-menu.tsx'
import type { LiveClient, LiveStatus } from '#shared/live/live-client.ts'
import { startFakeServer } from './fake-server.ts'
import { renderScreen } from './render-screen.tsx'
import { setUpUser } from './user.ts'

/** When the chat opens again. */
export const until = Date.parse('2026-11-21T18:52:00Z')

export const composer = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })

export const day = '2026-11-21'

export const gail = { id: 3, name: 'Gail Gardner', profilePicture: null, isGardenAngel: true }
export const mo = { id: 5, name: 'Mo Member', profilePicture: null, isGardenAngel: false }
export const mia = { id: 7, name: 'Mia Member', profilePicture: null, isGardenAngel: false }

export const messageOf = (id: number, user: ChatMessage['user'], message: string): ChatMessage => ({
  id,
  message,
  timestamp: `2026-11-21T12:00:0${id}.000Z`,
  user,
})

/** A joined room with these messages, as `member` sees it. */
export async function showChatPanel(
  member: typeof mo,
  {
    moderates = false,
    holds = false,
    hostId = null as number | null,
    chatOfDay = [] as ChatMessage[],
    later = [] as ChatMessage[],
    chatPausedUntil = null as number | null,
    isUnlisted = false,
    sharing = null as ChatSharing | null,
    delayHint = null as ReactNode,
  } = {},
) {
  const server = startFakeServer()
  server.respond(chatCalls.chatOfDay, { messages: chatOfDay })
  server.respond(chatCalls.likedMessages, { likedMessages: [] })
  server.respond(bansCalls.banCheck, { obstacle: null })
  server.respond(casesCalls.reasons, { reasons: [] })
  const listeners = new Set<(message: never) => void>()
  const joinListeners = new Set<() => void>()
  const sent: object[] = []
  const connected: LiveStatus = { state: 'connected', ended: null, joinedBefore: true }
  const client: LiveClient = {
    status: () => connected,
    onStatusChange: (listener) => {
      joinListeners.add(listener)
      return () => joinListeners.delete(listener)
    },
    onMessage: (_, listener: (message: never) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send: (message) => {
      sent.push(message)
      return true
    },
  }
  const panel = (until: number | null) => (
    <PanelWithFold
      client={client}
      day={day}
      member={{ ...member, isUnlisted }}
      signedOut={false}
      parts={{ MessageDialogs, SlowModeMenu: moderates ? SlowModeMenu : null }}
      maySpeak={moderates || holds}
      hostId={hostId}
      meeting={null}
      chatPausedUntil={until}
      {...{ sharing, delayHint, keepsComposer: true }}
    />
  )
  const { rerender, client: queryClient } = renderScreen(panel(chatPausedUntil))
  const receive = (message: ServerMessage) =>
    act(() => listeners.forEach((listener) => listener(message as never)))
  const initial = [
    messageOf(1, gail, 'Be welcome'),
    messageOf(2, mo, 'Hm'),
    messageOf(3, mia, 'Hello'),
    ...later,
  ]
  receive({ type: 'initial-messages', messages: initial })
  return {
    server,
    queryClient,
    sent,
    receive,
    /** Joins again after a lost connection. */
    rejoin: () => act(() => joinListeners.forEach((listener) => listener())),
    setPausedUntil: (until: number | null) => act(async () => rerender(panel(until))),
    user: setUpUser(),
  }
}

function PanelWithFold(props: Omit<ComponentProps<typeof ChatPanel>, 'underWay' | 'isOpen' | 'onToggle'>) {
  const isChatPaused = props.chatPausedUntil !== null
  const [isOpen, setOpen] = useOpened({ isChatPaused, isUnderWay: true })
  const underWay = isChatPaused || props.sharing ? { restsUntil: until, closesAt: until + 900_000 } : null
  return <ChatPanel {...props} {...{ underWay, isOpen }} onToggle={() => setOpen(!isOpen)} />
}
