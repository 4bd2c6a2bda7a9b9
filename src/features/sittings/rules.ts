// Sitting rules: the moments of a sitting, which schedules can start together, and what a host may do when.
import { formatDay, formatTimeOfDay, timestampToMs, type CommunityDays } from '#shared/day.ts'
import { silenceAt, type Timeline } from './phases.ts'
import type { Sitting, SittingSettings } from './sitting.ts'

const secondMs = 1_000
const minuteMs = 60_000

/** The length of each part of a sitting; omitted ones get these (PHASE-02). */
export const sittingDefaults: SittingSettings = {
  together: false,
  doorsMinutes: 15,
  gatherSeconds: 60,
  bellSeconds: 8,
  silenceMinutes: 0,
  sharingMinutes: 15,
}

/** What the moments of a sitting follow from: its schedule, and the length of its video. */
export interface SittingRow extends Omit<SittingSettings, 'together'> {
  date: string
  /** By the clock of the day's zone, HH:MM. */
  scheduledTime: string
  /** The start that a host chose in place of the scheduled one, as a timestamp. */
  begunFor: string | null
  delaySeconds: number
  endedAt: string | null
  mediaSeconds: number
}

export type Span = Pick<Sitting, 'doorsAt' | 'endsAt'>

/**
 * The moments of a sitting. A start in the hour that the clocks skip moves forward, in the repeated hour the first
 * one counts (PHASE-17). A delay doesn't close open doors.
 */
export function timelineOf(days: CommunityDays, row: SittingRow): Omit<Timeline, 'cancelled'> {
  const plannedAt =
    row.begunFor === null ? days.wallTimeMs(row.date, row.scheduledTime) : timestampToMs(row.begunFor)
  const startsAt = plannedAt + row.delaySeconds * secondMs
  const videoAt = startsAt + row.bellSeconds * secondMs
  const silenceEndsAt = silenceAt({ videoAt, mediaSeconds: row.mediaSeconds }) + row.silenceMinutes * minuteMs
  const sharingAt = row.endedAt === null ? silenceEndsAt : Math.min(silenceEndsAt, timestampToMs(row.endedAt))
  const gatherAt = startsAt - row.gatherSeconds * secondMs
  return {
    doorsAt: Math.min(plannedAt - row.doorsMinutes * minuteMs, gatherAt),
    gatherAt,
    startsAt,
    videoAt,
    sharingAt,
    endsAt: sharingAt + row.sharingMinutes * minuteMs,
  }
}

/** From the doors to the end of the sharing: the time in which a sitting keeps the room; null if it doesn't. */
export function spanOfSitting(sitting: Sitting | null): Span | null {
  return sitting === null || sitting.cancelled ? null : sitting
}

export type HostAction = 'begin' | 'delay' | 'end' | 'cancel'

/** Whether a host may do this now (PHASE-18, PHASE-24); the day has no sitting if `timeline` is null. */
export function mayHost(action: HostAction, timeline: Timeline | null, nowMs: number): boolean {
  const isPlanned = timeline !== null && !timeline.cancelled
  switch (action) {
    case 'begin':
      return !isPlanned || nowMs < timeline.startsAt || nowMs >= timeline.sharingAt
    case 'delay':
      return isPlanned && nowMs < timeline.startsAt
    case 'end':
      return isPlanned && nowMs >= timeline.startsAt && nowMs < timeline.sharingAt
    case 'cancel':
      return isPlanned && nowMs < timeline.sharingAt
  }
}

/** The time left for doors and gathering when a host begins in so many seconds (PHASE-24). */
export function partsBeforeBegin(
  { doorsMinutes, gatherSeconds }: Pick<SittingSettings, 'doorsMinutes' | 'gatherSeconds'>,
  inSeconds: number,
): Pick<SittingSettings, 'doorsMinutes' | 'gatherSeconds'> {
  return {
    doorsMinutes: Math.min(doorsMinutes, Math.floor(inSeconds / 60)),
    gatherSeconds: Math.min(gatherSeconds, inSeconds),
  }
}

/** Why a schedule can't start together, as a sentence; null if it can (PHASE-01, PHASE-02). */
export function togetherError(
  settings: SittingSettings,
  { scheduledTime, mediaSeconds }: { scheduledTime: string; mediaSeconds: number | null },
): string | null {
  if (!settings.together) return null
  if (scheduledTime === '00:00') return 'Choose a time: a sitting that lasts all day can’t start together.'
  if (mediaSeconds === null) return unmeasuredMessage
  if (settings.doorsMinutes * 60 < settings.gatherSeconds)
    return 'The doors open before the gathering: make the doors longer or the gathering shorter.'
  return null
}

/** The message of the 400 for a template whose video was never measured. */
export const unmeasuredMessage =
  'The length of this template’s video isn’t known yet. Check the video in the template first.'

/** The message of the 409 for a sitting that would overlap others (PHASE-15). */
export function overlapMessage(
  days: CommunityDays,
  others: readonly { date: string; title: string; startsAt: number }[],
): string {
  const [other] = others
  if (!other) return 'This sitting would overlap another one.'
  const more = others.length === 1 ? '' : ` and ${others.length - 1} more`
  return `This would overlap “${other.title}” on ${formatDay(other.date, 'full')} at ${formatTimeOfDay(other.startsAt, days.zoneAt(other.startsAt))}${more}. Its doors, sitting and sharing need the room.`
}
