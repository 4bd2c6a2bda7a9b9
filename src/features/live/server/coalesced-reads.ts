// Subjects that have changed, read together and sent on: the latest state of each, at most once in a tick.

export interface CoalescedReads<Subject> {
  /** The subject changed: it is read now, or at the end of the running tick. Equal as JSON is the same subject. */
  changed(subject: Subject): void
  close(): void
}

interface CoalescedReadsOptions<Subject, Result> {
  tickMs: number
  /** The state at this moment, of those subjects that are still there. */
  read(subjects: readonly Subject[]): Promise<readonly Result[]>
  send(result: Result): void
  failed(error: unknown): void
}

/**
 * Every reading begins after the changes that it is for were committed, and one follows the other, so whatever
 * order the changes come in, the state sent last is the true one (I20). A reading that fails is made again.
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
