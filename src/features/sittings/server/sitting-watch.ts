// Sitting watch: broadcasts changed sittings to the clients in their room (PHASE-19).
import { createPolledState } from '#server/async/polled-state.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import { busEvents } from '#shared/bus-events.ts'
import type { Sitting, SittingServerMessage } from '../sitting.ts'
import type { SittingsAround } from './sittings-around.ts'

/** The part of a live room that the watch uses. */
interface WatchedRoom {
  readonly day: string
  encode(message: SittingServerMessage): Buffer
  broadcast(frame: Buffer): void
}

const pollMs = 5_000

/** Watches the sittings of a room; it sends one frame per change, and none when a phase changes (PHASE-05). */
export function watchSittings(
  {
    around,
    bus,
    clock,
    log,
  }: Pick<Platform, 'bus' | 'clock' | 'log'> & { around: Pick<SittingsAround, 'ofRoom'> },
  room: WatchedRoom,
) {
  let frames: ReadonlyMap<number, Buffer> = new Map()
  const frameOf = (sitting: Sitting) => room.encode({ type: 'sitting-changed', id: sitting.id, sitting })
  const state = createPolledState<readonly Sitting[]>({
    clock,
    pollMs,
    initial: [],
    read: () => around.ofRoom(room.day),
    onChange: (sittings) => {
      const before = frames
      frames = new Map(sittings.map((sitting) => [sitting.id, frameOf(sitting)]))
      for (const [id, frame] of frames) if (!before.get(id)?.equals(frame)) room.broadcast(frame)
      for (const id of before.keys())
        if (!frames.has(id)) room.broadcast(room.encode({ type: 'sitting-changed', id, sitting: null }))
    },
    onError: (error) => {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error, day: room.day }, 'The sittings of a room could not be read.')
    },
  })
  const unsubscribe = bus.subscribe(busEvents.days, ({ type }) => {
    if (type === 'changed') state.changed()
  })

  return {
    // The page read the sittings before it joined: they may have changed in between.
    onJoin: async () => () => [...frames.values()],
    onGap: state.changed,
    close: () => {
      unsubscribe()
      state.close()
    },
  }
}
