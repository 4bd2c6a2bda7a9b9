// Chat routes: the handlers that read, like and delete messages.
import { chatHistorySize, likedMessagesMax } from '#shared/constants.ts'
import { chicagoDay } from '#shared/day.ts'
import { can } from '#shared/roles.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { appError } from '#server/app-error.ts'
import { recordActivity } from '#features/activity/server/service.ts'
import { assertCapability } from '#features/users/server/service.ts'
import { chatCalls } from '../contract.ts'
import { isChatReadable } from '../rules.ts'
import { resyncOnUnknownCommit } from './uncertain-commit.ts'
import { updateLike, countLikes } from './likes.ts'
import { singleFlight } from './single-flight.ts'
import { deleteMessage, latestMessages, messagesLikedBy } from './sql.ts'

/** Creates the chat routes. Many members read the same day at midnight, so concurrent reads share one query. */
export function createChatRoutes({ query }: Pick<Database, 'query'>): Routes {
  const latestOf = singleFlight((day) => latestMessages(query, day, chatHistorySize))
  return defineRoutes(chatCalls, {
    chatOfDay: async ({ caller, clock }, { params }) => {
      const mayModerate = can(caller.persona, 'chat.moderate')
      if (!isChatReadable(params.date, chicagoDay(clock.now()), mayModerate)) throw appError('not_found')
      return { messages: await latestOf(params.date) }
    },
    likesOf: async (context, { params }) => ({
      likes: await countLikes(context, context.database.query, params.id),
    }),
    like: (context, { params }) => updateLike(context, params.id, true),
    unlike: (context, { params }) => updateLike(context, params.id, false),
    likedMessages: async ({ caller, database, assertOwner }, { params }) => {
      assertOwner(params.userId === caller.user.id)
      return { likedMessages: await messagesLikedBy(database.query, caller.user.id, likedMessagesMax) }
    },
    deleteMessage: async (context, { params }) => {
      const { sessionDate } = await resyncOnUnknownCommit(context.bus, () =>
        deleteAsModerator(context, params.id),
      )
      await context.bus.publish(`room:${sessionDate}`, { type: 'message-deleted', messageId: params.id })
      return { success: true as const }
    },
  })
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
