// What happens to a like: it is stored unless its member is banned, and the room hears that the count has changed.
import { chicagoDay } from '#shared/day.ts'
import { can } from '#shared/roles.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { appError } from '#server/app-error.ts'
import { assertNotBanned } from '#features/users/server/service.ts'
import { isChatReadable } from '../rules.ts'
import { resyncOnUnknownCommit } from './uncertain-commit.ts'
import {
  dayOfMessage,
  lockDayOfMessageForKeyShare,
  insertLike,
  countLikesByMessage,
  deleteLike,
} from './sql.ts'

type Viewer = Pick<Context<'public'>, 'caller' | 'clock'>

/** How many like a message; refuses with `not_found` when the caller doesn't see it (CHAT-09). */
export async function countLikes(seer: Viewer, db: Executor, messageId: number): Promise<number> {
  requireReadableDay(seer, await dayOfMessage(db, messageId))
  return likeCountOf(db, messageId)
}

/**
 * Likes or un-likes, and answers how many like the message then. The room is told which message it is, not the count:
 * of two likes at once the last to be told need not be the last that was counted, so each node counts anew and ends at
 * the truth. The member's own sockets are sent the state with its version.
 */
export async function updateLike(
  context: Context<'chat.speak'>,
  messageId: number,
  liked: boolean,
): Promise<{ likes: number; version?: number }> {
  const { caller, database, clock, bus } = context
  const like = { messageId, userId: caller.user.id, createdAt: new Date(clock.now()) }
  const work = async (tx: Executor) => {
    await assertNotBanned(tx, like.userId)
    return {
      day: requireReadableDay(context, await lockDayOfMessageForKeyShare(tx, messageId)),
      version: await (liked ? insertLike : deleteLike)(tx, like),
      likes: await likeCountOf(tx, messageId),
    }
  }
  const { day, version, likes } = await resyncOnUnknownCommit(bus, () => database.transaction(work))
  if (version === null) return { likes }
  const own = { userId: like.userId, liked, version }
  await bus.publish(`room:${day}`, { type: 'likes-changed', messageId, own })
  return { likes, version }
}

/** The day of a message, if the caller sees that day; refuses with `not_found`. */
function requireReadableDay({ caller, clock }: Viewer, day: string | null): string {
  const mayModerate = can(caller.persona, 'chat.moderate')
  if (day === null || !isChatReadable(day, chicagoDay(clock.now()), mayModerate)) throw appError('not_found')
  return day
}

async function likeCountOf(db: Executor, messageId: number): Promise<number> {
  const [counted] = await countLikesByMessage(db, [messageId])
  if (!counted) throw appError('not_found')
  return counted.likes
}
