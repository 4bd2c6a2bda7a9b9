// Hosts of sittings: chosen by administrators, or taken and given back; each with its activity in one transaction.
import { datedLabel } from '#features/activity/dated-label.ts'
import type { ActivityKind } from '#features/activity/kinds.ts'
import { recordActivity } from '#features/activity/server/service.ts'
import { assertCapability } from '#features/members/server/service.ts'
import { saveHosts, saveMeetingOfSchedule } from '#features/schedules/server/service.ts'
import { sittingErrors } from '#features/sittings/errors.ts'
import { missingMeetingMessage, needsOwnMeeting } from '#features/sittings/meeting.ts'
import { hasOpened, isOver, type Timeline } from '#features/sittings/phases.ts'
import { isAboutToRing } from '#features/sittings/rules.ts'
import { isMuted, storedSittingsBetween } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { appError, fieldError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { can } from '#shared/roles.ts'
import { hostActivities } from '../activities.ts'
import { hostErrors } from '../errors.ts'
import {
  deleteNotes,
  communityHasHosts,
  findHeldSchedule,
  lockIfMayHost,
  lockSchedules,
  type HeldSchedule,
  type LockedSchedule,
} from './sql.ts'

/** Whether a member is in a day's room, on any node. */
export type IsPresent = (day: string, userId: number) => boolean

interface RoomContext {
  callerId: number
  scheduleId: number
  /** By the room clock. */
  nowMs: number
  isPresent: IsPresent
}

interface ChoiceContext extends RoomContext {
  scope: 'one' | 'from'
  /** The current day of the community. */
  today: string
}

/**
 * Whether the caller may hold a sitting whose bell is about to ring while its own host isn't in the room. They are there
 * themselves, and not muted; administrators may from anywhere. Throws `not_found`.
 */
export async function mayTake(db: Executor, isAdmin: boolean, context: RoomContext): Promise<boolean> {
  const { callerId, isPresent, nowMs } = context
  const schedule = await findHeldSchedule(db, context.scheduleId)
  if (!schedule) throw appError('not_found')
  const { hostId } = schedule
  if (hostId === callerId) return false
  const sitting = await aboutToRing(db, schedule, nowMs)
  if (!sitting) return false
  // Without a host it looks for none unless others have.
  const isFree = hostId === null ? await communityHasHosts(db) : !isPresent(sitting.day, hostId)
  if (!isFree || isAdmin) return isFree
  return isPresent(sitting.day, callerId) && !(await isMuted(db, callerId))
}

async function aboutToRing(db: Executor, { id, date }: HeldSchedule, nowMs: number): Promise<Sitting | null> {
  const stored = await storedSittingsBetween(db, { from: date, to: date })
  const own = stored.find(({ sitting }) => sitting.scheduleId === id && isAboutToRing(sitting, nowMs))
  return own?.sitting ?? null
}

/**
 * Gives sittings a host; returns how many. Only administrators choose someone else, others get
 * `forbidden`. Throws `invalid` for one who may hold none, `host_taken`, `too_late` once it is over, or `not_found`.
 */
export async function chooseHost(
  tx: Executor,
  context: ChoiceContext,
  hostId: number,
): Promise<{ schedules: number }> {
  const { callerId } = context
  const isAdmin = can(await assertCapability(tx, callerId, 'sitting.hold'), 'community.administer')
  if (!isAdmin && hostId !== callerId) throw appError('forbidden')
  // Before the schedules, as whoever takes the right away.
  const mayHost = await lockIfMayHost(tx, hostId)
  const [first, ...later] = await lockSchedules(tx, context.scheduleId, context.scope)
  if (!first) throw appError('not_found')
  if (!mayHost)
    throw fieldError('hostId', t('This member may not hold sittings yet. An administrator can allow it.'))
  if (await hasPassed(tx, first, context, isOver)) throw appError(sittingErrors.too_late)
  const isFree = (schedule: LockedSchedule) =>
    isAdmin || schedule.hostId === null || schedule.hostId === hostId
  if (!isFree(first) && !(await mayTake(tx, false, context)))
    throw appError(hostErrors.host_taken, {
      message: t('{name} holds this sitting.', { name: first.hostName ?? '' }),
    })
  const chosen = [first, ...later.filter(isFree)].filter((schedule) => schedule.hostId !== hostId)
  if (chosen.length > 0) {
    const kind = hostId === callerId ? hostActivities.take : hostActivities.set
    await saveAndRecord(tx, context, { kind, chosen, hostId })
  }
  return { schedules: chosen.length }
}

/** Frees sittings. Throws `forbidden` for someone else's by anyone but an administrator, or `too_late` once the doors are open. */
export async function freeHost(tx: Executor, context: ChoiceContext): Promise<void> {
  const { callerId } = context
  const isAdmin = can(await assertCapability(tx, callerId, 'sitting.hold'), 'community.administer')
  const [first, ...later] = await lockSchedules(tx, context.scheduleId, context.scope)
  if (!first) throw appError('not_found')
  if (!isAdmin && first.hostId !== null && first.hostId !== callerId) throw appError('forbidden')
  if (await hasPassed(tx, first, context, isAdmin ? isOver : hasOpened))
    throw appError(sittingErrors.too_late)
  const freed = [first, ...later].filter(
    ({ hostId }) => hostId !== null && (hostId === first.hostId || hostId === callerId),
  )
  if (freed.length > 0)
    await saveAndRecord(tx, context, { kind: hostActivities.remove, chosen: freed, hostId: null })
}

/**
 * Says where a schedule's sitting meets; null for its template's place. Throws `forbidden` for someone else's by anyone
 * but an administrator and while the host is muted, `invalid`, or `too_late` once the sitting is over.
 */
export async function chooseMeeting(
  tx: Executor,
  context: Omit<ChoiceContext, 'scope' | 'isPresent'>,
  meetingUrl: string | null,
): Promise<void> {
  const { callerId, nowMs } = context
  const isAdmin = can(await assertCapability(tx, callerId, 'sitting.hold'), 'community.administer')
  const [schedule] = await lockSchedules(tx, context.scheduleId, 'one')
  if (!schedule) throw appError('not_found')
  if (!isAdmin && (schedule.hostId !== callerId || (await isMuted(tx, callerId)))) throw appError('forbidden')
  if (await hasPassed(tx, schedule, context, isOver)) throw appError(sittingErrors.too_late)
  if (meetingUrl === null && needsOwnMeeting(schedule.template))
    throw fieldError('meetingUrl', translate(missingMeetingMessage))
  if (meetingUrl === schedule.meetingUrl) return
  await saveMeetingOfSchedule(tx, schedule.id, { meetingUrl, nowMs })
  await recordActivity(tx, {
    actorId: callerId,
    kind: hostActivities.meeting,
    targetId: schedule.id,
    label: datedLabel(schedule.title, schedule.date),
    before: { meetingUrl: schedule.meetingUrl !== null },
    after: { meetingUrl: meetingUrl !== null },
    createdAt: new Date(nowMs),
  })
}

/**
 * Whether all sittings of a schedule are past a moment; its day, where it has none. One without a bell also keeps its own
 * start beside what a host began of it.
 */
async function hasPassed(
  tx: Executor,
  { id, date, together }: LockedSchedule,
  { nowMs, today }: Pick<ChoiceContext, 'nowMs' | 'today'>,
  isPast: (sitting: Pick<Timeline, 'doorsAt' | 'endsAt'>, nowMs: number) => boolean,
): Promise<boolean> {
  const stored = await storedSittingsBetween(tx, { from: date, to: date })
  const own = stored.filter(({ sitting }) => sitting.scheduleId === id && !sitting.cancelled)
  const startsWithoutBell = !together || own.length === 0
  if (startsWithoutBell && date >= today) return false
  return own.every(({ sitting }) => isPast(sitting, nowMs))
}

async function saveAndRecord(
  tx: Executor,
  { callerId, nowMs }: ChoiceContext,
  { kind, chosen, hostId }: { kind: ActivityKind; chosen: LockedSchedule[]; hostId: number | null },
): Promise<void> {
  const now = new Date(nowMs)
  const [first] = chosen
  if (!first) return
  const ids = chosen.map(({ id }) => id)
  await saveHosts(tx, ids, hostId, now)
  if (hostId !== null) await deleteNotes(tx, ids)
  await recordActivity(tx, {
    actorId: callerId,
    kind,
    targetId: first.id,
    label: datedLabel(first.title, first.date, chosen.length - 1),
    before: { hostId: first.hostId },
    after: { hostId },
    createdAt: now,
  })
}
