// What happens to a like: it is stored unless its member is banned, and the room hears that the count has changed.
import { chicagoDay } from '#shared/day.ts'
import { can } from '#shared/roles.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { refuse } from '#server/refusal.ts'
import { refuseBanned } from '#features/users/server/service.ts'
import { isChatReadable } from '../rules.ts'
import { orInDoubt } from './in-doubt.ts'
import { dayOfMessage, holdDayOfMessage, insertLike, likesOf, removeLike } from './sql.ts'

type Seer = Pick<Context<'public'>, 'caller' | 'clock'>

/** How many like a message; refuses with `not_found` when the caller doesn't see it (CHAT-09). */
export async function countLikes(seer: Seer, db: Executor, messageId: number): Promise<number> {
  seenDay(seer, await dayOfMessage(db, messageId))
  return count(db, messageId)
}

/**
 * Likes or un-likes, and answers how many like the message then. The room is told which message it is, not the count:
 * of two likes at once the last to be told need not be the last that was counted, so each node counts anew and ends at
 * the truth. The member's own sockets are sent the state with its version.
 */
export async function changeLike(
  context: Context<'chat.speak'>,
  messageId: number,
  liked: boolean,
): Promise<{ likes: number; version?: number }> {
  const { caller, database, clock, bus } = context
  const like = { messageId, userId: caller.user.id, createdAt: new Date(clock.now()) }
  const work = async (tx: Executor) => {
    await refuseBanned(tx, like.userId)
    return {
      day: seenDay(context, await holdDayOfMessage(tx, messageId)),
      version: await (liked ? insertLike : removeLike)(tx, like),
      likes: await count(tx, messageId),
    }
  }
  const { day, version, likes } = await orInDoubt(bus, () => database.transaction(work))
  if (version === null) return { likes }
  const own = { userId: like.userId, liked, version }
  await bus.publish(`room:${day}`, { type: 'likes-changed', messageId, own })
  return { likes, version }
}

/** The day of a message, if the caller sees that day; refuses with `not_found`. */
function seenDay({ caller, clock }: Seer, day: string | null): string {
  const mayModerate = can(caller.persona, 'chat.moderate')
  if (day === null || !isChatReadable(day, chicagoDay(clock.now()), mayModerate)) throw refuse('not_found')
  return day
}

async function count(db: Executor, messageId: number): Promise<number> {
  const [counted] = await likesOf(db, [messageId])
  if (!counted) throw refuse('not_found')
  return counted.likes
}
