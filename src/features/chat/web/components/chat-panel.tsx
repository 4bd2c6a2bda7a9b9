// Chat panel: messages, pending messages and the composer beside the video; folded while everyone sits.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import type { LiveClient, LiveStatus } from '#shared/live/live-client.ts'
import { messages } from '#web/i18n/messages.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { PresenceDot } from '#web/ui/presence-dot.tsx'
import type { ChatSharing } from '../../sharing.ts'
import type { ChatMember, ChatBanDialog } from '../data/chat-member.ts'
import type { ChatRoom } from '../data/chat-room.ts'
import { useChatRoom, useConnection } from '../hooks/use-chat-room.ts'
import { ChatComposer, composerId } from './chat-composer.tsx'
import { ChatLogView } from './chat-log-view.tsx'
import { ChatPausedHint } from './chat-paused-hint.tsx'

interface ChatPanelProps {
  client: LiveClient
  day: string
  member: ChatMember & { isUnlisted: boolean }
  /** No member is signed in (any more): messages stay visible, sending is off. */
  signedOut: boolean
  /** For moderators; null for other members. */
  BanDialog: ChatBanDialog | null
  /** While everyone sits: when the chat opens again, in epoch milliseconds of the room clock (QUIET-02). */
  chatPausedUntil: number | null
  /** While everyone sits, the log is folded until the member opens it (QUIET-04). */
  isFolded: boolean
  onToggleFolded: () => void
  /** In the sharing after a sitting; null otherwise. */
  sharing: ChatSharing | null
}

const SharingLine = lazyPart(async () => (await import('./chat-sharing.tsx')).SharingLine)
const Beginnings = lazyPart(async () => (await import('./chat-sharing.tsx')).Beginnings)

/** Fills the height of its container. */
export function ChatPanel(props: ChatPanelProps) {
  const { client, day, member, signedOut, BanDialog, chatPausedUntil, sharing } = props
  const { isFolded, onToggleFolded } = props
  const room = useChatRoom(client, day)
  const isChatPaused = chatPausedUntil !== null
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = usePauseFocus(isChatPaused, field)
  usePauseEnd(room, isChatPaused)
  return (
    <section aria-labelledby="chat-title" className="flex min-h-0 flex-1 flex-col bg-surface">
      <header className="flex h-12 flex-none items-center justify-between gap-4 border-b border-line px-4 writing:hidden lg:h-16 lg:px-5.5">
        <h2 id="chat-title" className="serif text-lead lg:text-section">
          {t('Live chat')}
        </h2>
        <ConnectionStatus client={client} signedOut={signedOut} isChatPaused={isChatPaused} />
      </header>
      {sharing && <SharingLine sharing={sharing} />}
      <ChatLogView
        client={client}
        room={room}
        day={day}
        member={member}
        canAct={!signedOut}
        BanDialog={BanDialog}
        isChatPaused={isChatPaused}
        isFolded={isFolded}
      />
      {isChatPaused && (
        <ChatPausedHint
          ref={hint}
          id={composerId}
          until={chatPausedUntil}
          isFolded={isFolded}
          onToggle={onToggleFolded}
          {...{ room, client, field }}
          maySpeak={BanDialog !== null && !signedOut}
        />
      )}
      {sharing && !signedOut && <Beginnings {...{ sharing, room, field }} />}
      {signedOut ? (
        <SignInPrompt />
      ) : (
        <ChatComposer
          {...{ room, client, field, isChatPaused }}
          placeholder={sharing ? t('How was it for you?') : t('Say something kind')}
          showsAuthor={member.isUnlisted}
        />
      )}
    </section>
  )
}

/** The log is folded when the pause starts, and opens at its end or on the member's press (QUIET-04). */
export function useFolded(isChatPaused: boolean) {
  const [isOpened, setOpened] = useState(false)
  if (!isChatPaused && isOpened) setOpened(false)
  return [isChatPaused && !isOpened, () => setOpened(!isOpened)] as const
}

/**
 * Moves the focus from the composer to the hint in its place, and back afterwards unless the member has moved it
 * (QUIET-02). Returns the hint's ref.
 */
function usePauseFocus(isChatPaused: boolean, field: RefObject<HTMLTextAreaElement | null>) {
  const hint = useRef<HTMLParagraphElement>(null)
  const [wasPaused, setWasPaused] = useState(isChatPaused)
  const [returnsFocus, setReturnsFocus] = useState(false)
  if (isChatPaused !== wasPaused) {
    setWasPaused(isChatPaused)
    // Read before the composer is hidden, which takes its focus away.
    if (isChatPaused) setReturnsFocus(document.activeElement?.id === composerId)
  }
  useLayoutEffect(() => {
    if (!returnsFocus) return
    if (isChatPaused) hint.current?.focus({ preventScroll: true })
    else if (document.activeElement === document.body)
      // A dark room hides it until then.
      requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
  }, [isChatPaused, returnsFocus, field])
  return hint
}

function usePauseEnd(room: ChatRoom, isChatPaused: boolean): void {
  useEffect(() => (isChatPaused ? () => room.endPause() : undefined), [room, isChatPaused])
}

interface ConnectionStatusProps {
  client: LiveClient
  signedOut: boolean
  isChatPaused: boolean
}

function ConnectionStatus({ client, signedOut, isChatPaused }: ConnectionStatusProps) {
  const { tone, text } = describeConnection(useConnection(client), signedOut)
  return (
    <p role={isChatPaused ? undefined : 'status'} className="flex items-center gap-1 text-small text-ink-2">
      <PresenceDot tone={tone} />
      <span>{text}</span>
    </p>
  )
}

function describeConnection(status: LiveStatus, signedOut: boolean) {
  if (signedOut) return { tone: 'offline', text: t('Signed out') } as const
  if (status.ended === 'policy') return { tone: 'offline', text: t('Disconnected. Please reload.') } as const
  if (status.ended !== null) return { tone: 'offline', text: t('Disconnected') } as const
  if (status.state === 'connected') return { tone: 'online', text: t('Connected') } as const
  return { tone: 'connecting', text: status.joinedBefore ? t('Reconnecting…') : t('Connecting…') } as const
}

/** Replaces the composer (CHAT-01). The draft stays stored until the member signs in again. */
function SignInPrompt() {
  return (
    <p className="flex-none border-t border-line px-5.5 py-6 text-center text-ink-2">
      <a href="/auth" className="link">
        {messages.signInToChat}
      </a>
    </p>
  )
}
