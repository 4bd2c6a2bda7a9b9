// Like counts that have changed, told to a room: the latest of each message, read anew at most once in a tick.

export interface LikeCount {
  messageId: number
  likes: number
}

export interface LikeCounts {
  /** The count of a message changed: it is read now, or at the end of the running tick. */
  changed(messageId: number): void
  close(): void
}

interface LikeCountsOptions {
  tickMs: number
  /** The counts at this moment, of those messages that are still there. */
  read(messageIds: readonly number[]): Promise<readonly LikeCount[]>
  tell(count: LikeCount): void
  failed(error: unknown): void
}

/**
 * Every reading begins after the changes that it is for were committed, and one follows the other, so whatever
 * order the changes come in, the count told last is the true one (I20). A reading that fails is made again.
 */
export function createLikeCounts({ tickMs, read, tell, failed }: LikeCountsOptions): LikeCounts {
  const waiting = new Set<number>()
  let tick: NodeJS.Timeout | null = null
  let isReading = false
  let isClosed = false

  const readAndTell = async (messageIds: readonly number[]) => {
    try {
      const counts = await read(messageIds)
      if (!isClosed) for (const count of counts) tell(count)
    } catch (error) {
      failed(error)
      for (const messageId of messageIds) waiting.add(messageId)
    }
  }
  const begin = () => {
    const messageIds = [...waiting]
    waiting.clear()
    isReading = true
    void readAndTell(messageIds).then(() => {
      isReading = false
      if (!isClosed) tick = setTimeout(endTick, tickMs)
    })
  }
  const endTick = () => {
    tick = null
    if (waiting.size > 0) begin()
  }

  return {
    changed: (messageId) => {
      waiting.add(messageId)
      if (!isReading && tick === null && !isClosed) begin()
    },
    close: () => {
      isClosed = true
      if (tick !== null) clearTimeout(tick)
      tick = null
    },
  }
}
