// The sky over the water: a pure function of the time to the bell, the same on every page.
import { minuteMs } from '../durations.ts'

/** Positions are relative to the sun's place on the water: the middle of the horizon. */
export interface Sky {
  /** The middle of the sun, as a share of the width; negative to the left. */
  sunX: number
  /** The middle of the sun above the horizon, in units of the scene; negative below the water. */
  sunHeight: number
  /** 0 in the golden hour to 1 in full daylight. */
  day: number
  /** 0 at dusk to 1 in the deep night. */
  night: number
}

/** Whether the sky is so bright that words on it need more of a scrim. */
export function isDaylight({ day }: Pick<Sky, 'day'>): boolean {
  return day >= 0.3
}

const quarterHourMs = 15 * minuteMs

/**
 * The sky `sinceBellMs` milliseconds after the bell, or before it if negative; `bellMinutes` is the bell in minutes of
 * the day. It changes once in a quarter hour, and drifts there within a minute. The sun of an evening's bell sinks
 * to the water at the bell, and a morning's rises at it.
 */
export function skyAt(sinceBellMs: number, bellMinutes: number): Sky {
  const quarterHour = Math.floor(sinceBellMs / quarterHourMs)
  const from = skyOfQuarterHour(quarterHour - 1, bellMinutes)
  const to = skyOfQuarterHour(quarterHour, bellMinutes)
  const drift = clamp((sinceBellMs - quarterHour * quarterHourMs) / minuteMs)
  const between = (key: keyof Sky) => from[key] + (to[key] - from[key]) * drift
  return {
    sunX: between('sunX'),
    sunHeight: between('sunHeight'),
    day: between('day'),
    night: between('night'),
  }
}

/** Milliseconds until the next change of the sky is complete. */
export function msToNextSky(sinceBellMs: number): number {
  return quarterHourMs - modulo(sinceBellMs - minuteMs, quarterHourMs)
}

/** Bells before 11 AM are a morning's, from 3 PM on an evening's; at those between, the sun passes over. */
function skyOfQuarterHour(quarterHour: number, bellMinutes: number): Sky {
  const bell = bellMinutes / 60
  const hour = modulo(bell + quarterHour / 4, 24)
  const isMorning = bell < 11
  const isEvening = bell >= 15
  const rise = isMorning ? bell : 6
  const set = isEvening ? bell : 18.5
  if (hour < rise || hour >= set) {
    const share = modulo(hour - set, 24) / modulo(rise - set, 24)
    const isBeforeMidnight = share < 0.5
    // Out of sight, so it may change sides.
    const sunX = isMorning ? (isBeforeMidnight ? 0.35 : 0) : isBeforeMidnight ? 0 : -0.34
    return { sunX, sunHeight: -70, day: 0, night: clamp((Math.sin(Math.PI * share) - 0.03) / 0.3) }
  }
  const share = (hour - rise) / (set - rise)
  const altitude = Math.sin(Math.PI * share)
  const sunX = isMorning
    ? 0.35 * share
    : isEvening
      ? 0.34 * Math.min(0, share / 0.98 - 1)
      : 0.62 * (share - 0.5)
  return { sunX, sunHeight: 54 + 400 * altitude, day: clamp(altitude / 0.62), night: 0 }
}

/** By default to a share, 0 to 1. */
export function clamp(value: number, min = 0, max = 1): number {
  return Math.min(max, Math.max(min, value))
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}
