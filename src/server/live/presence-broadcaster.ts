// Presence broadcaster: sends a room its count and newest members on change, at most once per tick (LIVE-19).
import type { LiveConnection } from './connection.ts'

export interface PresenceBroadcaster {
  /** Schedules a broadcast now, or at the end of the running tick. */
  changed(): void
  /** Sends the current state to a new connection; connections that join together share one frame. */
  sendInitial(connection: LiveConnection): void
  /** Sends the current state to one connection, unless it has it already or is behind. */
  sendLatest(connection: LiveConnection): void
  close(): void
}

interface PresenceBroadcasterOptions {
  connections: ReadonlySet<LiveConnection>
  /** Minimum time between two broadcasts. */
  tickMs: number
  /** Encodes the current state as a frame. */
  encode(): Buffer
}

/** Above this size, the broadcast is debounced until joins and leaves pause. */
const debounceAboveConnections = 50
/** Length of that pause, and the maximum delay, in ticks. */
const debounceTicks = 0.4
const debounceMaxTicks = 8

/**
 * A connection that is behind skips broadcasts and gets the newest state once it has caught up. While many members
 * join a large room, broadcasts are less frequent. Otherwise names would change too fast to read, and traffic would
 * grow with the crowd.
 */
export function createPresenceBroadcaster({
  connections,
  tickMs,
  encode,
}: PresenceBroadcasterOptions): PresenceBroadcaster {
  let frame: Buffer | null = null
  let tick: NodeJS.Timeout | null = null
  let isDirty = false
  let broadcastAtMs = 0
  let changedAtMs = 0
  /** `changedAtMs` as of the latest check. */
  let checkedChangeAtMs = 0
  let newcomers: LiveConnection[] = []

  const sendLatest = (connection: LiveConnection) => {
    if (connection.hasBackpressure()) return
    frame ??= encode()
    const previousFrame = connection.lastPresenceFrame
    connection.lastPresenceFrame = frame
    if (previousFrame !== frame && previousFrame?.equals(frame) !== true) connection.write(frame)
  }
  const broadcast = () => {
    isDirty = false
    broadcastAtMs = performance.now()
    tick = setTimeout(endTick, tickMs)
    for (const connection of connections) sendLatest(connection)
  }
  const sendToNewcomers = () => {
    const recipients = newcomers
    newcomers = []
    for (const connection of recipients) if (connections.has(connection)) sendLatest(connection)
  }
  const endTick = () => {
    tick = null
    if (!isDirty) return
    const nowMs = performance.now()
    const remainingMs = broadcastAtMs + debounceMaxTicks * tickMs - nowMs
    const stableInMs = changedAtMs + debounceTicks * tickMs - nowMs
    // After a busy event loop, joins may still be queued: wait for one more check without a change.
    const isStable = checkedChangeAtMs === changedAtMs
    if (connections.size <= debounceAboveConnections || remainingMs <= 0 || (stableInMs <= 0 && isStable))
      broadcast()
    else {
      checkedChangeAtMs = changedAtMs
      tick = setTimeout(endTick, Math.min(remainingMs, Math.max(1, stableInMs)))
    }
  }

  return {
    changed: () => {
      frame = null
      isDirty = true
      changedAtMs = performance.now()
      if (tick === null) broadcast()
    },
    sendInitial: (connection) => {
      if (newcomers.push(connection) === 1) setImmediate(sendToNewcomers)
    },
    sendLatest,
    close: () => {
      newcomers = []
      if (tick !== null) clearTimeout(tick)
      tick = null
    },
  }
}
