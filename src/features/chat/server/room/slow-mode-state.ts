// Slow mode of a room: its clients follow it from the join on.
import { findSlowSeconds } from '#server/community/sql.ts'
import type { Platform } from '#server/context.ts'
import type { RoomAccess, RoomExtension } from '#server/live/room-feature.ts'
import { createRoomState } from '#server/live/room-state.ts'
import type { ChatServerMessage } from '../../contract.ts'
import { slowModeEvents } from './room-events.ts'

/** How often a room reads the slow mode without an event. */
const slowModePollMs = 30_000

export function createSlowMode(
  platform: Pick<Platform, 'database' | 'bus' | 'clock' | 'log'>,
  room: RoomAccess,
): RoomExtension {
  return createRoomState<number, ChatServerMessage>({
    platform,
    room,
    events: [slowModeEvents],
    pollMs: slowModePollMs,
    isSentOnJoin: true,
    initial: 0,
    read: () => findSlowSeconds(platform.database.query),
    toMessages: (slowSeconds, before) =>
      before === slowSeconds || (before === null && slowSeconds === 0)
        ? []
        : [{ type: 'room-settings', slowSeconds }],
    failureText: 'The slow mode of a room could not be read.',
  })
}
