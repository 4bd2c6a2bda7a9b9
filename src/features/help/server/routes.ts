// Routes of help: asking, and the queue of the moderators and of who holds the sitting.
import { recordAdminActivity } from '#features/activity/server/service.ts'
import { assertCapability, assertNotBanned } from '#features/members/server/service.ts'
import { findHolder } from '#features/sittings/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { timestampToMs } from '#shared/day.ts'
import { success } from '#shared/endpoint.ts'
import { can } from '#shared/roles.ts'
import { helpActivities } from '../activities.ts'
import { helpCalls, type HelpKind, type HelpRequest, type OwnHelp, type OwnHelpRequest } from '../contract.ts'
import { helpErrors } from '../errors.ts'
import { leftAtMs, takeOverAtMs } from '../rules.ts'
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

/** Administrators take over at any time. */
const isAdmin = ({ persona }: Pick<Caller, 'persona'>) => can(persona, 'community.administer')

/** Whether a request may be taken by the caller; `openAtMs`: when others may take it over. */
function availability(
  openAtMs: number,
  {
    holder,
    caller,
    nowMs,
  }: { holder: RequestHolder | null; caller: Context<'sitting.hold'>['caller']; nowMs: number },
): Pick<HelpRequest, 'mayBeTaken' | 'mayBeTakenAt'> {
  if (holder?.id === caller.user.id) return { mayBeTaken: false, mayBeTakenAt: null }
  if (openAtMs <= nowMs || isAdmin(caller)) return { mayBeTaken: true, mayBeTakenAt: null }
  return {
    mayBeTaken: false,
    mayBeTakenAt: Number.isFinite(openAtMs) ? new Date(openAtMs).toISOString() : null,
  }
}

/** Throws `forbidden` unless the member holds a sitting, and isn't muted (TEACH-04). */
async function assertHolder(db: Executor, userId: number, sittingId: number | undefined): Promise<void> {
  if (sittingId === undefined || (await findHolder(db, sittingId)) !== userId) throw appError('forbidden')
}

/** An administrator's activity, for a technical request alone: what the others are about is private (HELP-04). */
async function recordTakeOver(
  tx: Executor,
  admin: { adminId: number; now: Date },
  { kind }: { kind: HelpKind },
): Promise<void> {
  if (kind !== 'technical') return
  await recordAdminActivity(tx, admin, { kind: helpActivities['take-over'] })
}

/** What the sockets of who has a request say. */
function createHolderTimes({ lastSocketClosedAtMs }: Pick<HelpDeps, 'lastSocketClosedAtMs'>) {
  const withSocket = (holder: RequestHolder) => ({
    ...holder,
    lastSocketClosedAtMs: lastSocketClosedAtMs(holder.id),
  })
  return {
    hasLeft: (holder: RequestHolder, nowMs: number) => leftAtMs(withSocket(holder)) <= nowMs,
    /** When time alone lets others take it over; 0 for a request without a holder. */
    openAtMs: ({ holder, askedAt, messages }: Pick<StoredRequest, 'holder' | 'askedAt' | 'messages'>) =>
      holder === null
        ? 0
        : takeOverAtMs({ holder: withSocket(holder), askedAtMs: timestampToMs(askedAt), messages }),
  }
}

/**
 * Locks a request for who handles it: a moderator, or who holds its sitting. Throws `forbidden`, or `not_found` also for
 * one that isn't in their queue (TEACH-04).
 */
async function lockForHelper(
  tx: Executor,
  id: number,
  { caller, sittingId }: { caller: Context<'sitting.hold'>['caller']; sittingId: number | undefined },
) {
  const needs = isAdmin(caller) ? 'community.administer' : 'sitting.hold'
  const persona = await assertCapability(tx, caller.user.id, needs)
  const request = await lockRequestForUpdate(tx, id)
  if (!request) throw appError('not_found')
  if (can(persona, 'chat.moderate')) return request
  if (request.hostId !== caller.user.id || request.sittingId !== sittingId) throw appError('forbidden')
  if (!request.isTechnicalOnly) throw appError('not_found')
  return request
}

export function createHelpRoutes(deps: HelpDeps): Routes {
  const { sittingUnderWay, isPresent } = deps
  const { hasLeft, openAtMs } = createHolderTimes(deps)
  const withHelper = ({ holder, ...request }: StoredRequest, nowMs: number): OwnHelpRequest => ({
    ...request,
    helper: holder?.name ?? null,
    hasHelperLeft: !request.isClosed && holder !== null && hasLeft(holder, nowMs),
  })
  const readOwnHelp = async (
    { database, caller, clock }: Context<'meditation.join'>,
    sitting: Awaited<ReturnType<typeof sittingUnderWay>>,
  ): Promise<OwnHelp> => {
    if (!sitting) return { request: null, isModeratorHere: false, isHostHere: false }
    const userId = caller.user.id
    const moderators = await moderatorIds(database.query)
    const hostId = await findHolder(database.query, sitting.id)
    const isHere = (id: number) => id !== userId && isPresent(sitting.day, id)
    const stored = await ownRequest(database.query, { sittingId: sitting.id, userId })
    return {
      request: stored && withHelper(stored, clock.now()),
      isModeratorHere: moderators.some(isHere),
      isHostHere: hostId !== null && isHere(hostId),
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
      const { isNew, isOfHost } = await database.transaction(async (tx) => {
        await assertNotBanned(tx, userId)
        return addHelp(tx, { sittingId, userId, kind, text, details, now })
      })
      await bus.publish(helpEvents(day), { userId, isOfHost })
      const response = await readOwnHelp(context, sitting)
      return isNew ? created(response) : response
    },
    ownHelp: async (context) => readOwnHelp(context, await sittingUnderWay()),
    helpQueue: async ({ caller, clock, database }) => {
      const sitting = await sittingUnderWay()
      const isForHost = !can(caller.persona, 'chat.moderate')
      if (isForHost) await assertHolder(database.query, caller.user.id, sitting?.id)
      const requests = sitting ? await openRequests(database.query, sitting.id, { isForHost }) : []
      const nowMs = clock.now()
      return requests.map((stored) => {
        const { holder, askedAt: _, ...request } = stored
        const takenBy = holder && { id: holder.id, name: holder.name, hasLeft: hasLeft(holder, nowMs) }
        return { ...request, takenBy, ...availability(openAtMs(stored), { holder, caller, nowMs }) }
      })
    },
    handleHelp: async ({ bus, caller, clock, database }, { params: { id }, body }) => {
      const now = new Date(clock.now())
      const sitting = await sittingUnderWay()
      const request = await database.transaction(async (tx) => {
        const request = await lockForHelper(tx, id, { caller, sittingId: sitting?.id })
        const { holder } = request
        if (holder && holder.id !== caller.user.id) {
          const isShown = body.action !== 'take' || body.from === undefined || body.from === holder.id
          if (!isShown || (!isAdmin(caller) && openAtMs(request) > now.getTime())) throw appError('taken')
          if (isAdmin(caller)) await recordTakeOver(tx, { adminId: caller.user.id, now }, request)
        }
        // Replying and closing take it, too. Taking it twice gives its holder no more time.
        if (body.action !== 'take' || holder?.id !== caller.user.id)
          await saveHolder(tx, { id, moderatorId: caller.user.id, now })
        if (body.action === 'reply') await addReply(tx, { id, text: body.text, now })
        if (body.action === 'close') await closeRequest(tx, id, now)
        return request
      })
      const { userId, day, isTechnicalOnly: isOfHost } = request
      await bus.publish(helpEvents(day), { userId, isOfHost })
      return success
    },
  })
}
