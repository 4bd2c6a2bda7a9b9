// Time parts: a duration in hours, minutes and seconds.

/** Whole hours, minutes and seconds of a duration; zeros if it is negative or unknown. */
export function timeParts(seconds: number): { hours: number; minutes: number; seconds: number } {
  const wholeSeconds = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  return {
    hours: Math.floor(wholeSeconds / 3_600),
    minutes: Math.floor((wholeSeconds % 3_600) / 60),
    seconds: wholeSeconds % 60,
  }
}
