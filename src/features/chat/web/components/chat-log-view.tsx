// Chat log view: follows the end while the member reads there, and otherwise shows how many messages are new.
import { clsx } from 'clsx'
import { ArrowDown } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type RefObject, useMemo, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import type { LiveClient } from '#shared/live/live-client.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { displayZone } from '#web/local-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { useHeldFor } from '#web/use-held-for.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { waitsItsTurn, messagesDuringPause, type ChatLog } from '../../chat-reducer.ts'
import { chatCalls, type ChatMessage } from '../../contract.ts'
import { firstWordsTitle, msToNextFirstWords } from '../../first-words.ts'
import { continuesTurn, findFirstNew } from '../../rules.ts'
import type { ChatMember, ChatModerationParts } from '../data/chat-member.ts'
import type { ChatRoom } from '../data/chat-room-interface.ts'
import { selectOptimisticLike, useOptimisticLikes } from '../data/optimistic-likes.ts'
import { useAbsence } from '../hooks/use-absence.ts'
import { useChatLog } from '../hooks/use-chat-room.ts'
import { useStickToBottom } from '../hooks/use-stick-to-bottom.ts'
import { composerId } from './chat-composer.tsx'
import { ChatMessageRow, PendingMessageRow } from './chat-message.tsx'
import { AnnouncedMessages } from './chat-paused-hint.tsx'
import type { RenderedControls } from './message-controls.tsx'

const MessageControls = lazyPart(async () => (await import('./message-controls.tsx')).MessageControls)

/** A scrollable element must be reachable by keyboard. */
const keyboardFocusable = { tabIndex: 0 }
const programmaticallyFocusable = { tabIndex: -1 }

/** One column, never wider than the log: otherwise a long name would widen every message. */
const listClassName = 'grid grid-cols-[minmax(0,1fr)]'

interface ChatLogViewProps {
  client: LiveClient
  room: ChatRoom
  day: string
  member: ChatMember
  /** Who holds the sitting; null while no one does. */
  hostId: number | null
  /** False without a signed-in member: the log is read-only then. */
  canAct: boolean
  parts: ChatModerationParts
  /** Everyone sits: nothing here is announced, but what a moderator says meanwhile (QUIET-04, QUIET-05). */
  isChatPaused: boolean
  /** In the sharing after a sitting, and before it while the chat is paused. */
  isSharing: boolean
  /** It fades, before it is folded. */
  isFolding: boolean
  /** Shows only what a moderator says meanwhile. */
  isFolded: boolean
  /** It was folded, and fades in. */
  isUnfolded: boolean
}

export function ChatLogView(props: ChatLogViewProps) {
  const { client, room, day, member, hostId, canAct, parts, isChatPaused, isSharing } = props
  const { isFolding, isFolded, isUnfolded } = props
  const fullLog = useChatLog(room)
  const said = useMemo(() => messagesDuringPause(fullLog), [fullLog])
  const log = useMemo(() => (isFolded ? { ...fullLog, messages: said } : fullLog), [fullLog, said, isFolded])
  const { scroller, content, newestSeenId, unseen, scrollToBottom } = useStickToBottom(log, member.id)
  // Calls that the first view doesn't need wait for the initial messages.
  const canRead = log.loaded && canAct
  const [likes, toggleLike] = useOptimisticLikes(client, room, { memberId: member.id, canRead })
  const [controls, setControls] = useState<RenderedControls | null>(null)
  const moderates = canAct && parts.SlowModeMenu !== null
  // The specification requires this call and no use of its response (CHAT-24).
  useCall(chatCalls.chatOfDay, { params: { date: day } }, { enabled: canRead })
  const [zone] = useState(displayZone)
  const [tabStopId, keys] = useMessageKeys(log.messages)
  const lineAbove = useLineAbove({
    log,
    fullLog,
    day,
    memberId: member.id,
    isChatPaused,
    scroller,
    newestSeenId,
  })
  const canAnnounce = useHeldFor(log.loaded && !isChatPaused, silentAfterShowMs)
  const isEmpty = log.messages.length === 0 && log.pending.length === 0
  return (
    <div
      className={clsx(
        'chat-inside chat-log relative flex min-h-0 flex-1',
        isFolded && isEmpty && 'invisible',
        isUnfolded && 'chat-comes',
      )}
      data-folding={isFolding || undefined}
    >
      <div
        ref={scroller}
        role={isChatPaused ? 'group' : 'log'}
        aria-label={t('Messages')}
        aria-live={canAnnounce ? 'polite' : 'off'}
        aria-busy={!log.loaded}
        // With messages, their buttons are the log's tab stops; a folded log has nothing to reach.
        {...(isFolded || (canAct && !isEmpty) ? programmaticallyFocusable : keyboardFocusable)}
        {...keys}
        className={clsx(
          'chat-scroll relative flex min-h-0 flex-1 flex-col overflow-y-auto px-4 py-(--log-fade) -outline-offset-2 [overflow-anchor:none] lg:px-5.5',
          // At the foot of a narrow page its end is below the window: there the messages stay above the composer.
          !isEmpty && 'max-h-full self-end max-lg:sticky',
        )}
      >
        {isEmpty && !isFolded && <EmptyChat {...{ isChatPaused, isSharing }} isLoaded={log.loaded} />}
        <div ref={content} className={clsx(!isEmpty && 'mt-auto')}>
          <ol className={listClassName}>
            {log.messages.map((message, index) => (
              <ChatMessageRow
                key={message.id}
                message={message}
                zone={zone}
                isOwn={message.user.id === member.id}
                isHost={message.user.id === hostId}
                // A moderator needs every name, which opens the ban dialog.
                isContinued={
                  !moderates &&
                  lineAbove(message.id) === null &&
                  continuesTurn(message, log.messages[index - 1])
                }
                lineAbove={lineAbove(message.id)}
                isTabStop={message.id === tabStopId}
                {...selectOptimisticLike(likes, message)}
                onLike={canAct ? toggleLike : null}
                controls={controls}
                awaitsControls={canAct && controls === null}
              />
            ))}
          </ol>
          {log.pending.length > 0 && <PendingMessages {...{ room, log, member }} />}
        </div>
      </div>
      {isChatPaused && said.length > 0 && <AnnouncedMessages messages={said} />}
      {unseen > 0 && !isChatPaused && <UnseenButton count={unseen} onPress={scrollToBottom} />}
      {/* Loaded with the first message; an open dialog outlasts the last one. */}
      {canAct && (!isEmpty || controls !== null) && (
        <MessageControls
          {...{ room, moderates }}
          memberId={member.id}
          MessageDialogs={parts.MessageDialogs}
          log={scroller}
          onReady={setControls}
        />
      )}
    </div>
  )
}

function PendingMessages({ room, log, member }: { room: ChatRoom; log: ChatLog; member: ChatMember }) {
  return (
    <ol aria-label={t('Messages being sent')} aria-live="off" className={`mt-4 ${listClassName}`}>
      {log.pending.map((pending) => (
        <PendingMessageRow
          key={pending.clientMessageId}
          pending={pending}
          member={member}
          waitsItsTurn={waitsItsTurn(log)}
          onWithdraw={(clientMessageId) => {
            room.withdraw(clientMessageId)
            document.getElementById(composerId)?.focus()
          }}
        />
      ))}
    </ol>
  )
}

/**
 * Each kind of button (`data-stop`) is one tab stop: that of one message, at first the newest. Up and down lead from
 * message to message. Returns the id of the message whose buttons are the tab stops, and the log's event handlers.
 */
function useMessageKeys(messages: readonly ChatMessage[]) {
  const [stopId, setStopId] = useState<number | null>(null)
  const buttonsOf = (log: Element, kind: string) => [
    ...log.querySelectorAll<HTMLElement>(`[data-stop=${kind}]`),
  ]
  const handlers = {
    // Before the menu's button itself, which opens on these keys.
    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      const { target, currentTarget: log } = event
      if (!step || !(target instanceof HTMLElement && target.dataset.stop)) return
      event.preventDefault()
      const buttons = buttonsOf(log, target.dataset.stop)
      buttons[buttons.indexOf(target) + step]?.focus()
    },
    onFocus: ({ target, currentTarget: log }: FocusEvent<HTMLElement>) => {
      if (!target.dataset.stop) return
      const row = target.closest('li')
      const message = messages[buttonsOf(log, 'like').findIndex((button) => row?.contains(button))]
      if (message) setStopId(message.id)
    },
  }
  const stop = messages.find(({ id }) => id === stopId) ?? messages.at(-1)
  return [stop?.id, handlers] as const
}

/** Screen readers announce messages only from this delay on: those that a log shows first aren't new. */
const silentAfterShowMs = 1_000

interface EmptyChatProps extends Pick<ChatLogViewProps, 'isChatPaused' | 'isSharing'> {
  isLoaded: boolean
}

function EmptyChat({ isLoaded, isChatPaused, isSharing }: EmptyChatProps) {
  const nowMs = useServerNow(msToNextFirstWords)
  const [zone] = useState(displayZone)
  if (!isLoaded) return <LogSkeleton />
  return (
    // Below a picture its middle may be out of sight; a place lower than a line of words stays empty.
    <div className="absolute inset-0 grid content-center [container-type:size] max-lg:content-start max-lg:*:py-(--log-fade) max-lg:[&_svg]:hidden [@container_(height<4.5rem)]:*:hidden">
      {isChatPaused ? (
        <EmptyState as="p" title={t('No messages yet')} />
      ) : (
        <EmptyState as="p" title={isSharing ? t('Be the first to share') : firstWordsTitle(nowMs, zone)}>
          {t('Everyone who joins today will see it here.')}
        </EmptyState>
      )}
    </div>
  )
}

const skeletonLines = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3']

function LogSkeleton() {
  return (
    <div className="mt-auto grid gap-5">
      <p className="sr-only">{t('Loading the chat')}</p>
      {skeletonLines.map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-9.5 flex-none rounded-pill" />
          <div className="grid flex-1 gap-2.5 pt-1">
            <Skeleton className="h-3.5 w-28 rounded-pill" />
            <Skeleton className={`h-3.5 rounded-pill ${width}`} />
          </div>
        </div>
      ))}
    </div>
  )
}

/** The newest message as the chat was paused; null before. Who opens the page in a pause has no such line. */
function useBeforeBell({ messages }: ChatLog, isChatPaused: boolean): number | null {
  const [beforeBellId, setBeforeBellId] = useState<number | null>(null)
  const [wasPaused, setWasPaused] = useState(false)
  if (isChatPaused !== wasPaused) {
    setWasPaused(isChatPaused)
    if (isChatPaused) setBeforeBellId(messages.at(-1)?.id ?? null)
  }
  return beforeBellId
}

interface LineAboveInput {
  log: ChatLog
  fullLog: ChatLog
  day: string
  memberId: number
  isChatPaused: boolean
  scroller: RefObject<HTMLDivElement | null>
  newestSeenId: number | null
}

/** The words above the first message that is new, by its id; null for the others. */
function useLineAbove(input: LineAboveInput): (id: number) => string | null {
  const { log, fullLog, day, memberId, isChatPaused, scroller, newestSeenId } = input
  const absence = useAbsence(day, { log: scroller, newestId: newestSeenId })
  const firstNewId = absence && findFirstNew(log.messages, absence, memberId)
  const beforeBellId = useBeforeBell(fullLog, isChatPaused)
  // One line alone: who was away reads what they missed.
  const firstSinceBellId =
    firstNewId !== null || isChatPaused || beforeBellId === null
      ? null
      : findFirstNew(log.messages, { afterId: beforeBellId, untilMs: Number.POSITIVE_INFINITY }, memberId)
  return (id) =>
    id === firstNewId ? t('New since you left') : id === firstSinceBellId ? t('Since the bell') : null
}

function UnseenButton({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <div className="absolute bottom-3 left-1/2 -translate-x-1/2">
      <Button variant="primary" onClick={onPress}>
        <ArrowDown aria-hidden className="size-4.5" strokeWidth={2} />
        <span>{t('{count, plural, one {# new message} other {# new messages}}', { count })}</span>
      </Button>
    </div>
  )
}
