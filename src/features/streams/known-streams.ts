// The streams that a page was told of, by their sittings.
import type { StreamMessage } from './live-messages.ts'

export type KnownStreams = ReadonlyMap<number, StreamMessage>

/** With a message; an older version than the known one, as after a slow join, changes nothing. */
export function withStream(known: KnownStreams, message: StreamMessage): KnownStreams {
  const before = known.get(message.sittingId)
  if (before && before.version >= message.version) return known
  return new Map(known).set(message.sittingId, message)
}
