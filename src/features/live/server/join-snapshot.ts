// Join snapshot: the first frames for joining members, and the backfill after a reconnect; joins share one read.
import type { ChatMessage } from '#features/chat/contract.ts'
import { frameOf } from './frame.ts'

export interface JoinSnapshot {
  /**
   * Calls `enter` with initial-messages and every frame sent to the room during the read. `enter` runs
   * synchronously once those frames are complete, so a client that joins in it misses nothing.
   */
  read(enter: (frames: readonly Buffer[]) => void, onError: (error: unknown) => void): void
  /** Records a frame sent to the room: snapshots read so far are stale. */
  recordFrame(frame: Buffer): void
  /** Marks the snapshot stale; the event that explains it follows. */
  invalidate(): void
  /** Whether a join waits for a read. */
  hasWaiters(): boolean
}

interface SnapshotRead {
  /** The read order, from 1. */
  readOrder: number
  waiters: { enter(frames: readonly Buffer[]): void; onError(error: unknown): void }[]
  framesSince: Buffer[]
}

interface JoinSnapshotOptions {
  /** Reads the latest messages, oldest first. */
  load(): Promise<ChatMessage[]>
  /** Called with the messages of a completed read, before the clients that wait for it enter. */
  onLoaded(readOrder: number, messages: readonly ChatMessage[]): void
}

export function createJoinSnapshot({ load, onLoaded }: JoinSnapshotOptions): JoinSnapshot {
  let readCount = 0
  /** The initial-messages frame while it is current, else null. */
  let currentFrame: Buffer | null = null
  /** The read that new joins may still share: no event was sent since it started. */
  let sharedRead: SnapshotRead | null = null
  const activeReads = new Set<SnapshotRead>()

  const finish = (read: SnapshotRead) => {
    activeReads.delete(read)
    if (sharedRead === read) sharedRead = null
  }
  const invalidate = () => {
    currentFrame = null
    sharedRead = null
  }
  const startRead = (): SnapshotRead => {
    readCount += 1
    const read: SnapshotRead = { readOrder: readCount, waiters: [], framesSince: [] }
    activeReads.add(read)
    load().then(
      (messages) => {
        const frame = frameOf({ type: 'initial-messages', messages })
        if (sharedRead === read) currentFrame = frame
        finish(read)
        onLoaded(read.readOrder, messages)
        for (const { enter } of read.waiters) enter([frame, ...read.framesSince])
      },
      (error: unknown) => {
        finish(read)
        for (const { onError } of read.waiters) onError(error)
      },
    )
    return read
  }

  return {
    read: (enter, onError) => {
      if (currentFrame) {
        enter([currentFrame])
        return
      }
      sharedRead ??= startRead()
      sharedRead.waiters.push({ enter, onError })
    },
    recordFrame: (frame) => {
      invalidate()
      for (const read of activeReads) read.framesSince.push(frame)
    },
    invalidate,
    hasWaiters: () => activeReads.size > 0,
  }
}
