// The target of the countdown: the next bell, or the next day that is open without one. Pure, as a table tests it.
import type { CommunityDays } from '#shared/day.ts'
import type { Language } from '#shared/i18n/t.ts'

/** A meditation of today or a later day. */
export interface ComingMeditation {
  /** The day of its room. */
  day: string
  title: string
  /** Of the title; null for the community's own. */
  language: Language | null
  /** The bell in epoch milliseconds, where it starts together. */
  startsAt: number | null
  together: boolean
  cancelled: boolean
}

export interface CountdownTarget {
  /** Epoch milliseconds. */
  atMs: number
  /** The title of its meditation; null where only its day is known. */
  title: string | null
  language: Language | null
}

interface TargetOptions {
  days: CommunityDays
  /** The first day after today with a meditation; null if none is scheduled. */
  nextDay: string | null
  nowMs: number
}

/**
 * The earliest moment ahead: the bell of a sitting, or the community's midnight at which a day with a meditation without
 * a bell begins. With no bell ahead it is the midnight of `nextDay` (MED-03), and null without one.
 */
export function countdownTarget(
  coming: readonly ComingMeditation[],
  { days, nextDay, nowMs }: TargetOptions,
): CountdownTarget | null {
  const bell = earliest(bellsOf(coming), nowMs)
  if (bell === null)
    return nextDay === null ? null : { atMs: days.startMs(nextDay), title: null, language: null }
  const midnights = coming
    .filter(({ together }) => !together)
    .map(({ day, title, language }) => ({ atMs: days.startMs(day), title, language }))
  return earliest([bell, ...midnights], nowMs)
}

/** Whether a bell is ahead before the next midnight, so that no later day matters. */
export function ringsToday(coming: readonly ComingMeditation[], days: CommunityDays, nowMs: number): boolean {
  const bell = earliest(bellsOf(coming), nowMs)
  return bell !== null && bell.atMs - nowMs <= days.msUntilMidnight(nowMs)
}

function bellsOf(coming: readonly ComingMeditation[]): CountdownTarget[] {
  return coming.flatMap(({ title, language, startsAt, together, cancelled }) =>
    together && !cancelled && startsAt !== null ? [{ atMs: startsAt, title, language }] : [],
  )
}

function earliest(targets: readonly CountdownTarget[], nowMs: number): CountdownTarget | null {
  return targets
    .filter(({ atMs }) => atMs > nowMs)
    .reduce<CountdownTarget | null>(
      (first, target) => (first && first.atMs <= target.atMs ? first : target),
      null,
    )
}
