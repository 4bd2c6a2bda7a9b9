// When a sitting's stream may run.
import type { Timeline } from '#features/sittings/phases.ts'
import type { Plays } from '#features/sittings/plays.ts'
import { minuteMs } from '#shared/durations.ts'

const beforeDoorsMs = 60 * minuteMs

/** From an hour before the doors to the second bell, or to the end of the sharing if the picture stays. */
export function streamWindow(
  { doorsAt, sharingAt, endsAt }: Pick<Timeline, 'doorsAt' | 'sharingAt' | 'endsAt'>,
  plays: Plays,
): { fromMs: number; untilMs: number } {
  const isLong = plays.kind === 'live' && plays.inSharing
  return { fromMs: doorsAt - beforeDoorsMs, untilMs: isLong ? endsAt : sharingAt }
}
