// Host commands: begin, delay, end, cancel and restore a sitting; each change and its activity commit together (PHASE-18).
import { datedLabel } from '#features/activity/dated-label.ts'
import { changedFields, recordActivity } from '#features/activity/server/service.ts'
import { assertCapability } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import type { CommunityDays } from '#shared/day.ts'
import { translate } from '#shared/i18n/t.ts'
import { can } from '#shared/roles.ts'
import { sittingActivities } from '../activities.ts'
import { sittingUnderWay } from '../current-sitting.ts'
import { sittingErrors } from '../errors.ts'
import { measuredPlays, playedSeconds } from '../flat-plays.ts'
import { hasOpened, hasRung, isOver, type Timeline } from '../phases.ts'
import {
  startedTimeline,
  delayed,
  endedAt,
  isHeldNow,
  isTimeFor,
  sittingToBegin,
  unmeasuredMessage,
  withBellAt,
  type HostAction,
} from '../rules.ts'
import type { Sitting } from '../sitting.ts'
import { followingSitting } from './following-sitting.ts'
import { assertSpansFree } from './service.ts'
import {
  findSitting,
  insertSittings,
  lockSittingForNoKeyUpdate,
  lockSittingsOfSchedules,
  updateSitting,
  type NewSitting,
  type SittingChange,
} from './sql.ts'
import { isMuted } from './sql/holders.ts'
import { lockSittingScheduleForUpdate, type SittingSchedule } from './sql/schedules.ts'

/** `id` is the schedule's for begin and restore, otherwise the sitting's; `nowMs` is by the room clock. */
export interface HostContext {
  hostId: number
  id: number
  nowMs: number
  days: CommunityDays
}

/**
 * Starts today's meditation together. Open doors stay open: their sitting gets the new bell. An overlapping sitting of
 * the same schedule is brought forward. Otherwise the day gets one more. `today` is the current day.
 */
async function begin(
  tx: Executor,
  context: HostContext,
  { inSeconds, today }: { inSeconds: number; today: string },
): Promise<Sitting> {
  const { nowMs } = context
  const schedule = await lockHostedSchedule(tx, context, 'sitting.hold')
  const plays = playsOf(schedule)
  const stored = (await lockSittingsOfSchedules(tx, [schedule.id])).map(({ sitting }) => sitting)
  const current = sittingUnderWay(stored, nowMs)
  const judged = current ?? stored.findLast((sitting) => !isOver(sitting, nowMs)) ?? stored.at(-1)
  await assertHolds(tx, context, schedule, judged)
  // A sitting under way has the room, on either side of a midnight.
  if (schedule.date !== today && !current) throw appError('not_found')
  if (!isTimeFor('begin', current, nowMs)) throw appError(sittingErrors.too_late)
  const started = startedTimeline({ ...schedule, mediaSeconds: playedSeconds(plays) }, { nowMs, inSeconds })
  const before = sittingToBegin(stored, nowMs, started.endsAt)
  if (before && before === current) {
    const timeline = withBellAt(current, started.startsAt, nowMs)
    return saveChange(tx, context, { before, schedule, action: 'begin' }, { timeline, scheduledAtMs: null })
  }
  // After a sharing that ends now the new doors open at once.
  const timeline = current ? { ...started, doorsAt: nowMs } : started
  if (current) {
    const changedAt = new Date(nowMs)
    await updateSitting(tx, current.id, { changedAt, timeline: { ...current, endsAt: nowMs } })
  }
  const { meetingUrl } = schedule
  const change = { timeline, plays, meetingUrl, scheduledAtMs: null }
  if (before) return saveChange(tx, context, { before, schedule, action: 'begin' }, change)
  return insertOne(tx, context, schedule, 'begin', {
    ...change,
    day: schedule.date,
    scheduleId: schedule.id,
    templateId: schedule.templateId,
  })
}

async function delay(tx: Executor, context: HostContext, { minutes }: { minutes: number }): Promise<Sitting> {
  const hosted = await lockHosted(tx, context, 'delay')
  return saveChange(tx, context, hosted, { timeline: delayed(hosted.before, minutes, context.nowMs) })
}

/** The sharing opens now. */
async function end(tx: Executor, context: HostContext): Promise<Sitting> {
  const hosted = await lockHosted(tx, context, 'end')
  return saveChange(tx, context, hosted, { timeline: endedAt(hosted.before, context.nowMs) })
}

async function cancel(tx: Executor, context: HostContext, { note }: { note: string }): Promise<Sitting> {
  const hosted = await lockHosted(tx, context, 'cancel')
  const cancelled = { at: new Date(context.nowMs), note: note === '' ? null : note }
  return saveChange(tx, context, hosted, { cancelled })
}

/**
 * Restores a schedule's sitting to its scheduled time after a host moved or canceled it. If that sitting has taken
 * place, the day gets one more. Throws `too_late` after the schedule's bell.
 */
async function restore(tx: Executor, context: HostContext): Promise<Sitting> {
  const { days, nowMs } = context
  const schedule = await lockHostedSchedule(tx, context, 'sitting.host')
  const following = followingSitting(days, schedule)
  if (!following) throw appError('not_found')
  if (hasRung(following.timeline, nowMs)) throw appError(sittingErrors.too_late)
  const stored = await lockSittingsOfSchedules(tx, [schedule.id])
  const isUnrung = ({ sitting }: (typeof stored)[number]) => !hasRung(sitting, nowMs)
  const row =
    stored.find((each) => each.scheduledAtMs !== null) ?? stored.find((each) => isUnrung(each)) ?? null
  if (!row || !isUnrung(row)) return insertOne(tx, context, schedule, 'restore', following)
  const { sitting } = row
  const isOpen = hasOpened(sitting, nowMs) && !sitting.cancelled
  const timeline = isOpen
    ? { ...following.timeline, doorsAt: Math.min(sitting.doorsAt, following.timeline.doorsAt) }
    : following.timeline
  const { scheduledAtMs, templateId, plays, meetingUrl } = following
  return saveChange(
    tx,
    context,
    { before: sitting, schedule, action: 'restore' },
    // Behind open doors what is played stays (PHASE-21).
    { timeline, scheduledAtMs, cancelled: null, ...(!isOpen && { templateId, plays, meetingUrl }) },
  )
}

/** Each throws `not_found`, `too_late` outside its time, or `sittings_overlap`. */
export const hostCommands = { begin, delay, end, cancel, restore }

/** Throws `not_found` unless the schedule is active. */
async function lockHostedSchedule(
  tx: Executor,
  { hostId, id }: HostContext,
  capability: 'sitting.hold' | 'sitting.host',
): Promise<SittingSchedule> {
  await assertCapability(tx, hostId, capability)
  const schedule = await lockSittingScheduleForUpdate(tx, id)
  if (!schedule?.isActive) throw appError('not_found')
  return schedule
}

/** Throws `invalid` while the length of the video is unknown. */
function playsOf(schedule: SittingSchedule): NewSitting['plays'] {
  const plays = measuredPlays(schedule.plays)
  if (plays === null) throw appError('invalid', { message: translate(unmeasuredMessage) })
  return plays
}

/**
 * Throws `forbidden` unless the caller may host every sitting, or holds this one and its powers are in force (TEACH-03).
 * A muted host has none.
 */
async function assertHolds(
  tx: Executor,
  { hostId, nowMs }: Pick<HostContext, 'hostId' | 'nowMs'>,
  held: { hostId: number | null },
  timeline: Timeline | undefined,
): Promise<void> {
  const persona = await assertCapability(tx, hostId, 'sitting.hold')
  if (can(persona, 'sitting.host')) return
  const isInForce = timeline === undefined || isHeldNow(timeline, nowMs)
  if (held.hostId !== hostId || !isInForce || (await isMuted(tx, hostId))) throw appError('forbidden')
}

interface Hosted {
  before: Sitting
  schedule: { title: string }
  action: HostAction
}

/** Throws `not_found`, or `too_late` outside the time of the action. */
async function lockHosted(
  tx: Executor,
  { hostId, id, nowMs }: HostContext,
  action: 'delay' | 'end' | 'cancel',
): Promise<Hosted> {
  await assertCapability(tx, hostId, 'sitting.hold')
  const stored = await lockSittingForNoKeyUpdate(tx, id)
  if (!stored) throw appError('not_found')
  await assertHolds(tx, { hostId, nowMs }, stored, stored.sitting)
  if (!isTimeFor(action, stored.sitting, nowMs)) throw appError(sittingErrors.too_late)
  return { before: stored.sitting, schedule: stored, action }
}

async function saveChange(
  tx: Executor,
  context: HostContext,
  { before, schedule, action }: Hosted,
  change: Omit<SittingChange, 'changedAt'>,
): Promise<Sitting> {
  const { timeline } = change
  if (timeline) await assertSpansFree(tx, context.days, [{ timeline }], [before.id])
  const changedAt = new Date(context.nowMs)
  const after = await updateSitting(tx, before.id, { ...change, changedAt })
  if (!after) throw appError(sittingErrors.sittings_overlap)
  await recordHosting(tx, context, { title: schedule.title, action, before, after })
  return after
}

async function insertOne(
  tx: Executor,
  context: HostContext,
  { title }: { title: string },
  action: 'begin' | 'restore',
  sitting: NewSitting,
): Promise<Sitting> {
  await assertSpansFree(tx, context.days, [sitting])
  const [id] = (await insertSittings(tx, [sitting], new Date(context.nowMs))) ?? []
  const after = id === undefined ? null : await findSitting(tx, id)
  if (!after) throw appError(sittingErrors.sittings_overlap)
  await recordHosting(tx, context, { title, action, before: null, after })
  return after
}

async function recordHosting(
  tx: Executor,
  { hostId, nowMs, days }: HostContext,
  done: { title: string; action: HostAction; before: Sitting | null; after: Sitting },
): Promise<void> {
  const { title, action, before, after } = done
  await recordActivity(tx, {
    actorId: hostId,
    kind: sittingActivities[action],
    targetId: after.id,
    label: datedLabel(title, after.day),
    ...changedFields(activityFields(days, before), activityFields(days, after)),
    createdAt: new Date(nowMs),
  })
}

/** The fields of a sitting in the activity log: wall times, which it shows in the viewer's language. */
function activityFields(days: CommunityDays, sitting: Sitting | null) {
  const format = (atMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(atMs)
      .toZonedDateTimeISO(days.zoneAt(atMs))
      .toPlainTime()
      .toString({ smallestUnit: 'minute' })
  return {
    bell: sitting ? format(sitting.startsAt) : null,
    sharing: sitting ? format(sitting.sharingAt) : null,
    note: sitting?.cancelNote ?? null,
  }
}
