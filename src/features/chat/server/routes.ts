// Chat routes: the handlers that read, like and delete messages.
import { recordActivity } from '#features/activity/server/service.ts'
import { assertCapability } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import { coalesce } from '#server/async/coalesce.ts'
import { bannedError } from '#server/banned-error.ts'
import type { Bus } from '#server/bus/bus.ts'
import type { Context } from '#server/context.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { chatHistorySize, likedMessagesMax } from '#shared/constants.ts'
import { success } from '#shared/endpoint.ts'
import { can } from '#shared/roles.ts'
import { messageActivities } from '../activities.ts'
import { chatCalls } from '../contract.ts'
import { isChatReadable, readableDays, shownTo } from '../rules.ts'
import { roomEvents } from './room/room-events.ts'
import { resyncOnUnknownCommit } from './service.ts'
import { changeLikeUnlessBanned, countLikesOf, messagesLikedBy } from './sql/likes.ts'
import { findBanOfMember, deleteMessage, latestMessages } from './sql/messages.ts'

export interface ChatRoutesDeps {
  /** The day whose room is that of the moment. */
  roomDay(): Promise<string>
  /** What a moderator's deletion is for moderation, which builds on the chat. */
  removals: {
    record(tx: Executor, removal: MessageRemoval): Promise<void>
    /** Called after the commit. */
    publish(bus: Bus): Promise<void>
  }
}

interface MessageRemoval {
  messageId: number
  userId: number
  text: string
  by: number
  now: Date
}

/** Creates the chat routes. Many members read the same day at midnight, so concurrent reads share one query. */
export function createChatRoutes(
  { query }: Pick<Database, 'query'>,
  { roomDay, removals }: ChatRoutesDeps,
): Routes {
  const readableDaysOf = async ({ calendar, caller }: Pick<Context<'public'>, 'calendar' | 'caller'>) => {
    const now = { today: calendar.today(), roomDay: await roomDay() }
    return readableDays(now, can(caller.persona, 'chat.moderate'))
  }
  const latestOf = coalesce((day: string) => latestMessages(query, day, chatHistorySize))
  return defineRoutes(chatCalls, {
    chatOfDay: async ({ calendar, caller }, { params }) => {
      const now = { today: calendar.today(), roomDay: await roomDay() }
      if (!isChatReadable(params.date, now, can(caller.persona, 'chat.moderate'))) throw appError('not_found')
      const reader = { userId: caller.user.id, mayModerate: can(caller.persona, 'chat.moderate') }
      const messages = await latestOf.run(params.date)
      return { messages: messages.flatMap((message) => shownTo(reader, message) ?? []) }
    },
    likesOf: async (context, { params }) => {
      const likes = await countLikesOf(context.database.query, params.id, await readableDaysOf(context))
      if (likes === null) throw appError('not_found')
      return { likes }
    },
    like: async (context, { params }) =>
      changeLike(context, params.id, { liked: true, days: await readableDaysOf(context) }),
    unlike: async (context, { params }) =>
      changeLike(context, params.id, { liked: false, days: await readableDaysOf(context) }),
    likedMessages: async ({ caller, database, assertOwner }, { params }) => {
      assertOwner(params.userId === caller.user.id)
      return { likedMessages: await messagesLikedBy(database.query, caller.user.id, likedMessagesMax) }
    },
    deleteMessage: async (context, { params }) => {
      const { sessionDate } = await resyncOnUnknownCommit(context.bus, () =>
        deleteAsModerator(context, params.id, removals.record),
      )
      await context.bus.publish(roomEvents(sessionDate), { type: 'message-deleted', messageId: params.id })
      await removals.publish(context.bus)
      return success
    },
  })
}

/**
 * Likes or unlikes a message and returns the new count. The published event carries the message id, not the count.
 * Two concurrent likes may be published out of commit order, so each node reads the count again and converges. The member's own connections receive the like state with its version.
 */
async function changeLike(
  context: Context<'chat.speak'>,
  messageId: number,
  { liked, days }: { liked: boolean; days: ReturnType<typeof readableDays> },
): Promise<{ likes: number; version?: number }> {
  const { caller, database, clock, bus } = context
  const userId = caller.user.id
  const createdAt = new Date(clock.now())
  const changed = await resyncOnUnknownCommit(bus, () =>
    changeLikeUnlessBanned(database.query, { messageId, userId, liked, createdAt, days }),
  )
  if (changed === 'no member') {
    const ban = await findBanOfMember(database.query, userId)
    throw ban === null ? appError('unauthenticated') : bannedError(ban)
  }
  if (changed === 'no message') throw appError('not_found')
  const { day, version, likes } = changed
  if (version === null) return { likes }
  const own = { userId, liked, version }
  await bus.publish(roomEvents(day), { type: 'likes-changed', messageId, own })
  return { likes, version }
}

/** The activity record holds the author and the time, never the text. */
function deleteAsModerator(
  { caller, database, clock }: Context<'chat.moderate'>,
  messageId: number,
  record: ChatRoutesDeps['removals']['record'],
) {
  const actorId = caller.user.id
  const now = new Date(clock.now())
  return database.transaction(async (tx) => {
    await assertCapability(tx, actorId, 'chat.moderate')
    const before = await deleteMessage(tx, messageId, { deletedAt: now, deletedBy: actorId })
    if (!before) throw appError('not_found')
    const { message: text, ...deleted } = before
    await record(tx, { messageId, userId: before.userId, text, by: actorId, now })
    await recordActivity(tx, {
      actorId,
      kind: messageActivities.delete,
      targetId: messageId,
      before: deleted,
      createdAt: now,
    })
    return before
  })
}
