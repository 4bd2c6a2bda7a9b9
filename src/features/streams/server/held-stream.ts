// The stream of a sitting for who holds it, and for moderators: whether they may, and whether it is the time.
import { livePlaceOf, type LivePlace } from '#features/sittings/live-place.ts'
import { assertHolds, findStoredSitting, type StoredSitting } from '#features/sittings/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { defaultLeadMs } from '../arrivals.ts'
import { streamErrors } from '../errors.ts'
import { streamWindow } from '../stream-window.ts'
import type { LiveSitting } from './live-sittings.ts'
import { lockStream, type StoredStream } from './sql.ts'

export interface StreamSender {
  /** The caller. */
  hostId: number
  sittingId: number
  /** By the room clock, once the whole body is here. */
  nowMs: number
}

export interface StreamedSitting {
  stored: StoredSitting
  plays: LiveSitting['plays']
  mayHostAll: boolean
}

/** Throws `not_found` unless the sitting has a stream, of this place if one is given; or `forbidden`. */
export async function findHeld(
  tx: Executor,
  { hostId, sittingId, nowMs }: StreamSender,
  place?: LivePlace,
): Promise<StreamedSitting> {
  const stored = await findStoredSitting(tx, sittingId)
  if (stored?.plays.kind !== 'live') throw appError('not_found')
  const { plays } = stored
  const ofSitting = livePlaceOf(plays.source)
  if (ofSitting === 'elsewhere' || (place !== undefined && ofSitting !== place)) throw appError('not_found')
  return { stored, plays, ...(await assertHolds(tx, { hostId, nowMs }, stored, undefined)) }
}

/** Throws as {@link findHeld}, `stream_too_early`, or `stream_ended` after the sitting. Locks the stream. */
export async function lockOpenStream(
  tx: Executor,
  sender: StreamSender,
  place?: LivePlace,
): Promise<StreamedSitting & { stream: StoredStream }> {
  const held = await findHeld(tx, sender, place)
  const { plays } = held
  const { sitting } = held.stored
  const { fromMs, untilMs } = streamWindow(sitting, plays)
  if (sender.nowMs < fromMs) throw appError(streamErrors.stream_too_early)
  if (sitting.cancelled || sender.nowMs >= untilMs) throw appError(streamErrors.stream_ended)
  const stream = await lockStream(tx, sender.sittingId)
  if (stream.isClosed && !held.mayHostAll) throw appError('forbidden')
  return { ...held, stream }
}

/** A stream that begins again; what a host has set stays. */
export function restarted({ chosenLeadMs }: Pick<StoredStream, 'chosenLeadMs'>) {
  return {
    state: 'off',
    isClosed: false,
    isStopped: false,
    leadMs: chosenLeadMs ?? defaultLeadMs,
    leadAtMs: null,
    offsetMs: null,
    arrivedAtMs: null,
  } as const
}
