// Journey playback: the shown session and whether it advances by itself (JRNY-04, JRNY-05), its clock, and its texts.

import { energyLevels } from '#features/energy/levels.ts'
import { type HistoryDay, isOfDifferentSittings, levelIndexOf } from '#features/history/history.ts'
import { formatDay } from '#shared/day.ts'
import { t, translate } from '#shared/i18n/t.ts'

/** The played days, in order. */
type SessionDays = readonly { sessionDate: string }[]

export interface JourneyPlaybackState {
  /** The date of the shown session, null for the first. A date stays valid when other days are added or removed. */
  day: string | null
  isPlaying: boolean
  /** Incremented per step: each one restarts the session's time, even when the same session is shown again. */
  step: number
}

/** The initial state: paused at the first session. */
export const initialPlayback: JourneyPlaybackState = { day: null, isPlaying: false, step: 0 }

/** The index of the shown session. If its day is gone, the next remaining one; 0 without days. */
export function sessionIndex({ day }: JourneyPlaybackState, days: SessionDays): number {
  if (day === null) return 0
  const index = days.findIndex(({ sessionDate }) => sessionDate >= day)
  return index === -1 ? Math.max(0, days.length - 1) : index
}

export function togglePlayback(playback: JourneyPlaybackState): JourneyPlaybackState {
  return { ...playback, isPlaying: !playback.isPlaying }
}

/** Moves to a session, clamped to the ends; playback continues. */
export function seekPlayback(
  playback: JourneyPlaybackState,
  days: SessionDays,
  index: number,
): JourneyPlaybackState {
  const day = days[Math.max(0, Math.min(index, days.length - 1))]
  return { ...playback, day: day?.sessionDate ?? null, step: playback.step + 1 }
}

/** Advances after a session's time; after the last one it stops and returns to the first. */
export function advancePlayback(playback: JourneyPlaybackState, days: SessionDays): JourneyPlaybackState {
  const next = sessionIndex(playback, days) + 1
  return next < days.length
    ? seekPlayback(playback, days, next)
    : { ...seekPlayback(playback, days, 0), isPlaying: false }
}

export const revealMs = 1600
export const breathMs = 10_000
/** How long a paused session stays animated: below the 5 s after which motion requires a control. */
export const sessionMotionMs = 4500
/** The slowdown at the end of `sessionMotionMs`. */
export const easeOutMs = 1500
/** The moment of a session that is shown under reduced motion. */
export const reducedMotionMs = 6000

/** The reveal of a session, 0 to 1, with easing at both ends. */
export function revealAt(sinceMs: number): number {
  const part = Math.min(1, Math.max(0, sinceMs / revealMs))
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2
}

/** The breath, from -1 (out) to 1 (in). */
export function breathAt(flowMs: number): number {
  return Math.sin((flowMs / breathMs) * 2 * Math.PI)
}

/**
 * Maps wall time to animation time. Both run at the same speed; over the last `easeOutMs` before `restMs` the
 * animation slows to a stop.
 */
export interface JourneyClock {
  wallMs: number
  flowMs: number
  /** The wall time at which the animation stops; null while it keeps running. */
  restMs: number | null
}

/** The animation time at a wall time not before the clock's own. */
export function flowAt(clock: JourneyClock, wallMs: number): number {
  const elapsedMs = Math.max(0, wallMs - clock.wallMs)
  if (clock.restMs === null) return clock.flowMs + elapsedMs
  const totalMs = Math.max(0, clock.restMs - clock.wallMs)
  const slowdownMs = Math.min(easeOutMs, totalMs)
  const intoSlowdownMs = Math.min(slowdownMs, Math.max(0, elapsedMs - (totalMs - slowdownMs)))
  // The speed falls linearly from 1 to 0, so the lost time is half a square.
  const lostMs = slowdownMs === 0 ? 0 : intoSlowdownMs ** 2 / (2 * slowdownMs)
  return clock.flowMs + Math.min(elapsedMs, totalMs) - lostMs
}

/** Whether the animation has stopped at a wall time. */
export function isAtRest(clock: JourneyClock, wallMs: number): boolean {
  return clock.restMs !== null && wallMs >= clock.restMs
}

/** The clock with another rest time, without a jump. */
export function withRestAt(clock: JourneyClock, wallMs: number, restMs: number | null): JourneyClock {
  return { wallMs, flowMs: flowAt(clock, wallMs), restMs }
}

/**
 * The start and end level of a day, 0 to 7; a day with one entry stays at it (JRNY-07). One whose entries are of different
 * sittings stays at the later entry.
 */
export function journeyLevels(day: HistoryDay): { before: number; after: number } {
  const { preEntry, postEntry } = day
  if (isOfDifferentSittings(day)) {
    const isAfterLater = (postEntry?.createdAt ?? '') >= (preEntry?.createdAt ?? '')
    const level = levelIndexOf(isAfterLater ? postEntry : preEntry) ?? 0
    return { before: level, after: level }
  }
  const before = levelIndexOf(preEntry ?? postEntry) ?? 0
  return { before, after: levelIndexOf(postEntry) ?? before }
}

/** The date of a session: 'Today', 'Thursday, November 19', with the year when it isn't the current one. */
export function formatJourneyDate(day: string, today: string): string {
  if (day === today) return t('Today')
  return formatDay(day, day.slice(0, 4) === today.slice(0, 4) ? 'weekday' : 'full')
}

/** 'Session 12 of 18'; `index` starts at 0. */
export function formatSessionNumber(index: number, count: number): string {
  return t('Session {number} of {count}', { number: index + 1, count })
}

/** 'Session 12 of 18, Thursday, November 19: your energy rose from Root to Throat.' */
export function describeSession(day: HistoryDay, index: number, count: number, today: string): string {
  return `${formatSessionNumber(index, count)}, ${formatJourneyDate(day.sessionDate, today)}: ${movementSentence(day)}`
}

/** Replaces 'Energy Flow Improved' on days without a gain; it judges nothing. */
export function describeNeutralOutcome(day: HistoryDay): string {
  const { before, after } = journeyLevels(day)
  if (!day.postEntry) return t('Before only')
  if (!day.preEntry) return t('After only')
  if (isOfDifferentSittings(day)) return t('Before and after different sittings')
  return before === after
    ? t('Stayed at {level}', { level: levelName(after) })
    : t('Settled at {level}', { level: levelName(after) })
}

function movementSentence(day: HistoryDay): string {
  const { before, after } = journeyLevels(day)
  if (!day.postEntry)
    return t('your energy was at {level} before the meditation.', { level: levelName(before) })
  if (!day.preEntry) return t('your energy was at {level} after the meditation.', { level: levelName(after) })
  if (isOfDifferentSittings(day))
    return t('your energy was at {before} before one sitting and at {after} after another.', {
      before: levelName(levelIndexOf(day.preEntry) ?? before),
      after: levelName(levelIndexOf(day.postEntry) ?? after),
    })
  if (before === after) return t('your energy stayed at {level}.', { level: levelName(after) })
  const levels = { before: levelName(before), after: levelName(after) }
  return after > before
    ? t('your energy rose from {before} to {after}.', levels)
    : t('your energy settled from {before} to {after}.', levels)
}

function levelName(index: number): string {
  const level = energyLevels[index]
  return level ? translate(level.name) : ''
}
