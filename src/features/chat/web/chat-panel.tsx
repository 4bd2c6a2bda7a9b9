// Chat panel: messages, pending messages and the composer beside the video; folded while everyone sits.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { PresenceDot } from '#web/ui/presence-dot.tsx'
import type { LiveClient, LiveStatus } from '#features/live/live-client.ts'
import { messages } from '#shared/messages.ts'
import { ChatComposer, composerId } from './chat-composer.tsx'
import { ChatLogView } from './chat-log-view.tsx'
import {
  useChatRoom,
  useConnection,
  type ChatMember,
  type ChatRoom,
  type LoadBanDialog,
} from './chat-room.ts'
import { QuietNote } from './quiet-note.tsx'

interface ChatPanelProps {
  client: LiveClient
  day: string
  member: ChatMember & { isUnlisted: boolean }
  /** No member is signed in (any more): messages stay visible, sending is off. */
  signedOut: boolean
  /** For moderators; null for other members. */
  loadBan: LoadBanDialog | null
  /** While everyone sits: when the chat opens again, in epoch milliseconds of the room clock (QUIET-02). */
  quietUntil: number | null
}

/** Fills the height of its container. */
export function ChatPanel({ client, day, member, signedOut, loadBan, quietUntil }: ChatPanelProps) {
  const room = useChatRoom(client, day)
  const isQuiet = quietUntil !== null
  const [isFolded, toggleFolded] = useFolded(isQuiet)
  const field = useRef<HTMLTextAreaElement>(null)
  const note = useQuietFocus(isQuiet, field)
  useQuietEnd(room, isQuiet)
  return (
    <section aria-labelledby="chat-title" className="flex min-h-0 flex-1 flex-col bg-surface">
      <header className="flex h-12 flex-none items-center justify-between gap-4 border-b border-line px-4 writing:hidden lg:h-16 lg:px-5.5">
        <h2 id="chat-title" className="serif text-lead lg:text-section">
          Live chat
        </h2>
        <ConnectionStatus client={client} signedOut={signedOut} isQuiet={isQuiet} />
      </header>
      <ChatLogView
        client={client}
        room={room}
        day={day}
        member={member}
        canAct={!signedOut}
        loadBan={loadBan}
        isQuiet={isQuiet}
        isFolded={isFolded}
      />
      {isQuiet && (
        <QuietNote
          ref={note}
          id={composerId}
          until={quietUntil}
          isFolded={isFolded}
          onToggle={toggleFolded}
          {...{ room, client, field }}
          maySpeak={loadBan !== null && !signedOut}
        />
      )}
      {signedOut ? (
        <SignInPrompt />
      ) : (
        <ChatComposer {...{ room, client, field, isQuiet }} showsAuthor={member.isUnlisted} />
      )}
    </section>
  )
}

/** The log is folded when the quiet begins, and opens with its end or when its member opens it (QUIET-04). */
function useFolded(isQuiet: boolean) {
  const [isOpened, setOpened] = useState(false)
  if (!isQuiet && isOpened) setOpened(false)
  return [isQuiet && !isOpened, () => setOpened(!isOpened)] as const
}

/**
 * Moves the focus from the composer to the note in its place, and back afterwards unless the member has moved it
 * (QUIET-02). Returns the note's ref.
 */
function useQuietFocus(isQuiet: boolean, field: RefObject<HTMLTextAreaElement | null>) {
  const note = useRef<HTMLParagraphElement>(null)
  const [wasQuiet, setWasQuiet] = useState(isQuiet)
  const [returnsFocus, setReturnsFocus] = useState(false)
  if (isQuiet !== wasQuiet) {
    setWasQuiet(isQuiet)
    // Read before the composer is hidden, which takes its focus away.
    if (isQuiet) setReturnsFocus(document.activeElement?.id === composerId)
  }
  useLayoutEffect(() => {
    if (!returnsFocus) return
    if (isQuiet) note.current?.focus({ preventScroll: true })
    else if (document.activeElement === document.body) field.current?.focus({ preventScroll: true })
  }, [isQuiet, returnsFocus, field])
  return note
}

function useQuietEnd(room: ChatRoom, isQuiet: boolean): void {
  useEffect(() => (isQuiet ? () => room.endQuiet() : undefined), [room, isQuiet])
}

interface ConnectionStatusProps {
  client: LiveClient
  signedOut: boolean
  isQuiet: boolean
}

function ConnectionStatus({ client, signedOut, isQuiet }: ConnectionStatusProps) {
  const { tone, text } = describeConnection(useConnection(client), signedOut)
  return (
    <p role={isQuiet ? undefined : 'status'} className="flex items-center gap-1 text-small text-ink-2">
      <PresenceDot tone={tone} />
      <span>{text}</span>
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
