// Like commands: store a like unless the member is banned, and publish that the count changed.
import { chicagoDay } from '#shared/day.ts'
import { can } from '#shared/roles.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
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

/** Returns the like count; throws `not_found` when the caller may not see the message (CHAT-09). */
export async function countLikes(viewer: Viewer, db: Executor, messageId: number): Promise<number> {
  requireReadableDay(viewer, await dayOfMessage(db, messageId))
  return likeCountOf(db, messageId)
}

/**
 * Likes or unlikes a message and returns the new count. The published event carries the message id, not the count.
 * Two concurrent likes may be published in another order than they were counted. Each node therefore counts again
 * and converges. The member's own connections receive the like state with its version.
 */
export async function updateLike(
  context: Context<'chat.speak'>,
  messageId: number,
  liked: boolean,
): Promise<{ likes: number; version?: number }> {
  const { caller, database, clock, bus } = context
  const like = { messageId, userId: caller.user.id, createdAt: new Date(clock.now()) }
  const writeLike = async (tx: Executor) => {
    await assertNotBanned(tx, like.userId)
    return {
      day: requireReadableDay(context, await lockDayOfMessageForKeyShare(tx, messageId)),
      version: await (liked ? insertLike : deleteLike)(tx, like),
      likes: await likeCountOf(tx, messageId),
    }
  }
  const { day, version, likes } = await resyncOnUnknownCommit(bus, () => database.transaction(writeLike))
  if (version === null) return { likes }
  const own = { userId: like.userId, liked, version }
  await bus.publish(`room:${day}`, { type: 'likes-changed', messageId, own })
  return { likes, version }
}

/** Returns the message's day; throws `not_found` when there is none or the caller may not see it. */
function requireReadableDay({ caller, clock }: Viewer, day: string | null): string {
  const mayModerate = can(caller.persona, 'chat.moderate')
  if (day === null || !isChatReadable(day, chicagoDay(clock.now()), mayModerate)) throw appError('not_found')
  return day
}

async function likeCountOf(db: Executor, messageId: number): Promise<number> {
  const [row] = await countLikesByMessage(db, [messageId])
  if (!row) throw appError('not_found')
  return row.likes
}
