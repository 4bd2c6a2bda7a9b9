// Who is here, told to a room: the count and the newest members, on change, at most once in a tick (LIVE-19).
import type { LiveConnection } from './connection.ts'

export interface PresenceBroadcaster {
  /** Something changed: everybody is told now, or at the end of the running tick. */
  changed(): void
  /** Gives a newcomer the present state; those who come together get one and the same frame. */
  welcome(connection: LiveConnection): void
  /** Gives one connection the present state, unless it has it or is behind. */
  offer(connection: LiveConnection): void
  close(): void
}

interface PresenceBroadcasterOptions {
  connections: ReadonlySet<LiveConnection>
  /** Least time between two tellings. */
  tickMs: number
  /** The present state as a frame. */
  encode(): Buffer
}

/** In a room of more than so many a tick waits until nobody has come or gone for a moment. */
const debounceAboveConnections = 50
/** How long that moment is, and the most that it is waited for, in ticks. */
const debounceTicks = 0.4
const debounceMaxTicks = 8

/**
 * A connection that is behind misses ticks; it gets the newest state when it has caught up. While people stream into a
 * large room, ticks are further apart: nobody could read the names, and what each is sent would grow with the crowd.
 */
export function createPresenceBroadcaster({
  connections,
  tickMs,
  encode,
}: PresenceBroadcasterOptions): PresenceBroadcaster {
  let frame: Buffer | null = null
  let tick: NodeJS.Timeout | null = null
  let isDirty = false
  let toldAtMs = 0
  let changedAtMs = 0
  /** The latest change at the time of the latest look. */
  let lookedAtMs = 0
  let newcomers: LiveConnection[] = []

  const offer = (connection: LiveConnection) => {
    if (connection.isBehind()) return
    frame ??= encode()
    const had = connection.presence
    connection.presence = frame
    if (had !== frame && had?.equals(frame) !== true) connection.write(frame)
  }
  const tellAll = () => {
    isDirty = false
    toldAtMs = performance.now()
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
    if (!isDirty) return
    const nowMs = performance.now()
    const leftMs = toldAtMs + debounceMaxTicks * tickMs - nowMs
    const calmInMs = changedAtMs + debounceTicks * tickMs - nowMs
    // After a busy moment of our own, whoever came meanwhile is yet to be heard.
    const isSure = lookedAtMs === changedAtMs
    if (connections.size <= debounceAboveConnections || leftMs <= 0 || (calmInMs <= 0 && isSure)) tellAll()
    else {
      lookedAtMs = changedAtMs
      tick = setTimeout(endTick, Math.min(leftMs, Math.max(1, calmInMs)))
    }
  }

  return {
    changed: () => {
      frame = null
      isDirty = true
      changedAtMs = performance.now()
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
