// Sitting watch: sends changed sittings to the clients in their room (PHASE-19).
import type { Platform } from '#server/context.ts'
import type { RoomAccess, RoomExtension } from '#server/live/room-feature.ts'
import { createRoomState } from '#server/live/room-state.ts'
import { busEvents } from '#shared/bus-events.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import type { Sitting, SittingServerMessage } from '../sitting.ts'
import type { SittingsAround } from './sittings-around.ts'

const pollMs = 5_000

/** Watches the sittings of a room; it sends one frame per change, and none when a phase changes (PHASE-05). */
export function watchSittings(
  platform: Pick<Platform, 'bus' | 'clock' | 'log'>,
  around: Pick<SittingsAround, 'ofRoom'>,
  room: RoomAccess,
): RoomExtension {
  return createRoomState<readonly Sitting[], SittingServerMessage>({
    platform,
    room,
    events: [busEvents.days],
    read: () => around.ofRoom(dayOfRoom(room.key)),
    toMessages: (next, before) => changesOf(next, before ?? []),
    initial: [],
    pollMs,
    isSentOnJoin: true,
    failureText: 'The sittings of a room could not be read.',
  })
}

function changesOf(next: readonly Sitting[], before: readonly Sitting[]): SittingServerMessage[] {
  const known = new Map(before.map((sitting) => [sitting.id, JSON.stringify(sitting)]))
  const changed = next.filter((sitting) => known.get(sitting.id) !== JSON.stringify(sitting))
  const removed = before.filter(({ id }) => !next.some((sitting) => sitting.id === id))
  return [
    ...changed.map((sitting) => ({ type: 'sitting-changed' as const, id: sitting.id, sitting })),
    ...removed.map(({ id }) => ({ type: 'sitting-changed' as const, id, sitting: null })),
  ]
}
