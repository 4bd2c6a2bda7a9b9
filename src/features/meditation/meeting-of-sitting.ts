// Where the sitting under way meets, and where it is streamed (TEACH-11, STREAM-21).
import { isUnderWay } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { StreamAddress } from '#features/streams/stream-address.ts'
import type { DailyMeditation } from './contract.ts'

type DayRead = Pick<DailyMeditation, 'sitting' | 'meetingUrl' | 'stream'>

/**
 * The link of the sitting that the room shows, while it is on; null without one. Undefined while the day was read before its
 * doors, or in another sitting, so that it says nothing of this one.
 */
export function meetingUrlAt(
  read: DayRead | null | undefined,
  sitting: Sitting | null,
  nowMs: number,
): string | null | undefined {
  if (!isUnderWay(sitting, nowMs)) return null
  return read?.sitting?.id === sitting?.id ? read?.meetingUrl : undefined
}

/** The stream of the sitting that the room shows, while it is on. Null without one, or while the day was read before its doors. */
export function streamAddressAt(
  read: DayRead | null | undefined,
  sitting: Sitting | null,
  nowMs: number,
): StreamAddress | null {
  if (!isUnderWay(sitting, nowMs) || read?.sitting?.id !== sitting?.id) return null
  return read?.stream ?? null
}
