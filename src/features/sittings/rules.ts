// Sitting rules: the timeline of a sitting, which schedules can start together, and what a host may do when.
import { addDays, formatDay, formatTimeOfDay, type CommunityDays } from '#shared/day.ts'
import { secondMs, minuteMs } from '#shared/durations.ts'
import { t, message, translate } from '#shared/i18n/t.ts'
import { hasShared, isAhead, isUnderWay, silenceAt, type Timeline } from './phases.ts'
import { scheduledStartMs, type ScheduledStart } from './scheduled-start.ts'
import type { Sitting, SittingSettings } from './sitting.ts'

/** The length of each part of a sitting; omitted ones get these (PHASE-02). */
export const sittingDefaults: SittingSettings = {
  together: false,
  doorsMinutes: 15,
  gatherSeconds: 60,
  bellSeconds: 8,
  silenceMinutes: 0,
  sharingMinutes: 15,
}

/** The lengths of a sitting's parts, its video included. */
type SittingParts = Omit<SittingSettings, 'together'> & { mediaSeconds: number }

/** The inputs of a sitting's timeline: its schedule, and the length of its video. */
export interface ScheduledSitting extends SittingParts, ScheduledStart {}

export type SittingTimeline = Omit<Timeline, 'cancelled'>
export type Span = Pick<Sitting, 'doorsAt' | 'endsAt'>

/**
 * The timeline of a schedule's sitting. A start in the hour that the clocks skip moves forward, in the repeated hour
 * the first one counts (PHASE-17).
 */
export function scheduledTimeline(days: CommunityDays, schedule: ScheduledSitting): SittingTimeline {
  return timelineFrom(scheduledStartMs(days, schedule), schedule)
}

function timelineFrom(startsAt: number, parts: SittingParts): SittingTimeline {
  const videoAt = startsAt + parts.bellSeconds * secondMs
  const sharingAt = silenceAt({ videoAt, mediaSeconds: parts.mediaSeconds }) + parts.silenceMinutes * minuteMs
  const gatherAt = startsAt - parts.gatherSeconds * secondMs
  return {
    doorsAt: Math.min(startsAt - parts.doorsMinutes * minuteMs, gatherAt),
    gatherAt,
    startsAt,
    videoAt,
    sharingAt,
    endsAt: sharingAt + parts.sharingMinutes * minuteMs,
  }
}

/** A sitting that a host begins in so many seconds: the parts of its schedule, cut to the time left (PHASE-24). */
export function startedTimeline(
  schedule: SittingParts,
  { nowMs, inSeconds }: { nowMs: number; inSeconds: number },
): SittingTimeline {
  return timelineFrom(nowMs + inSeconds * secondMs, {
    ...schedule,
    doorsMinutes: Math.min(schedule.doorsMinutes, Math.floor(inSeconds / 60)),
    gatherSeconds: Math.min(schedule.gatherSeconds, inSeconds),
  })
}

/** The same sitting with another bell. Doors that are open stay open; the others, and all later parts, move along. */
export function withBellAt(timeline: SittingTimeline, startsAt: number, nowMs: number): SittingTimeline {
  const byMs = startsAt - timeline.startsAt
  const isOpen = timeline.doorsAt <= nowMs
  const gatherAt = timeline.gatherAt + byMs
  return {
    doorsAt: isOpen ? timeline.doorsAt : Math.min(timeline.doorsAt + byMs, gatherAt),
    gatherAt: isOpen ? Math.max(gatherAt, Math.min(nowMs, startsAt)) : gatherAt,
    startsAt,
    videoAt: timeline.videoAt + byMs,
    sharingAt: timeline.sharingAt + byMs,
    endsAt: timeline.endsAt + byMs,
  }
}

/** The same sitting with a bell that rings later; its doors open when they would have (PHASE-18). */
export function delayed(timeline: SittingTimeline, minutes: number, nowMs: number): SittingTimeline {
  return {
    ...withBellAt(timeline, timeline.startsAt + minutes * minuteMs, nowMs),
    doorsAt: timeline.doorsAt,
  }
}

/** A schedule's timeline with the delay of its sitting, in milliseconds; the doors open as scheduled (PHASE-21). */
export function withDelay(scheduled: SittingTimeline, byMs: number): SittingTimeline {
  const beforeDoors = Number.NEGATIVE_INFINITY
  return {
    ...withBellAt(scheduled, scheduled.startsAt + byMs, beforeDoors),
    doorsAt: scheduled.doorsAt,
  }
}

/** How many minutes after its schedule's bell a sitting rings; negative if a host begins it earlier. */
export function minutesLate(
  { startsAt }: Pick<SittingTimeline, 'startsAt'>,
  scheduledBellAt: number,
): number {
  return Math.round((startsAt - scheduledBellAt) / minuteMs)
}

/** The same sitting whose sharing opens now, and lasts as long. */
export function endedAt(timeline: SittingTimeline, nowMs: number): SittingTimeline {
  return { ...timeline, sharingAt: nowMs, endsAt: nowMs + timeline.endsAt - timeline.sharingAt }
}

/** How often a live sitting may be made longer. */
export const extensionsMax = 3

/** The same sitting with a video of another length: the silence and the sharing last as long. */
export function withMediaSeconds(timeline: SittingTimeline, before: number, after: number): SittingTimeline {
  const byMs =
    silenceAt({ ...timeline, mediaSeconds: after }) - silenceAt({ ...timeline, mediaSeconds: before })
  return { ...timeline, sharingAt: timeline.sharingAt + byMs, endsAt: timeline.endsAt + byMs }
}

/** The same sitting with the sharing right after what it plays, which lasts `mediaSeconds`. */
export function withoutSilence(timeline: SittingTimeline, mediaSeconds: number): SittingTimeline {
  const sharingAt = silenceAt({ ...timeline, mediaSeconds })
  return { ...timeline, sharingAt, endsAt: timeline.endsAt + sharingAt - timeline.sharingAt }
}

/** Whether two sittings would occupy the room at the same time (PHASE-15). */
export function overlaps(a: Span, b: Span): boolean {
  return a.doorsAt < b.endsAt && b.doorsAt < a.endsAt
}

const outsideDayMs = 2 * 60 * minuteMs

/** Whether a bell is two hours or more outside the day of its sitting, as one by another zone's clock can be. */
export function leavesItsDay(days: CommunityDays, day: string, bellAtMs: number): boolean {
  return (
    bellAtMs <= days.startMs(day) - outsideDayMs || bellAtMs >= days.startMs(addDays(day, 1)) + outsideDayMs
  )
}

/**
 * The sitting that a host begins (PHASE-24): the one whose doors are open, or a later one. The later one overlaps the
 * time until `endsAt`, and is brought forward. Null if the day gets one more.
 */
export function sittingToBegin<S extends Timeline>(
  ofSchedule: readonly S[],
  nowMs: number,
  endsAt: number,
): S | null {
  return (
    ofSchedule.find((sitting) => isUnderWay(sitting, nowMs) && !hasShared(sitting, nowMs)) ??
    ofSchedule.find((sitting) => isAhead(sitting, nowMs) && sitting.doorsAt < endsAt) ??
    null
  )
}

/** What hosts do with a sitting, as their menu offers it; `extend` of a live one. */
export type HostAction = 'begin' | 'delay' | 'extend' | 'end' | 'cancel' | 'restore'

/** Whether a host may do this now (PHASE-18, PHASE-24); the day has no sitting if `timeline` is null. */
export function isTimeFor(
  action: Exclude<HostAction, 'restore'>,
  timeline: Timeline | null,
  nowMs: number,
): boolean {
  const isActive = timeline !== null && !timeline.cancelled
  switch (action) {
    case 'begin':
      return !isActive || nowMs < timeline.startsAt || nowMs >= timeline.sharingAt
    case 'delay':
      return isActive && nowMs < timeline.startsAt
    case 'extend':
    case 'end':
      return isActive && nowMs >= timeline.startsAt && nowMs < timeline.sharingAt
    case 'cancel':
      return isActive && nowMs < timeline.sharingAt
  }
}

const heldBeforeDoorsMs = 60 * minuteMs

/** Whether the powers of a sitting's host are in force: from an hour before its doors to the end of its sharing (TEACH-03). */
export function isHeldNow({ doorsAt, endsAt }: Pick<Timeline, 'doorsAt' | 'endsAt'>, nowMs: number): boolean {
  return nowMs >= doorsAt - heldBeforeDoorsMs && nowMs < endsAt
}

/** Milliseconds until they come into force or end; null once they have ended. */
export function msToHeldChange(
  { doorsAt, endsAt }: Pick<Timeline, 'doorsAt' | 'endsAt'>,
  nowMs: number,
): number | null {
  const next = [doorsAt - heldBeforeDoorsMs, endsAt].find((atMs) => atMs > nowMs)
  return next === undefined ? null : next - nowMs
}

/** How long before its bell a sitting looks for a host whose own isn't there (TEACH-07). */
export const soughtBeforeBellMs = 2 * minuteMs

/** Whether a sitting's bell rings within the next two minutes. */
export function isAboutToRing(
  { startsAt, cancelled }: Pick<Timeline, 'startsAt' | 'cancelled'>,
  nowMs: number,
): boolean {
  return !cancelled && nowMs >= startsAt - soughtBeforeBellMs && nowMs < startsAt
}

/** Whether a schedule has lost its sitting, or another bell than its own, and can have it back (PHASE-18). */
export function mayRestore(
  ofSchedule: readonly Pick<Timeline, 'startsAt' | 'cancelled'>[],
  scheduledBellAt: number,
  nowMs: number,
): boolean {
  const isInPlace = ofSchedule.some(({ startsAt, cancelled }) => startsAt === scheduledBellAt && !cancelled)
  return nowMs < scheduledBellAt && !isInPlace
}

/** Why a schedule can't start together, as a sentence; null if it can (PHASE-01, PHASE-02). */
export function togetherError(
  settings: SittingSettings,
  { scheduledTime, isMeasured }: { scheduledTime: string; isMeasured: boolean },
): string | null {
  if (!settings.together) return null
  if (scheduledTime === '00:00') return t('Choose a time: a sitting that lasts all day can’t start together.')
  if (!isMeasured) return translate(unmeasuredMessage)
  if (settings.doorsMinutes * 60 < settings.gatherSeconds)
    return t('The doors open before the gathering: make the doors longer or the gathering shorter.')
  return null
}

/** The message of the 400 for a template whose video was never measured. */
export const unmeasuredMessage = message(
  'The length of this template’s video isn’t known yet. Check the video in the template first.',
)

interface OverlappingSitting {
  date: string
  title: string
  startsAt: number
}

/** Whether the doors of a moved sitting open later than before. */
export function opensLater(
  moved: Pick<SittingTimeline, 'doorsAt'>,
  before: Pick<SittingTimeline, 'doorsAt'>,
): boolean {
  return moved.doorsAt > before.doorsAt
}

/** The message of the 409 for a sitting that would overlap others: it names them all (PHASE-15, PLAN-05). */
export function overlapMessage(days: CommunityDays, others: readonly OverlappingSitting[]): string {
  if (others.length === 0) return t('This sitting would overlap another one.')
  const named = others.map(({ title, startsAt }) => {
    // Of its start: a start in another zone, or a delayed one, may be on the next day.
    const day = formatDay(days.dayOf(startsAt), 'full')
    return t('“{title}” on {day} at {time}', {
      title,
      day,
      time: formatTimeOfDay(startsAt, days.zoneAt(startsAt)),
    })
  })
  return t('This would overlap {sittings}. Its doors, sitting and sharing need the room.', {
    sittings: named.join('; '),
  })
}

/** The facts in that message. */
export function overlapParameters(others: readonly OverlappingSitting[]) {
  const [other] = others
  return other ? { ...other, more: others.length - 1 } : {}
}
