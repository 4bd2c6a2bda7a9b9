// Routes of help: asking, and the moderators' queue.
import { helpErrors } from '../errors.ts'
import { assertCapability, assertNotBanned } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { helpCalls, type OwnHelp, type OwnHelpRequest } from '../contract.ts'
import { holdsRequest } from '../rules.ts'
import { helpEvents } from './room-help.ts'
import {
  addReply,
  addHelp,
  closeRequest,
  lockRequestForUpdate,
  moderatorIds,
  openRequests,
  ownRequest,
  saveHolder,
  type RequestHolder,
  type StoredRequest,
} from './sql.ts'

export interface HelpDeps {
  /** The sitting from its doors to the end of its sharing, with its day; null without one. */
  sittingUnderWay(): Promise<{ id: number; day: string } | null>
  /** Whether a member is in a day's room, on any node. */
  isPresent(day: string, userId: number): boolean
  /** When a member's last socket in a room closed, on any node, in epoch milliseconds; null while one is open. */
  lastSocketClosedAtMs(userId: number): number | null
}

export function createHelpRoutes(deps: HelpDeps): Routes {
  const { sittingUnderWay, isPresent, lastSocketClosedAtMs } = deps
  const hasLeft = (holder: RequestHolder, nowMs: number) =>
    !holdsRequest({ ...holder, lastSocketClosedAtMs: lastSocketClosedAtMs(holder.id) }, nowMs)
  const withHelper = ({ holder, ...request }: StoredRequest, nowMs: number): OwnHelpRequest => ({
    ...request,
    helper: holder?.name ?? null,
    hasHelperLeft: !request.isClosed && holder !== null && hasLeft(holder, nowMs),
  })
  const readOwnHelp = async (
    { database, caller, clock }: Context<'meditation.join'>,
    sitting: Awaited<ReturnType<typeof sittingUnderWay>>,
  ): Promise<OwnHelp> => {
    if (!sitting) return { request: null, isModeratorHere: false }
    const userId = caller.user.id
    const moderators = await moderatorIds(database.query)
    const stored = await ownRequest(database.query, { sittingId: sitting.id, userId })
    return {
      request: stored && withHelper(stored, clock.now()),
      isModeratorHere: moderators.some((id) => id !== userId && isPresent(sitting.day, id)),
    }
  }
  return defineRoutes(helpCalls, {
    ask: async (context, { body: { kind, text, details = null } }) => {
      const { bus, caller, clock, database } = context
      const sitting = await sittingUnderWay()
      if (!sitting) throw appError(helpErrors.no_sitting)
      const { id: sittingId, day } = sitting
      const userId = caller.user.id
      const now = new Date(clock.now())
      const isNew = await database.transaction(async (tx) => {
        await assertNotBanned(tx, userId)
        return addHelp(tx, { sittingId, userId, kind, text, details, now })
      })
      await bus.publish(helpEvents(day), { userId })
      const response = await readOwnHelp(context, sitting)
      return isNew ? created(response) : response
    },
    ownHelp: async (context) => readOwnHelp(context, await sittingUnderWay()),
    helpQueue: async ({ clock, database }) => {
      const sitting = await sittingUnderWay()
      const requests = sitting ? await openRequests(database.query, sitting.id) : []
      return requests.map(({ holder, ...request }) => ({
        ...request,
        takenBy: holder && { id: holder.id, name: holder.name, hasLeft: hasLeft(holder, clock.now()) },
      }))
    },
    handleHelp: async ({ bus, caller, clock, database }, { params: { id }, body }) => {
      const now = new Date(clock.now())
      const { userId, day } = await database.transaction(async (tx) => {
        await assertCapability(tx, caller.user.id, 'chat.moderate')
        const request = await lockRequestForUpdate(tx, id)
        if (!request) throw appError('not_found')
        const { holder } = request
        if (holder && holder.id !== caller.user.id && !hasLeft(holder, now.getTime()))
          throw appError(helpErrors.taken)
        // Replying and closing take it, too.
        await saveHolder(tx, { id, moderatorId: caller.user.id, now })
        if (body.action === 'reply') await addReply(tx, { id, text: body.text, now })
        if (body.action === 'close') await closeRequest(tx, id, now)
        return request
      })
      await bus.publish(helpEvents(day), { userId })
      return { success: true as const }
    },
  })
}
