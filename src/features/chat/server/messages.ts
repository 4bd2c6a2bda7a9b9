// What happens to a chat-message: it is stored, and only then told to the room.
import type { Clock } from '#server/clock.ts'
import type { Platform } from '#server/context.ts'
import { counts } from '#server/counts.ts'
import { refuse } from '#server/refusal.ts'
import type { ChatMessage } from '../contract.ts'
import { orInDoubt } from './in-doubt.ts'
import { banReason, insertUnlessBanned } from './sql.ts'

/** Who says it, in which day's room, and until when that takes anything, in epoch milliseconds. */
interface Speaker {
  user: { id: number }
  day: string
  openUntilMs: number
}

interface Saying {
  text: string
  clientMessageId?: string | undefined
}

/** What the room hears of a message, and what a repeated send of a deleted one is answered. */
type Told =
  | { type: 'new-message'; message: ChatMessage }
  | { type: 'message-deleted'; messageId: number; clientMessageId?: string }

/** How long a message may wait for those before it while the database is slow. */
const turnWithinMs = 5_000

/**
 * The handler of chat-message. The room hears of a message after its commit, its author too: that is the
 * acknowledgement (I13). A repeated send answers its sender what became of the first; the rooms that were told already
 * don't tell it again, but the node that stored it may have died before it could tell any. Refuses with `banned`, with
 * `unavailable` when its turn doesn't come in time, and with `bad_date` when the room has closed by then (LIVE-17).
 */
export function createChatMessages({ database, bus, clock }: Pick<Platform, 'database' | 'bus' | 'clock'>) {
  const inTurn = createTurns(clock)
  return ({ user, day, openUntilMs }: Speaker, { text, clientMessageId }: Saying) =>
    inTurn(day, async (): Promise<Told | null> => {
      if (clock.now() >= openUntilMs) throw refuse('bad_date')
      const said = {
        userId: user.id,
        message: text,
        timestamp: new Date(clock.now()),
        sessionDate: day,
        clientMessageId: clientMessageId ?? null,
      }
      const stored = await orInDoubt(bus, () => insertUnlessBanned(database.query, said))
      if (!stored) throw refuse('banned', { reason: await banReason(database.query, user.id) })
      const { message, state, day: storedDay } = stored
      if (state === 'deleted') {
        return {
          type: 'message-deleted',
          messageId: message.id,
          ...(clientMessageId ? { clientMessageId } : {}),
        }
      }
      if (state !== 'known') counts.messagesStored += 1
      const event: Told = { type: 'new-message', message }
      await bus.publish(`room:${storedDay}`, event)
      return state === 'known' ? event : null
    })
}

/** One message of a room after the other, so that they are told in the order in which they are stored. */
function createTurns(clock: Clock) {
  const last = new Map<string, Promise<unknown>>()
  return <Result>(room: string, work: () => Promise<Result>): Promise<Result> => {
    const cameAtMs = clock.now()
    const turn = (last.get(room) ?? Promise.resolve()).then(() => {
      if (clock.now() - cameAtMs > turnWithinMs) throw refuse('unavailable')
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
