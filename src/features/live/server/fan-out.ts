// Fan-out: writes events to every connection in a room, at once when quiet and batched when busy.
import type { LiveConnection } from './connection.ts'

export interface FanOut {
  /** Sends a frame to every connection, in call order. */
  write(frame: Buffer): void
  close(): void
}

const busyPerSecond = 8
const secondMs = 1_000
const batchMs = 250
/** Below this size batching saves nothing, so writes are immediate. */
const batchMinConnections = 50

/** Writes to the connections that are in the set at the time of writing. */
export function createFanOut(connections: ReadonlySet<LiveConnection>): FanOut {
  let recentMs: number[] = []
  let waiting: Buffer[] = []
  let timer: NodeJS.Timeout | null = null

  const writeNow = (frame: Buffer) => {
    for (const connection of connections) connection.write(frame)
  }
  const flush = () => {
    timer = null
    const frames = waiting
    waiting = []
    writeNow(frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames))
  }
  const isBusy = () => {
    const nowMs = performance.now()
    recentMs = recentMs.filter((atMs) => atMs > nowMs - secondMs)
    recentMs.push(nowMs)
    return recentMs.length > busyPerSecond && connections.size > batchMinConnections
  }

  return {
    write: (frame) => {
      if (!isBusy() && timer === null) {
        writeNow(frame)
        return
      }
      waiting.push(frame)
      timer ??= setTimeout(flush, batchMs)
    },
    close: () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      waiting = []
    },
  }
}
