// Host commands: begin, delay, end and cancel a sitting; each change and its activity commit together (PHASE-18).
import type { Action } from '#features/activity/contract.ts'
import { changedFields, recordActivity } from '#features/activity/server/service.ts'
import { assertCapability } from '#features/users/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { formatDay, formatTimeOfDay, msToTimestamp, type CommunityDays } from '#shared/day.ts'
import type { Sitting } from '../sitting.ts'
import { mayHost, partsBeforeBegin, unmeasuredMessage, type HostAction } from '../rules.ts'
import { assertSpanFree } from './service.ts'
import {
  lockScheduledForUpdate,
  saveSitting,
  sittingOf,
  type ScheduledSitting,
  type SittingChange,
} from './sql.ts'

/** Who hosts which schedule; `nowMs` is the room clock's. */
export interface HostContext {
  hostId: number
  scheduleId: number
  nowMs: number
  days: CommunityDays
}

/** Starts today's meditation together. `today` is the current day. */
async function begin(
  tx: Executor,
  context: HostContext,
  { inSeconds, today }: { inSeconds: number; today: string },
): Promise<Sitting> {
  const scheduled = await lockHosted(tx, context, 'begin')
  const { schedule } = scheduled
  if (schedule.date !== today || !schedule.isActive) throw appError('not_found')
  if (schedule.mediaSeconds === null) throw appError('invalid', { message: unmeasuredMessage })
  return save(tx, context, scheduled, 'begin', {
    together: true,
    ...partsBeforeBegin(schedule, inSeconds),
    begunFor: msToTimestamp(context.nowMs + inSeconds * 1_000),
    delaySeconds: 0,
    endedAt: null,
    cancelledAt: null,
    cancelNote: null,
  })
}

async function delay(tx: Executor, context: HostContext, { minutes }: { minutes: number }): Promise<Sitting> {
  const scheduled = await lockHosted(tx, context, 'delay')
  return save(tx, context, scheduled, 'delay', {
    delaySeconds: scheduled.schedule.delaySeconds + minutes * 60,
  })
}

/** The sharing opens now. */
async function end(tx: Executor, context: HostContext): Promise<Sitting> {
  const scheduled = await lockHosted(tx, context, 'end')
  return save(tx, context, scheduled, 'end', { endedAt: msToTimestamp(context.nowMs) })
}

async function cancel(tx: Executor, context: HostContext, { note }: { note: string }): Promise<Sitting> {
  const scheduled = await lockHosted(tx, context, 'cancel')
  return save(tx, context, scheduled, 'cancel', {
    cancelledAt: msToTimestamp(context.nowMs),
    cancelNote: note === '' ? null : note,
  })
}

/** Each throws `not_found`, `too_late` outside its time, or `sittings_overlap`. */
export const hostCommands = { begin, delay, end, cancel }

/** Throws `not_found`, or `too_late` outside the time of the action. */
async function lockHosted(
  tx: Executor,
  { hostId, scheduleId, nowMs, days }: HostContext,
  action: HostAction,
): Promise<ScheduledSitting> {
  await assertCapability(tx, hostId, 'sitting.host')
  const scheduled = await lockScheduledForUpdate(tx, days, scheduleId)
  if (!scheduled || (action !== 'begin' && !scheduled.sitting)) throw appError('not_found')
  if (!mayHost(action, scheduled.sitting, nowMs)) throw appError('too_late')
  return scheduled
}

async function save(
  tx: Executor,
  { hostId, nowMs, days }: HostContext,
  scheduled: ScheduledSitting,
  action: HostAction,
  change: SittingChange,
): Promise<Sitting> {
  const { schedule, title } = scheduled
  const next = sittingOf(days, { ...schedule, ...change })
  if (next && !next.cancelled) await assertSpanFree(tx, days, next, schedule.id)
  const saved = await saveSitting(tx, days, scheduled, change)
  if (!saved?.sitting) throw appError('sittings_overlap')
  await recordActivity(tx, {
    actorId: hostId,
    action: `sitting.${action}` satisfies Action,
    targetType: 'sitting',
    targetId: schedule.id,
    label: `${title}, ${formatDay(schedule.date, 'long')}`,
    ...changedFields(activityFields(days, scheduled.sitting), activityFields(days, saved.sitting)),
    createdAt: new Date(nowMs),
  })
  return saved.sitting
}

/** What the activity log shows of a sitting. */
function activityFields(days: CommunityDays, sitting: Sitting | null) {
  const format = (atMs: number) => formatTimeOfDay(atMs, days.zoneAt(atMs))
  return {
    bell: sitting ? format(sitting.startsAt) : null,
    sharing: sitting ? format(sitting.sharingAt) : null,
    note: sitting?.cancelNote ?? null,
  }
}
