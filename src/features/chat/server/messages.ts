// What happens to a chat-message: it is stored, and only then told to the room.
import type { Clock } from '#server/clock.ts'
import type { Platform } from '#server/context.ts'
import { counters } from '#server/metrics/counters.ts'
import { appError } from '#server/app-error.ts'
import type { ChatMessage } from '../contract.ts'
import { resyncOnUnknownCommit } from './uncertain-commit.ts'
import { banReason, insertMessageUnlessBanned } from './sql.ts'

/** Who says it, in which day's room, and until when that takes anything, in epoch milliseconds. */
interface ChatSender {
  user: { id: number }
  day: string
  openUntilMs: number
}

interface ChatMessageInput {
  text: string
  clientMessageId?: string | undefined
}

/** What the room hears of a message, and what a repeated send of a deleted one is answered. */
type ChatMessageResult =
  | { type: 'new-message'; message: ChatMessage }
  | { type: 'message-deleted'; messageId: number; clientMessageId?: string }

/** How long a message may wait for those before it while the database is slow. */
const queueTimeoutMs = 5_000

/**
 * The handler of chat-message. The room hears of a message after its commit, its author too: that is the
 * acknowledgement (I13). A repeated send answers its sender what became of the first; the rooms that were told already
 * don't tell it again, but the node that stored it may have died before it could tell any. Refuses with `banned`, with
 * `unavailable` when its turn doesn't come in time, and with `bad_date` when the room has closed by then (LIVE-17).
 */
export function createChatMessageHandler({
  database,
  bus,
  clock,
}: Pick<Platform, 'database' | 'bus' | 'clock'>) {
  const inTurn = createRoomQueue(clock)
  return ({ user, day, openUntilMs }: ChatSender, { text, clientMessageId }: ChatMessageInput) =>
    inTurn(day, async (): Promise<ChatMessageResult | null> => {
      if (clock.now() >= openUntilMs) throw appError('bad_date')
      const said = {
        userId: user.id,
        message: text,
        timestamp: new Date(clock.now()),
        sessionDate: day,
        clientMessageId: clientMessageId ?? null,
      }
      const stored = await resyncOnUnknownCommit(bus, () => insertMessageUnlessBanned(database.query, said))
      if (!stored) throw appError('banned', { reason: await banReason(database.query, user.id) })
      const { message, state, day: storedDay } = stored
      if (state === 'deleted') {
        return {
          type: 'message-deleted',
          messageId: message.id,
          ...(clientMessageId ? { clientMessageId } : {}),
        }
      }
      if (state !== 'known') counters.messagesStored += 1
      const event: ChatMessageResult = { type: 'new-message', message }
      await bus.publish(`room:${storedDay}`, event)
      return state === 'known' ? event : null
    })
}

/** One message of a room after the other, so that they are told in the order in which they are stored. */
function createRoomQueue(clock: Clock) {
  const last = new Map<string, Promise<unknown>>()
  return <Result>(room: string, work: () => Promise<Result>): Promise<Result> => {
    const cameAtMs = clock.now()
    const turn = (last.get(room) ?? Promise.resolve()).then(() => {
      if (clock.now() - cameAtMs > queueTimeoutMs) throw appError('unavailable')
      return work()
    })
    const settled = turn
      .catch(() => undefined)
      .then(() => {
        if (last.get(room) === settled) last.delete(room)
      })
    last.set(room, settled)
    return turn
  }
}
