// What a node has to say and Redis hasn't taken yet, in its order, and what it took so lately that it might lose it again.

/** Something said: each node numbers its own, from 1. */
export interface NumberedMessage {
  number: number
  channel: string
  /** JSON. */
  text: string
}

interface AcknowledgedMessage extends NumberedMessage {
  takenAtMs: number
}

interface OutboxLimits {
  /** What waits beyond either is dropped, the oldest first. */
  maxSayings: number
  maxChars: number
  /** For how long Redis may lose what it has taken. */
  keptMs: number
}

export interface BusOutbox {
  add(channel: string, text: string): void
  isEmpty(): boolean
  /**
   * The next to be sent, numbered without a gap; at most `maxChars` of text, but one at least. Nothing else may be sent
   * until it is known what became of them.
   */
  next(maxChars: number): readonly NumberedMessage[]
  /** Redis has taken what `next` gave. */
  taken(nowMs: number): void
  /** It is not known what became of it, so it is to be sent again. */
  failed(): void
  /** Puts what Redis has taken last in front, to be sent once more: it is another Redis, or lost its memory. */
  recall(): void
  /** How many were dropped since this was asked last. */
  dropped(): number
}

export function createBusOutbox({ maxSayings, maxChars, keptMs }: OutboxLimits): BusOutbox {
  let lastNumber = 0
  let waiting: NumberedMessage[] = []
  let underWay: readonly NumberedMessage[] = []
  let kept: AcknowledgedMessage[] = []
  let waitingChars = 0
  let droppedCount = 0

  const putInFront = (sayings: readonly NumberedMessage[]): void => {
    waiting = [...sayings, ...waiting]
    waitingChars += totalChars(sayings)
    shorten()
  }
  const shorten = (): void => {
    let count = 0
    while (waiting.length - count > maxSayings || waitingChars > maxChars) {
      waitingChars -= waiting[count]?.text.length ?? 0
      count += 1
    }
    if (count === 0) return
    waiting.splice(0, count)
    droppedCount += count
  }
  /** Redis may lose what it took shortly before it fell silent, and that was after it took the last of it. */
  const forget = (): void => {
    const lastMs = kept.at(-1)?.takenAtMs ?? 0
    const first = kept.findIndex(({ takenAtMs }) => lastMs - takenAtMs <= keptMs)
    kept.splice(0, Math.max(first, kept.length - maxSayings))
  }

  return {
    add: (channel, text) => {
      lastNumber += 1
      waiting.push({ number: lastNumber, channel, text })
      waitingChars += text.length
      shorten()
    },
    isEmpty: () => waiting.length + underWay.length === 0,
    next: (mostChars) => {
      underWay = waiting.splice(0, nextBatchSize(waiting, mostChars))
      waitingChars -= totalChars(underWay)
      return underWay
    },
    taken: (nowMs) => {
      for (const saying of underWay) kept.push({ ...saying, takenAtMs: nowMs })
      underWay = []
      forget()
    },
    failed: () => {
      putInFront(underWay)
      underWay = []
    },
    recall: () => {
      putInFront(kept)
      kept = []
    },
    dropped: () => {
      const count = droppedCount
      droppedCount = 0
      return count
    },
  }
}

function nextBatchSize(sayings: readonly NumberedMessage[], maxChars: number): number {
  const firstNumber = sayings[0]?.number ?? 0
  let chars = 0
  const end = sayings.findIndex(({ number, text }, index) => {
    chars += text.length
    return index > 0 && (chars > maxChars || number !== firstNumber + index)
  })
  return end === -1 ? sayings.length : end
}

function totalChars(sayings: readonly NumberedMessage[]): number {
  return sayings.reduce((sum, { text }) => sum + text.length, 0)
}
