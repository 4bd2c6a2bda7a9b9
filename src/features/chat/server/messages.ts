// Chat message commands: store a message, and publish it to the room after the commit.
import { appError } from '#server/app-error.ts'
import { createKeyedQueue } from '#server/async/keyed-queue.ts'
import type { Platform } from '#server/context.ts'
import type { Sender } from '#server/live/room-feature.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import { can } from '#shared/roles.ts'
import type { ChatMessage } from '../contract.ts'
import { roomEvents } from './room/room-events.ts'
import { resyncOnUnknownCommit } from './service.ts'
import { banReason, insertMessageUnlessBanned } from './sql.ts'

type ChatSender = Pick<Sender, 'persona' | 'room' | 'admission'> & { user: { id: number } }

interface ChatMessageInput {
  text: string
  clientMessageId?: string | undefined
  /** A moderator confirmed to speak although everyone sits (QUIET-05). */
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
 * before publishing. A room delivers each message once. Throws `banned`, `unavailable` after the queue timeout, or
 * `bad_date` when the room has closed (LIVE-17), or `chat_paused` while everyone sits (QUIET-01).
 */
export function createChatMessageHandler({
  database,
  bus,
  clock,
}: Pick<Platform, 'database' | 'bus' | 'clock'>) {
  const serialize = createRoomQueue()
  return (
    { user, persona, room, admission }: ChatSender,
    { text, clientMessageId, duringPause = false }: ChatMessageInput,
  ) =>
    serialize(room, async (): Promise<ChatMessageResult | null> => {
      const { openUntilMs, pausedUntilMs: opensAtMs } = await admission()
      if (clock.now() >= openUntilMs) throw appError('bad_date')
      // The moment of its arrival counts, not that of its turn (QUIET-03).
      if (opensAtMs !== null && !(duringPause && can(persona, 'chat.moderate')))
        throw appError('chat_paused', { opensAtMs })
      const input = {
        userId: user.id,
        message: text,
        timestamp: new Date(clock.now()),
        sessionDate: dayOfRoom(room),
        clientMessageId: clientMessageId ?? null,
      }
      const stored = await resyncOnUnknownCommit(bus, () => insertMessageUnlessBanned(database.query, input))
      if (!stored) throw appError('banned', { reason: (await banReason(database.query, user.id)) ?? '' })
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
      await bus.publish(roomEvents(storedDay), event)
      return state === 'known' ? event : null
    })
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
