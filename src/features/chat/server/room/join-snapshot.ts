// Join snapshot: the first frames for joining members, and the backfill after a reconnect; joins share one read.
import type { ChatMessage } from '../../contract.ts'

export interface JoinSnapshot {
  /**
   * Resolves once the latest messages are read. The caller must call the returned function: it returns their frame and
   * every frame recorded since the read. A client that joins in the same turn misses nothing.
   */
  read(): Promise<() => readonly Buffer[]>
  /** Records a frame sent to the room: snapshots read so far are stale. */
  recordFrame(frame: Buffer): void
  /** Marks the snapshot stale; the event that explains it follows. */
  invalidate(): void
}

interface SnapshotRead {
  /** The frame of the messages. */
  readonly loaded: Promise<Buffer>
  /** Joins that haven't taken their frames. */
  joinCount: number
  readonly framesSince: Buffer[]
}

interface JoinSnapshotOptions {
  /** Reads the latest messages, oldest first. */
  load(): Promise<ChatMessage[]>
  /** The frame of initial-messages. */
  encode(messages: readonly ChatMessage[]): Buffer
  /**
   * Called with the messages of a completed read, before the clients that wait for it enter. `readOrder` is the
   * order in which the reads started, from 1.
   */
  onLoaded(readOrder: number, messages: readonly ChatMessage[]): void
}

export function createJoinSnapshot({ load, encode, onLoaded }: JoinSnapshotOptions): JoinSnapshot {
  let readCount = 0
  /** The read that new joins may share: no event was sent since it started. */
  let sharedRead: SnapshotRead | null = null
  /** The reads with joins that haven't taken their frames. */
  const readsInUse = new Set<SnapshotRead>()

  const invalidate = () => {
    sharedRead = null
  }
  const startRead = (): SnapshotRead => {
    readCount += 1
    const readOrder = readCount
    const loaded = load().then((messages) => {
      onLoaded(readOrder, messages)
      return encode(messages)
    })
    return { loaded, joinCount: 0, framesSince: [] }
  }
  const release = (read: SnapshotRead) => {
    read.joinCount -= 1
    if (read.joinCount === 0) readsInUse.delete(read)
  }

  return {
    read: async () => {
      const read = (sharedRead ??= startRead())
      read.joinCount += 1
      readsInUse.add(read)
      try {
        const frame = await read.loaded
        return () => {
          release(read)
          return [frame, ...read.framesSince]
        }
      } catch (error) {
        release(read)
        if (sharedRead === read) sharedRead = null
        throw error
      }
    },
    recordFrame: (frame) => {
      invalidate()
      for (const read of readsInUse) read.framesSince.push(frame)
    },
    invalidate,
  }
}
