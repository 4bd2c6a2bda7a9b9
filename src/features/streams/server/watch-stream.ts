// Stream watch: sends a stream's changes to the clients in its room, on every node within two seconds of any of them.
import type { Platform } from '#server/context.ts'
import type { RoomAccess, RoomExtension } from '#server/live/room-feature.ts'
import { createRoomState } from '#server/live/room-state.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import type { StreamMessage } from '../live-messages.ts'
import type { LiveSittings } from './live-sittings.ts'
import type { StoredStream } from './sql.ts'
import type { StreamCache } from './stream-cache.ts'
import { streamEvents } from './stream-events.ts'

/** However a stream ends, and without the bus. Without a live sitting under way nothing is read. */
const pollMs = 1_000

type RoomStream = Omit<StreamMessage, 'type'>

export function watchStream(
  platform: Pick<Platform, 'bus' | 'clock' | 'log'>,
  { sittings, reader }: { sittings: Pick<LiveSittings, 'underWay'>; reader: Pick<StreamCache, 'refresh'> },
  room: RoomAccess,
): RoomExtension {
  const day = dayOfRoom(room.key)
  return createRoomState<readonly RoomStream[], StreamMessage>({
    platform,
    room,
    events: [streamEvents],
    read: async () => {
      const followed = (await sittings.underWay()).filter(({ sitting }) => sitting.day === day)
      const streams = await Promise.all(
        followed.map(async ({ sitting: { id }, plays }) => {
          const { stream } = await reader.refresh(id)
          return stream && roomStreamOf(stream, plays.source)
        }),
      )
      return streams.filter((stream) => stream !== null)
    },
    toMessages: (next, before) => {
      const known = new Map((before ?? []).map(({ sittingId, version }) => [sittingId, version]))
      const changed = next.filter(({ sittingId, version }) => known.get(sittingId) !== version)
      return changed.map((stream) => ({ type: 'stream-changed' as const, ...stream }))
    },
    initial: [],
    pollMs,
    isSentOnJoin: true,
    failureText: 'The stream of a room could not be read.',
  })
}

function roomStreamOf(stream: StoredStream, source: string): RoomStream {
  const { sittingId, version, state, leadMs, offsetMs, jumpSeq, jumpMs } = stream
  const told = { sittingId, version, state, leadMs }
  // This site's playlists are stamped by the room clock.
  if (source === 'here') return { ...told, offsetMs: 0 }
  const jump = jumpSeq === null || jumpMs === null ? undefined : { seq: jumpSeq, byMs: jumpMs }
  return { ...told, offsetMs: offsetMs ?? 0, ...(jump && { jump }) }
}
