// Room state: a feature's state of a room, which its clients follow by messages about each change.
import type { BusChannel } from '#shared/bus-events.ts'
import { createPolledState } from '../async/polled-state.ts'
import type { Platform } from '../context.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import type { OutgoingMessage, RoomAccess, RoomExtension } from './room-feature.ts'

interface CommonRoomStateOptions<State, Message extends OutgoingMessage> {
  platform: Pick<Platform, 'bus' | 'clock' | 'log'>
  room: RoomAccess
  /** After each event of these channels the state is read again. */
  events: readonly BusChannel<unknown>[]
  read(): Promise<State>
  /** The messages from the state before to the next; null: to clients that have none yet. */
  toMessages(next: State, before: State | null): readonly Message[]
  /** The state before the first read; clients expect it. */
  initial: State
  /** Minimum time between two reads. */
  tickMs?: number
  /** The log's message when a read fails. */
  failureText: string
}

/**
 * The state is read every `pollMs` even without an event; with null only after events, so that a node may not know it yet. A
 * client that joins receives the latest state if `isSentOnJoin`; else its page reads it by a call.
 */
type Reading = { pollMs: number; isSentOnJoin: boolean } | { pollMs: null; isSentOnJoin: false }

type RoomStateOptions<State, Message extends OutgoingMessage> = CommonRoomStateOptions<State, Message> &
  Reading

/** Each node reads the state itself, so that all nodes converge on the same. */
export function createRoomState<State, Message extends OutgoingMessage>({
  platform: { bus, clock, log },
  room,
  events,
  read,
  toMessages,
  initial,
  tickMs,
  pollMs,
  isSentOnJoin,
  failureText,
}: RoomStateOptions<State, Message>): RoomExtension {
  let current = initial
  let joinFrames: readonly Buffer[] = []
  const state = createPolledState<State>({
    clock,
    pollMs,
    ...(tickMs === undefined ? {} : { tickMs }),
    initial,
    read,
    onChange: (next) => {
      const frames = toMessages(next, current).map(room.encode)
      current = next
      if (isSentOnJoin) joinFrames = toMessages(next, null).map(room.encode)
      for (const frame of frames) room.broadcast(frame)
    },
    onError: (error) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error, room: room.key }, failureText)
    },
  })
  const unsubscribes = events.map((channel) => bus.subscribe(channel, state.changed))
  return {
    // The page may have read the state before it joined: it may have changed in between.
    onJoin: async () => () => joinFrames,
    onGap: state.changed,
    close: () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      state.close()
    },
  }
}
