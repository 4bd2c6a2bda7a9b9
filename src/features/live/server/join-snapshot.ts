// Join snapshot: the first frames for a joining member; one read of the latest messages serves all who join.
import type { ChatMessage } from '#features/chat/contract.ts'
import { frameOf } from './frame.ts'

export interface JoinSnapshot {
  /**
   * Calls `enter` with initial-messages and every frame sent to the room during the read. `enter` runs
   * synchronously once those frames are complete, so a client that joins in it misses nothing.
   */
  read(enter: (frames: readonly Buffer[]) => void, failed: (error: unknown) => void): void
  /** Records a frame sent to the room: snapshots read so far are stale. */
  recordFrame(frame: Buffer): void
  /** Marks the snapshot stale; the event that explains it follows. */
  invalidate(): void
  /** Whether a join waits for a read. */
  hasWaiters(): boolean
}

interface SnapshotRead {
  /** The read order, from 1. */
  turn: number
  waiting: { enter(frames: readonly Buffer[]): void; failed(error: unknown): void }[]
  since: Buffer[]
}

interface JoinSnapshotOptions {
  /** Reads the latest messages, oldest first. */
  load(): Promise<ChatMessage[]>
  /** Called with the messages of a completed read, before the clients that wait for it enter. */
  onLoaded(turn: number, messages: readonly ChatMessage[]): void
}

export function createJoinSnapshot({ load, onLoaded }: JoinSnapshotOptions): JoinSnapshot {
  let turns = 0
  /** The initial-messages frame while it is current, else null. */
  let fresh: Buffer | null = null
  /** The read that new joins may still share: no event was sent since it started. */
  let joinable: SnapshotRead | null = null
  const readings = new Set<SnapshotRead>()

  const finish = (reading: SnapshotRead) => {
    readings.delete(reading)
    if (joinable === reading) joinable = null
  }
  const invalidate = () => {
    fresh = null
    joinable = null
  }
  const begin = (): SnapshotRead => {
    turns += 1
    const reading: SnapshotRead = { turn: turns, waiting: [], since: [] }
    readings.add(reading)
    load().then(
      (messages) => {
        const frame = frameOf({ type: 'initial-messages', messages })
        if (joinable === reading) fresh = frame
        finish(reading)
        onLoaded(reading.turn, messages)
        for (const { enter } of reading.waiting) enter([frame, ...reading.since])
      },
      (error: unknown) => {
        finish(reading)
        for (const { failed } of reading.waiting) failed(error)
      },
    )
    return reading
  }

  return {
    read: (enter, failed) => {
      if (fresh) {
        enter([fresh])
        return
      }
      joinable ??= begin()
      joinable.waiting.push({ enter, failed })
    },
    recordFrame: (frame) => {
      invalidate()
      for (const reading of readings) reading.since.push(frame)
    },
    invalidate,
    hasWaiters: () => readings.size > 0,
  }
}
