// Chat routes: the handlers that read, like and delete messages.
import { roomEvents } from './room/room-events.ts'
import { chatHistorySize, likedMessagesMax } from '#shared/constants.ts'
import { can } from '#shared/roles.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { coalesce } from '#server/async/coalesce.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { appError } from '#server/app-error.ts'
import { recordActivity } from '#features/activity/server/service.ts'
import { assertCapability } from '#features/users/server/service.ts'
import { chatCalls } from '../contract.ts'
import { isChatReadable, readableDays } from '../rules.ts'
import { resyncOnUnknownCommit } from './service.ts'
import {
  banReason,
  changeLikeUnlessBanned,
  countLikesOf,
  deleteMessage,
  latestMessages,
  messagesLikedBy,
} from './sql.ts'

/** Creates the chat routes. Many members read the same day at midnight, so concurrent reads share one query. */
export function createChatRoutes({ query }: Pick<Database, 'query'>): Routes {
  const latestOf = coalesce((day: string) => latestMessages(query, day, chatHistorySize))
  return defineRoutes(chatCalls, {
    chatOfDay: async ({ calendar, caller }, { params }) => {
      const mayModerate = can(caller.persona, 'chat.moderate')
      if (!isChatReadable(params.date, calendar.today(), mayModerate)) throw appError('not_found')
      return { messages: await latestOf.run(params.date) }
    },
    likesOf: async (context, { params }) => {
      const likes = await countLikesOf(context.database.query, params.id, readableDaysOf(context))
      if (likes === null) throw appError('not_found')
      return { likes }
    },
    like: (context, { params }) => changeLike(context, params.id, true),
    unlike: (context, { params }) => changeLike(context, params.id, false),
    likedMessages: async ({ caller, database, assertOwner }, { params }) => {
      assertOwner(params.userId === caller.user.id)
      return { likedMessages: await messagesLikedBy(database.query, caller.user.id, likedMessagesMax) }
    },
    deleteMessage: async (context, { params }) => {
      const { sessionDate } = await resyncOnUnknownCommit(context.bus, () =>
        deleteAsModerator(context, params.id),
      )
      await context.bus.publish(roomEvents(sessionDate), { type: 'message-deleted', messageId: params.id })
      return { success: true as const }
    },
  })
}

function readableDaysOf({ calendar, caller }: Pick<Context<'public'>, 'calendar' | 'caller'>) {
  return readableDays(calendar.today(), can(caller.persona, 'chat.moderate'))
}

/**
 * Likes or unlikes a message and returns the new count. The published event carries the message id, not the count.
 * Two concurrent likes may be published in another order than they were counted. Each node therefore counts again
 * and converges. The member's own connections receive the like state with its version.
 */
async function changeLike(
  context: Context<'chat.speak'>,
  messageId: number,
  liked: boolean,
): Promise<{ likes: number; version?: number }> {
  const { caller, database, clock, bus } = context
  const userId = caller.user.id
  const createdAt = new Date(clock.now())
  const days = readableDaysOf(context)
  const changed = await resyncOnUnknownCommit(bus, () =>
    changeLikeUnlessBanned(database.query, { messageId, userId, liked, createdAt, days }),
  )
  if (changed === 'no member') {
    const reason = await banReason(database.query, userId)
    throw reason === null ? appError('unauthenticated') : appError('banned', { reason })
  }
  if (changed === 'no message') throw appError('not_found')
  const { day, version, likes } = changed
  if (version === null) return { likes }
  const own = { userId, liked, version }
  await bus.publish(roomEvents(day), { type: 'likes-changed', messageId, own })
  return { likes, version }
}

/** The activity record holds the author and the time, never the text. */
function deleteAsModerator({ caller, database, clock }: Context<'chat.moderate'>, messageId: number) {
  const actorId = caller.user.id
  const now = new Date(clock.now())
  return database.transaction(async (tx) => {
    await assertCapability(tx, actorId, 'chat.moderate')
    const before = await deleteMessage(tx, messageId, { deletedAt: now, deletedBy: actorId })
    if (!before) throw appError('not_found')
    await recordActivity(tx, {
      actorId,
      action: 'message.delete',
      targetType: 'message',
      targetId: messageId,
      label: null,
      before,
      after: null,
      createdAt: now,
    })
    return before
  })
}
