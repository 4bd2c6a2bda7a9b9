// Who is here, told to a room: the count and the newest members, on change, at most once in a tick (LIVE-19).
import type { Connection } from './connection.ts'

export interface Presence {
  /** Something changed: everybody is told now, or at the end of the running tick. */
  changed(): void
  /** Gives a newcomer the present state; those who come together get one and the same frame. */
  welcome(connection: Connection): void
  /** Gives one connection the present state, unless it has it or is behind. */
  offer(connection: Connection): void
  close(): void
}

interface PresenceOptions {
  connections: ReadonlySet<Connection>
  tickMs: number
  /** The present state as a frame. */
  encode(): Buffer
}

/** A connection that is behind misses ticks; it gets the newest state when it has caught up. */
export function createPresence({ connections, tickMs, encode }: PresenceOptions): Presence {
  let frame: Buffer | null = null
  let tick: NodeJS.Timeout | null = null
  let isDirty = false
  let newcomers: Connection[] = []

  const offer = (connection: Connection) => {
    if (connection.isBehind()) return
    frame ??= encode()
    const had = connection.presence
    connection.presence = frame
    if (had !== frame && had?.equals(frame) !== true) connection.write(frame)
  }
  const tellAll = () => {
    isDirty = false
    tick = setTimeout(endTick, tickMs)
    for (const connection of connections) offer(connection)
  }
  const offerNewcomers = () => {
    const welcomed = newcomers
    newcomers = []
    for (const connection of welcomed) if (connections.has(connection)) offer(connection)
  }
  const endTick = () => {
    tick = null
    if (isDirty) tellAll()
  }

  return {
    changed: () => {
      frame = null
      isDirty = true
      if (tick === null) tellAll()
    },
    welcome: (connection) => {
      if (newcomers.push(connection) === 1) setImmediate(offerNewcomers)
    },
    offer,
    close: () => {
      newcomers = []
      if (tick !== null) clearTimeout(tick)
      tick = null
    },
  }
}
