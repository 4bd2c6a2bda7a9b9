// Chat panel: messages, pending messages and the composer beside the video; folded while everyone sits.
import './chat-panel.css'
import { clsx } from 'clsx'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react'
import { t } from '#shared/i18n/t.ts'
import type { LiveClient, LiveStatus } from '#shared/live/live-client.ts'
import { messages } from '#web/i18n/messages.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { PresenceDot } from '#web/ui/presence-dot.tsx'
import { useLastFocused } from '#web/use-focus-fallback.ts'
import { useHeldFor } from '#web/use-held-for.ts'
import { useHeldPlace } from '#web/use-held-place.ts'
import { messagesSentence } from '../../messages-sentence.ts'
import type { ChatSharing } from '../../sharing.ts'
import type { ChatMember, ChatModerationParts } from '../data/chat-member.ts'
import type { ChatRoom } from '../data/chat-room-interface.ts'
import { useChatLog, useChatRoom, useConnection, useSlowSeconds } from '../hooks/use-chat-room.ts'
import { ChatComposer, composerId } from './chat-composer.tsx'
import { ChatLogView } from './chat-log-view.tsx'
import { ChatPausedHint, PauseButtons } from './chat-paused-hint.tsx'
import type { ChatTimes } from './chat-toggle.tsx'

interface ChatPanelProps {
  client: LiveClient
  day: string
  member: ChatMember & { isUnlisted: boolean }
  /** No member is signed in (any more): messages stay visible, sending is off. */
  signedOut: boolean
  parts: ChatModerationParts
  /** The member may send while everyone sits, after confirming: a moderator, or who holds the sitting (QUIET-05, TEACH-03). */
  maySpeak: boolean
  /** Who holds the sitting; null while no one does. */
  hostId: number | null
  /** While everyone sits: when the chat opens again, in epoch milliseconds of the room clock (QUIET-02). */
  chatPausedUntil: number | null
  /** From the doors to the end of the sharing: on narrow screens the chat is one line until it is open. Null otherwise. */
  underWay: ChatTimes | null
  /** While everyone sits, the log is folded until the member opens it (QUIET-04). */
  isOpen: boolean
  onToggle: () => void
  /** On narrow screens the composer stays in view. Below a tall picture it would lie on the heading. */
  keepsComposer: boolean
  /** In the sharing after a sitting, and before it while the chat is paused; null otherwise. */
  sharing: ChatSharing | null
  /** In the sharing, below its first line: where it may go on. */
  meeting: ReactNode
  /** In the sharing, below the composer: how much later a teacher is heard who reads at once; nothing where none can be. */
  delayHint: ReactNode
}

const ChatToggle = lazyPart(async () => (await import('./chat-toggle.tsx')).ChatToggle)
const SharingLine = lazyPart(async () => (await import('./chat-sharing.tsx')).SharingLine)
const Beginnings = lazyPart(async () => (await import('./chat-sharing.tsx')).Beginnings)

/** When the log has faded, see chat-panel.css. */
const fadeMs = 700

/** Fills the height of its container. */
export function ChatPanel(props: ChatPanelProps) {
  const { client, day, member, signedOut, parts, chatPausedUntil, sharing } = props
  const { underWay, hostId, isOpen, onToggle, keepsComposer } = props
  const room = useChatRoom(client, day, { userId: member.id, mayModerate: parts.SlowModeMenu !== null })
  const isChatPaused = chatPausedUntil !== null
  const restsUntil = chatPausedUntil ?? underWay?.restsUntil ?? null
  const isFolded = isChatPaused && !isOpen
  // What the sharing adds takes its place once the log has gone, and is seen from the end of the pause on.
  const hasFaded = useHeldFor(isChatPaused, fadeMs)
  const isLogFolded = isFolded && hasFaded
  const hasSharing = hasFaded || !isChatPaused
  const [wasFolded, setWasFolded] = useState(false)
  if (isLogFolded && !wasFolded) setWasFolded(true)
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = usePauseFocus(isChatPaused, field)
  usePauseEnd(room, isChatPaused)
  const maySpeak = props.maySpeak && !signedOut
  const awaits = clsx(isChatPaused && 'chat-awaits')
  return (
    <section
      aria-labelledby="chat-title"
      data-closed={(underWay && !isOpen) || undefined}
      data-sharing={(sharing !== null && !isChatPaused) || undefined}
      className="chat-panel relative flex min-h-0 flex-1 flex-col bg-surface"
    >
      <ChatHeader
        {...{ client, room, signedOut, isChatPaused, underWay, isOpen, onToggle }}
        SlowModeMenu={signedOut ? null : parts.SlowModeMenu}
        shown={isChatPaused ? 'rests' : sharing ? 'sharing' : 'messages'}
      />
      {sharing && hasSharing && (
        <div className={clsx('chat-inside flex-none', awaits)}>
          <SharingLine sharing={sharing} />
          {props.meeting}
        </div>
      )}
      <ChatLogView
        {...{ client, room, day, member, hostId }}
        canAct={!signedOut}
        parts={parts}
        isChatPaused={isChatPaused}
        isSharing={sharing !== null}
        isFolding={isFolded && !isLogFolded}
        isFolded={isLogFolded}
        isUnfolded={wasFolded && !isFolded}
      />
      {isFolded && (
        <PauseButtons
          {...{ room, client, field, onToggle, maySpeak }}
          isFolded
          className="chat-inside chat-rest"
        />
      )}
      {sharing && hasSharing && !signedOut && (
        <div className={clsx('chat-inside flex-none', awaits)}>
          <Beginnings {...{ sharing, room, field }} />
        </div>
      )}
      {signedOut ? (
        <SignInPrompt />
      ) : (
        <div
          className={clsx(
            'chat-foot grid flex-none grid-cols-[minmax(0,1fr)] bg-surface',
            keepsComposer && 'chat-stays max-lg:sticky max-lg:bottom-0',
          )}
        >
          <ChatComposer
            {...{ room, client, field, isChatPaused }}
            onWrite={underWay && !isOpen ? onToggle : null}
            placeholder={sharing ? t('How was it for you?') : t('Say something kind')}
            showsAuthor={member.isUnlisted}
            delayHint={
              props.delayHint && (
                // Its line is there before the sharing.
                <div className="min-h-[1lh]">{sharing && !isChatPaused && props.delayHint}</div>
              )
            }
          />
          {restsUntil !== null && (
            <ChatPausedHint ref={hint} id={composerId} isShown={isChatPaused} until={restsUntil}>
              {isChatPaused && !isFolded && (
                <PauseButtons {...{ room, client, field, onToggle, maySpeak }} isFolded={false} />
              )}
            </ChatPausedHint>
          )}
        </div>
      )}
    </section>
  )
}

interface ChatHeaderProps
  extends
    Pick<ChatPanelProps, 'client' | 'signedOut' | 'underWay' | 'isOpen' | 'onToggle'>,
    Pick<ComponentProps<typeof ChatToggle>, 'room' | 'shown'> {
  isChatPaused: boolean
  /** For moderators; null for other members. */
  SlowModeMenu: ComponentType<{ seconds: number }> | null
}

function ChatHeader({ SlowModeMenu, shown, ...props }: ChatHeaderProps) {
  const { client, room, signedOut, isChatPaused, underWay, isOpen, onToggle } = props
  const [seconds, release] = useHeldPlace(useSlowSeconds(room))
  return (
    <header
      className={clsx(
        'relative flex h-13 flex-none items-center justify-between gap-4 border-b border-line px-4 lg:h-15 lg:px-5.5',
        // Beside a keyboard the sharing keeps its name and its end.
        shown === 'sharing' ? 'writing:h-11 low:writing:hidden' : 'writing:hidden',
      )}
    >
      <h2 id="chat-title" className="serif text-lead lg:text-section">
        {t('Live chat')}
      </h2>
      {SlowModeMenu && (
        <div className="chat-inside relative z-1 ms-auto flex-none" onClickCapture={release}>
          <SlowModeMenu seconds={seconds} />
        </div>
      )}
      <ConnectionStatus {...{ client, signedOut, isChatPaused }} />
      {underWay ? (
        <ChatToggle {...{ room, isOpen, onToggle, underWay, shown }} />
      ) : (
        <MessageCount room={room} />
      )}
    </header>
  )
}

/** On a narrow screen, where the messages may be below the window. */
function MessageCount({ room }: { room: ChatRoom }) {
  const { messages: shown } = useChatLog(room)
  return (
    shown.length > 0 && (
      <p className="flex-1 text-end text-small text-ink-2 columns:hidden">{messagesSentence(shown.length)}</p>
    )
  )
}

/** Whether the member has opened the chat. It closes as a pause begins (QUIET-04), and once no sitting is under way. */
export function useOpened({ isChatPaused, isUnderWay }: { isChatPaused: boolean; isUnderWay: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [wasPaused, setWasPaused] = useState(isChatPaused)
  if (isChatPaused !== wasPaused) {
    setWasPaused(isChatPaused)
    if (isChatPaused) setOpen(false)
  }
  if (!isUnderWay && isOpen) setOpen(false)
  return [isOpen, setOpen] as const
}

/**
 * Moves the focus from the composer to the hint in its place, and back afterwards unless the member has moved it
 * (QUIET-02). Returns the hint's ref.
 */
function usePauseFocus(isChatPaused: boolean, field: RefObject<HTMLTextAreaElement | null>) {
  const hint = useRef<HTMLParagraphElement>(null)
  const focused = useLastFocused(field)
  const returnsFocus = useRef(false)
  useLayoutEffect(() => {
    if (isChatPaused) {
      // A room that went dark has taken it away already.
      returnsFocus.current = focused.current !== null
      if (returnsFocus.current) hint.current?.focus({ preventScroll: true })
    } else if (returnsFocus.current) {
      returnsFocus.current = false
      const { activeElement } = document
      if (activeElement !== document.body && activeElement !== hint.current) return
      // A dark room hides it until then.
      requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
    }
  }, [isChatPaused, field, focused])
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
    <p
      role={isChatPaused ? undefined : 'status'}
      className={clsx('flex items-center gap-1 text-small text-ink-2', tone === 'online' && 'sr-only')}
    >
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
