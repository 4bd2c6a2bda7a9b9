// Join snapshot: the first frames for joining members, and the backfill after a reconnect; joins share one read.
import type { ChatMessage, ChatServerMessage } from '../../contract.ts'
import { shownTo, type Reader } from '../../rules.ts'

export interface JoinSnapshot {
  /**
   * Resolves once the latest messages are read. The caller must call the returned function: it returns their frames for
   * that reader, and every frame recorded since the read. A client that joins in the same turn misses nothing.
   */
  read(reader: Reader): Promise<() => readonly Buffer[]>
  /** Records a frame sent to the room: snapshots read so far are stale. */
  recordFrame(frame: Buffer): void
  /** Marks the snapshot stale; the event that explains it follows. */
  invalidate(): void
}

interface SnapshotRead {
  readonly loaded: Promise<LoadedFrames>
  /** Joins that haven't taken their frames. */
  joinCount: number
  readonly framesSince: Buffer[]
}

/** Encoded once for all readers, but for the few messages that not everyone may read. */
interface LoadedFrames {
  readonly members: Buffer
  readonly moderators: Buffer
  /** Those that their authors alone may have as they are, besides moderators. */
  readonly hidden: readonly { readonly authorId: number; readonly frame: Buffer }[]
}

interface JoinSnapshotOptions {
  /** Reads the latest messages, oldest first, with the folded and the held ones. */
  load(): Promise<ChatMessage[]>
  encode(message: ChatServerMessage): Buffer
  /**
   * Called with the messages of a completed read that aren't held, before the clients that wait for it enter.
   * `readOrder` is the order in which the reads started, from 1.
   */
  onLoaded(readOrder: number, messages: readonly ChatMessage[]): void
}

/** The id of no member. */
const nobody = 0

export function createJoinSnapshot({ load, encode, onLoaded }: JoinSnapshotOptions): JoinSnapshot {
  let readCount = 0
  /** The read that new joins may share: no event was sent since it started. */
  let sharedRead: SnapshotRead | null = null
  /** The reads with joins that haven't taken their frames. */
  const readsInUse = new Set<SnapshotRead>()

  const invalidate = () => {
    sharedRead = null
  }
  const framesOf = (messages: readonly ChatMessage[]): LoadedFrames => {
    const initial = (mayModerate: boolean) =>
      encode({
        type: 'initial-messages',
        messages: messages.flatMap((message) => shownTo({ userId: nobody, mayModerate }, message) ?? []),
      })
    const members = initial(false)
    const hidden = messages
      .filter(({ isFolded, isHeld }) => isFolded || isHeld)
      .map((message) => ({ authorId: message.user.id, frame: encode({ type: 'message-restored', message }) }))
    return { members, moderators: hidden.length > 0 ? initial(true) : members, hidden }
  }
  const startRead = (): SnapshotRead => {
    readCount += 1
    const readOrder = readCount
    const loaded = load().then((messages) => {
      onLoaded(
        readOrder,
        messages.filter(({ isHeld }) => !isHeld),
      )
      return framesOf(messages)
    })
    return { loaded, joinCount: 0, framesSince: [] }
  }
  const release = (read: SnapshotRead) => {
    read.joinCount -= 1
    if (read.joinCount === 0) readsInUse.delete(read)
  }

  return {
    read: async ({ userId, mayModerate }) => {
      const read = (sharedRead ??= startRead())
      read.joinCount += 1
      readsInUse.add(read)
      try {
        const { members, moderators, hidden } = await read.loaded
        const own = hidden.filter(({ authorId }) => authorId === userId).map(({ frame }) => frame)
        return () => {
          release(read)
          return [mayModerate ? moderators : members, ...own, ...read.framesSince]
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
