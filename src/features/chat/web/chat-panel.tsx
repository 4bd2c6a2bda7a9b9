// Chat panel: messages, pending messages and the composer beside the video.
import { PresenceDot } from '#web/ui/presence-dot.tsx'
import type { LiveClient, LiveStatus } from '#features/live/live-client.ts'
import { messages } from '#shared/messages.ts'
import { ChatComposer } from './chat-composer.tsx'
import { ChatLogView } from './chat-log-view.tsx'
import { useChatRoom, useConnection, type ChatMember, type LoadBanDialog } from './chat-room.ts'

interface ChatPanelProps {
  client: LiveClient
  day: string
  member: ChatMember
  /** No member is signed in (any more): messages stay visible, sending is off. */
  signedOut: boolean
  /** For moderators; null for other members. */
  loadBan: LoadBanDialog | null
}

/** Fills the height of its container. */
export function ChatPanel({ client, day, member, signedOut, loadBan }: ChatPanelProps) {
  const room = useChatRoom(client, day)
  return (
    <section aria-labelledby="chat-title" className="flex min-h-0 flex-1 flex-col bg-surface">
      <header className="flex h-12 flex-none items-center justify-between gap-4 border-b border-line px-4 writing:hidden lg:h-16 lg:px-5.5">
        <h2 id="chat-title" className="serif text-lead lg:text-section">
          Live chat
        </h2>
        <ConnectionStatus client={client} signedOut={signedOut} />
      </header>
      <ChatLogView
        client={client}
        room={room}
        day={day}
        member={member}
        canAct={!signedOut}
        loadBan={loadBan}
      />
      {signedOut ? <SignInPrompt /> : <ChatComposer room={room} client={client} />}
    </section>
  )
}

function ConnectionStatus({ client, signedOut }: { client: LiveClient; signedOut: boolean }) {
  const { tone, text } = describeConnection(useConnection(client), signedOut)
  return (
    <p role="status" className="flex items-center gap-1 text-small text-ink-2">
      <PresenceDot tone={tone} />
      {text}
    </p>
  )
}

function describeConnection(status: LiveStatus, signedOut: boolean) {
  if (signedOut) return { tone: 'offline', text: 'Signed out' } as const
  if (status.ended === 'policy') return { tone: 'offline', text: 'Disconnected. Please reload.' } as const
  if (status.ended !== null) return { tone: 'offline', text: 'Disconnected' } as const
  if (status.state === 'connected') return { tone: 'online', text: 'Connected' } as const
  return { tone: 'connecting', text: status.joinedBefore ? 'Reconnecting…' : 'Connecting…' } as const
}

/** Replaces the composer (CHAT-01). The draft is kept until the member signs in again. */
function SignInPrompt() {
  return (
    <p className="flex-none border-t border-line px-5.5 py-6 text-center text-ink-2">
      <a href="/auth" className="link">
        {messages.signInToChat}
      </a>
    </p>
  )
}
