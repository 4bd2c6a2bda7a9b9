// Chat message commands: store a message, and publish it to the room after the commit.
import { appError, type AppError } from '#server/app-error.ts'
import { createKeyedQueue } from '#server/async/keyed-queue.ts'
import { bannedError } from '#server/banned-error.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import type { Sender } from '#server/live/room-feature.ts'
import { reasonText } from '#shared/decision-reasons.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import { can } from '#shared/roles.ts'
import type { ChatMessage } from '../contract.ts'
import { containsHeldWord } from '../held-words.ts'
import { roomEvents } from './room/room-events.ts'
import { resyncOnUnknownCommit } from './service.ts'
import { findBanOfMember, insertSentMessage, type SendObstacle, type SentMessage } from './sql/messages.ts'

type ChatSender = Pick<Sender, 'persona' | 'room' | 'admission'> & { user: { id: number } }

interface ChatMessageInput {
  text: string
  clientMessageId?: string | undefined
  /** A moderator, or who holds the sitting, confirmed to speak although everyone sits (QUIET-05, TEACH-03). */
  duringPause?: boolean | undefined
}

/** The event published for a message, or the reply to a repeated send of a deleted one. */
type ChatMessageResult =
  | { type: 'new-message'; message: ChatMessage; duringPause?: true }
  | { type: 'message-deleted'; messageId: number; clientMessageId?: string }

/** Of this process, for /metrics. */
export const chatCounters = { messagesStored: 0 }

/** How long a message may wait in the room's queue while the database is slow. */
const queueTimeoutMs = 5_000

/**
 * Creates the handler of chat-message. The room receives a message after its commit; that echo acknowledges it to
 * the author (I13). The handler returns null for a new message. A repeated send returns the stored message, or its
 * deletion, to the sender. It also publishes a stored message again: the node that stored it may have crashed
 * before publishing. A room delivers each message once. Throws `banned`, or `unavailable` after the queue timeout.
 * Throws `bad_date` when the room has closed (LIVE-17), and `chat_paused` while everyone sits (QUIET-01). Throws
 * `muted` for a muted author, and `slow_mode` for one who writes too soon. A held message goes to its author alone (MOD-21).
 */
export function createChatMessageHandler({
  database,
  bus,
  clock,
  community,
}: Pick<Platform, 'database' | 'bus' | 'clock' | 'community'>) {
  const serialize = createRoomQueue()
  return (
    { user, persona, room, admission }: ChatSender,
    { text, clientMessageId, duringPause = false }: ChatMessageInput,
  ) =>
    serialize(room, async (): Promise<ChatMessageResult | null> => {
      const { openUntilMs, pausedUntilMs: opensAtMs } = await admission()
      if (clock.now() >= openUntilMs) throw appError('bad_date')
      // The moment of its arrival counts, not that of its turn (QUIET-03).
      const isResting = opensAtMs !== null && !(duringPause && can(persona, 'chat.moderate'))
      // Whether they hold this sitting is for the statement to say.
      const byHostUntilMs = isResting && duringPause && can(persona, 'sitting.hold') ? opensAtMs : null
      if (isResting && byHostUntilMs === null) throw appError('chat_paused', { live: { opensAtMs } })
      const input = {
        userId: user.id,
        message: text,
        timestamp: new Date(clock.now()),
        sessionDate: dayOfRoom(room),
        clientMessageId: clientMessageId ?? null,
        isHeld: !can(persona, 'chat.moderate') && containsHeldWord(text, community.settings().heldWords),
        byHostUntilMs,
      }
      const stored = await resyncOnUnknownCommit(bus, () => insertSentMessage(database.query, input))
      if ('obstacle' in stored) throw await obstacleError(database.query, input, stored)
      const { message, state, day: storedDay } = stored
      if (state === 'deleted') {
        return {
          type: 'message-deleted',
          messageId: message.id,
          ...(clientMessageId ? { clientMessageId } : {}),
        }
      }
      if (state !== 'known') chatCounters.messagesStored += 1
      const event: ChatMessageResult = {
        type: 'new-message',
        message,
        ...(opensAtMs === null ? {} : { duringPause: true }),
      }
      await bus.publish(roomEvents(storedDay), message.isHeld ? { type: 'message-held', message } : event)
      return state === 'known' ? event : null
    })
}

async function obstacleError(
  db: Executor,
  { userId, byHostUntilMs }: Required<Pick<SentMessage, 'userId' | 'byHostUntilMs'>>,
  obstacle: SendObstacle,
): Promise<AppError> {
  if (obstacle.obstacle === 'paused')
    return appError('chat_paused', { live: { opensAtMs: byHostUntilMs ?? 0 } })
  if (obstacle.obstacle === 'banned') {
    const ban = await findBanOfMember(db, userId)
    return ban ? bannedError(ban) : appError('banned', { reason: '' })
  }
  if (obstacle.obstacle === 'slow') return appError('slow_mode', { live: { retryAtMs: obstacle.retryAtMs } })
  const { untilMs, reason } = obstacle
  return appError('muted', { live: { untilMs, ...(reason ? { reason: reasonText(reason) } : {}) } })
}

/**
 * Serializes this node's messages of each room: they are published in the order of their commits. `now` is
 * monotonic: the wall clock may be set while a message waits.
 */
export function createRoomQueue(now: () => number = () => performance.now()) {
  const queue = createKeyedQueue<string>()
  return <Result>(room: string, work: () => Promise<Result>): Promise<Result> => {
    const enqueuedAtMs = now()
    return queue.run(room, async () => {
      if (now() - enqueuedAtMs > queueTimeoutMs) throw appError('unavailable')
      return work()
    })
  }
}
