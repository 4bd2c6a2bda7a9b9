// A stream as a desk reads it, for tests that need no server.
import type { Stream } from '#features/streams/contract.ts'
import { minuteMs } from '#shared/durations.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'

/** The stream of a sitting whose sharing opens at a moment; changed by `changes`. */
export function streamSharingAt(sharingAt: number, changes: Partial<Stream> = {}): Stream {
  const sitting = changes.sitting ?? sittingSharingAt(sharingAt)
  return {
    sittingId: sitting.id,
    version: 0,
    state: 'off',
    leadMs: 8_000,
    offsetMs: 0,
    sitting,
    title: 'An evening with Ana',
    language: null,
    bellBy: 'clock',
    inSharing: false,
    fromMs: sitting.doorsAt - 60 * minuteMs,
    untilMs: sitting.sharingAt,
    isClosed: false,
    teacher: null,
    next: { picture: 0, sound: 0, test: 0 },
    ...changes,
  }
}
