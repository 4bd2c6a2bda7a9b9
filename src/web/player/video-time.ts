// Video time: a position in a video, or another short time, as digits.
import { timeParts } from '#shared/time-parts.ts'

/** '9:07', or '1:04:07' from one hour. */
export function formatVideoTime(seconds: number): string {
  const { hours, minutes, seconds: remainder } = timeParts(seconds)
  const paddedSeconds = String(remainder).padStart(2, '0')
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, '0')}:${paddedSeconds}`
    : `${minutes}:${paddedSeconds}`
}
