// Coalesced reads: reads the latest state of changed subjects in batches, at most once per tick, and sends it.

export interface CoalescedReads<Subject> {
  /** Schedules a read now, or at the end of the running tick. Subjects with equal JSON are the same. */
  changed(subject: Subject): void
  close(): void
}

interface CoalescedReadsOptions<Subject, Result> {
  tickMs: number
  /** Returns the current state of the subjects that still exist. */
  read(subjects: readonly Subject[]): Promise<readonly Result[]>
  send(result: Result): void
  onError(error: unknown): void
}

/**
 * Reads run one at a time, and each starts after the changes it covers were committed. So the last state sent is
 * the current one, in whatever order the changes arrive (I20). A failed read is retried.
 */
export function createCoalescedReads<Subject, Result>({
  tickMs,
  read,
  send,
  onError,
}: CoalescedReadsOptions<Subject, Result>): CoalescedReads<Subject> {
  const pending = new Map<string, Subject>()
  let tick: NodeJS.Timeout | null = null
  let isReading = false
  let isClosed = false

  const enqueue = (subject: Subject) => pending.set(JSON.stringify(subject), subject)
  const readAndSend = async (subjects: readonly Subject[]) => {
    try {
      const results = await read(subjects)
      if (!isClosed) for (const result of results) send(result)
    } catch (error) {
      onError(error)
      for (const subject of subjects) enqueue(subject)
    }
  }
  const startRead = () => {
    const subjects = [...pending.values()]
    pending.clear()
    isReading = true
    void readAndSend(subjects).then(() => {
      isReading = false
      if (!isClosed) tick = setTimeout(endTick, tickMs)
    })
  }
  const endTick = () => {
    tick = null
    if (pending.size > 0) startRead()
  }

  return {
    changed: (subject) => {
      enqueue(subject)
      if (!isReading && tick === null && !isClosed) startRead()
    },
    close: () => {
      isClosed = true
      if (tick !== null) clearTimeout(tick)
      tick = null
    },
  }
}
