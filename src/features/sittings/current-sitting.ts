// Current sitting: which sitting is under way, and whose room is open. Pure, so that all nodes and pages agree (PHASE-04).
// Sittings are those of yesterday to tomorrow, in the order of their doors.
import { roomClosesAfterMinutes } from '#shared/constants.ts'
import { addDays, type CommunityDays } from '#shared/day.ts'
import { isAhead, isOver, isUnderWay, type Timeline } from './phases.ts'
import type { Sitting, SittingSettings } from './sitting.ts'

/** A sitting's timeline, and the day of its room. */
export type DatedTimeline = Timeline & Pick<Sitting, 'day'>

/** The sitting from its doors to the end of its sharing; at most one, since spans don't overlap (PHASE-15). */
export function sittingUnderWay<S extends Timeline>(sittings: readonly S[], nowMs: number): S | null {
  return sittings.find((sitting) => isUnderWay(sitting, nowMs)) ?? null
}

/** The sitting whose doors open next; null without one. */
export function nextSitting<S extends Timeline>(sittings: readonly S[], nowMs: number): S | null {
  return sittings.find((sitting) => isAhead(sitting, nowMs)) ?? null
}

/**
 * The sitting that a room shows: the one under way, else the last canceled one in its time, else the next. Otherwise it
 * is the last that took place, or else the last canceled one. Null without any.
 */
export function sittingShownAt<S extends Timeline>(ofRoom: readonly S[], nowMs: number): S | null {
  const active = ofRoom.filter(({ cancelled }) => !cancelled)
  return (
    sittingUnderWay(active, nowMs) ??
    ofRoom.findLast((sitting) => isUnderWay({ ...sitting, cancelled: false }, nowMs)) ??
    nextSitting(ofRoom, nowMs) ??
    active.at(-1) ??
    ofRoom.at(-1) ??
    null
  )
}

/** The parts of a schedule that decide which of a day's meditations a room shows. */
export type ScheduleOfDay = Pick<SittingSettings, 'together'> & { scheduleId: number }

/**
 * The schedule whose meditation a day's room shows: that of the sitting under way, else one without a bell. Otherwise it
 * is that of the sitting of the moment (PLAN-02). Null without any.
 */
export function scheduleShownAt<S extends ScheduleOfDay>(
  schedules: readonly S[],
  sitting: (Timeline & Pick<Sitting, 'scheduleId'>) | null,
  nowMs: number,
): S | null {
  const own = schedules.find(({ scheduleId }) => scheduleId === sitting?.scheduleId)
  const allDay = schedules.find(({ together }) => !together)
  return (isUnderWay(sitting, nowMs) ? own : (allDay ?? own)) ?? schedules[0] ?? null
}

/** The first sitting whose bell rings after another one's; null without one. */
export function sittingAfter<S extends Timeline>(sittings: readonly S[], startsAt: number): S | null {
  return sittings.find((sitting) => !sitting.cancelled && sitting.startsAt > startsAt) ?? null
}

/** The day of the current room: that of the sitting under way, else today (PHASE-14, PHASE-16). */
export function roomDayAt(sittings: readonly DatedTimeline[], today: string, nowMs: number): string {
  return sittingUnderWay(sittings, nowMs)?.day ?? today
}

/**
 * Whether a page that shows a day goes back to the room of an earlier one (PHASE-16). The doors of a late sitting open
 * after its day's midnight, and an early one is over before it.
 */
export function goesBack(
  shown: string,
  { sittings, roomDay, nowMs }: { sittings: readonly DatedTimeline[]; roomDay: string; nowMs: number },
): boolean {
  if (roomDay >= shown) return false
  return sittings.some((sitting) => {
    if (sitting.day === roomDay) return isUnderWay(sitting, nowMs)
    return sitting.day === shown && !sitting.cancelled && isOver(sitting, nowMs)
  })
}

interface RoomWindowInput {
  days: CommunityDays
  sittings: readonly DatedTimeline[]
}

/** When a day's room opens, in epoch milliseconds: at its midnight, or earlier with its first doors (PHASE-16). */
export function roomOpensAt(day: string, { days, sittings }: RoomWindowInput): number {
  return Math.min(days.startMs(day), ...ofRoom(day, sittings).map(({ doorsAt }) => doorsAt))
}

/**
 * When a day's room is open, in epoch milliseconds, the end excluded. It closes after the next midnight plus the time
 * of a late start, or when its last sharing ends, if later (LIVE-17, PHASE-16). `minutes`: the duration of the day's
 * meditation, 0 without one.
 */
export function roomWindow(
  day: string,
  { minutes, ...input }: RoomWindowInput & { minutes: number },
): { fromMs: number; untilMs: number } {
  const closesAtMs = input.days.startMs(addDays(day, 1)) + (minutes + roomClosesAfterMinutes) * 60_000
  return {
    fromMs: roomOpensAt(day, input),
    untilMs: Math.max(closesAtMs, ...ofRoom(day, input.sittings).map(({ endsAt }) => endsAt)),
  }
}

function ofRoom(day: string, sittings: readonly DatedTimeline[]): DatedTimeline[] {
  return sittings.filter((sitting) => sitting.day === day && !sitting.cancelled)
}

/**
 * Applies a changed sitting unless a later version is known; null removes it (PHASE-19). Sorted by the doors.
 */
export function withSitting(known: readonly Sitting[], id: number, sitting: Sitting | null): Sitting[] {
  const before = known.find((each) => each.id === id)
  if (before && sitting && sitting.version <= before.version) return [...known]
  const changed = known.filter((each) => each.id !== id)
  if (sitting) changed.push(sitting)
  return changed.toSorted((a, b) => a.doorsAt - b.doorsAt)
}

/** Milliseconds until the current room or sitting may change: a midnight, doors, or the end of a sharing. */
export function msToNextChange(sittings: readonly Timeline[], days: CommunityDays, nowMs: number): number {
  const changesAt = sittings.flatMap(({ doorsAt, endsAt }) => [doorsAt, endsAt])
  return Math.min(
    days.msUntilMidnight(nowMs),
    ...changesAt.filter((atMs) => atMs > nowMs).map((atMs) => atMs - nowMs),
  )
}
