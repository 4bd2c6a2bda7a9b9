// Routes of help: asking, and the moderators' queue.
import { assertCapability, assertNotBanned } from '#features/users/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { helpCalls, type OwnHelp } from '../contract.ts'
import { helpEvents } from './room-help.ts'
import {
  addAnswer,
  addHelp,
  closeRequest,
  hasRequest,
  moderatorIds,
  openRequests,
  ownRequest,
  takeRequest,
} from './sql.ts'

export interface HelpDeps {
  /** The sitting from its doors to the end of its sharing, with its day; null without one. */
  sittingUnderWay(): Promise<{ id: number; day: string } | null>
  /** Whether a member is in a day's room, on any node. */
  isPresent(day: string, userId: number): boolean
}

export function createHelpRoutes({ sittingUnderWay, isPresent }: HelpDeps): Routes {
  const readOwnHelp = async (
    { database, caller }: Context<'meditation.join'>,
    sitting: Awaited<ReturnType<typeof sittingUnderWay>>,
  ): Promise<OwnHelp> => {
    if (!sitting) return { request: null, isModeratorHere: false }
    const userId = caller.user.id
    const moderators = await moderatorIds(database.query)
    return {
      request: await ownRequest(database.query, { scheduleId: sitting.id, userId }),
      isModeratorHere: moderators.some((id) => id !== userId && isPresent(sitting.day, id)),
    }
  }
  return defineRoutes(helpCalls, {
    ask: async (context, { body: { kind, text, details = null } }) => {
      const { bus, caller, clock, database } = context
      const sitting = await sittingUnderWay()
      if (!sitting) throw appError('no_sitting')
      const { id: scheduleId, day } = sitting
      const userId = caller.user.id
      const now = new Date(clock.now())
      const isNew = await database.transaction(async (tx) => {
        await assertNotBanned(tx, userId)
        return addHelp(tx, { scheduleId, day, userId, kind, text, details, now })
      })
      await bus.publish(helpEvents(day), { userId })
      const answer = await readOwnHelp(context, sitting)
      return isNew ? created(answer) : answer
    },
    ownHelp: async (context) => readOwnHelp(context, await sittingUnderWay()),
    helpQueue: async ({ database }) => {
      const sitting = await sittingUnderWay()
      return sitting ? openRequests(database.query, sitting.id) : []
    },
    handleHelp: async ({ bus, caller, clock, database }, { params: { id }, body }) => {
      const now = new Date(clock.now())
      const { userId, day } = await database.transaction(async (tx) => {
        await assertCapability(tx, caller.user.id, 'chat.moderate')
        // Answering and closing take it, too: the row is locked, and the second moderator is told.
        const taken = await takeRequest(tx, { id, moderatorId: caller.user.id, now })
        if (!taken) throw appError((await hasRequest(tx, id)) ? 'taken' : 'not_found')
        if (body.action === 'answer') await addAnswer(tx, { id, text: body.text, now })
        if (body.action === 'close') await closeRequest(tx, id, now)
        return taken
      })
      await bus.publish(helpEvents(day), { userId })
      return { success: true as const }
    },
  })
}
