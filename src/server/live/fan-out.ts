// Fan-out: writes the frames of a room to all its connections, in batches when there are many.
import { secondMs } from '#shared/durations.ts'
import type { LiveConnection } from './connection.ts'

export interface FanOut {
  /** Sends a frame to every connection, in call order. */
  write(frame: Buffer): void
  close(): void
}

const busyPerSecond = 8
const batchMs = 250
/** Below this size batching saves nothing, so writes are immediate. */
const batchMinConnections = 50

/** Writes to the connections that are in the set at the time of writing. */
export function createFanOut(connections: ReadonlySet<LiveConnection>): FanOut {
  let recentWritesMs: number[] = []
  let pending: Buffer[] = []
  let timer: NodeJS.Timeout | null = null

  const writeNow = (frame: Buffer) => {
    for (const connection of connections) connection.write(frame)
  }
  const flush = () => {
    timer = null
    const frames = pending
    pending = []
    writeNow(frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames))
  }
  const isBusy = () => {
    const nowMs = performance.now()
    recentWritesMs = recentWritesMs.filter((atMs) => atMs > nowMs - secondMs)
    recentWritesMs.push(nowMs)
    return recentWritesMs.length > busyPerSecond && connections.size > batchMinConnections
  }

  return {
    write: (frame) => {
      if (!isBusy() && timer === null) {
        writeNow(frame)
        return
      }
      pending.push(frame)
      timer ??= setTimeout(flush, batchMs)
    },
    close: () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      pending = []
    },
  }
}
