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
  failed(error: unknown): void
}

/**
 * Reads run one at a time, and each starts after the changes it covers were committed. So the last state sent is
 * the current one, in whatever order the changes arrive (I20). A failed read is retried.
 */
export function createCoalescedReads<Subject, Result>({
  tickMs,
  read,
  send,
  failed,
}: CoalescedReadsOptions<Subject, Result>): CoalescedReads<Subject> {
  const waiting = new Map<string, Subject>()
  let tick: NodeJS.Timeout | null = null
  let isReading = false
  let isClosed = false

  const wait = (subject: Subject) => waiting.set(JSON.stringify(subject), subject)
  const readAndSend = async (subjects: readonly Subject[]) => {
    try {
      const results = await read(subjects)
      if (!isClosed) for (const result of results) send(result)
    } catch (error) {
      failed(error)
      for (const subject of subjects) wait(subject)
    }
  }
  const begin = () => {
    const subjects = [...waiting.values()]
    waiting.clear()
    isReading = true
    void readAndSend(subjects).then(() => {
      isReading = false
      if (!isClosed) tick = setTimeout(endTick, tickMs)
    })
  }
  const endTick = () => {
    tick = null
    if (waiting.size > 0) begin()
  }

  return {
    changed: (subject) => {
      wait(subject)
      if (!isReading && tick === null && !isClosed) begin()
    },
    close: () => {
      isClosed = true
      if (tick !== null) clearTimeout(tick)
      tick = null
    },
  }
}
