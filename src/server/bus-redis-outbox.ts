// Outbox of a node: messages that Redis hasn't accepted yet, and recently accepted ones that it may still lose.

/** A message with its node's sequence number, counted from 1. */
export interface NumberedMessage {
  number: number
  channel: string
  /** JSON. */
  text: string
}

interface AcknowledgedMessage extends NumberedMessage {
  acknowledgedAtMs: number
}

interface OutboxLimits {
  /** Limits of the queue; beyond either, the oldest messages are dropped. */
  maxMessages: number
  maxChars: number
  /** How long Redis may still lose an accepted message. */
  retentionMs: number
}

export interface BusOutbox {
  add(channel: string, text: string): void
  isEmpty(): boolean
  /**
   * The next batch, numbered without a gap: at most `maxChars` of text, but at least one message. Wait for its
   * outcome before sending anything else.
   */
  next(maxChars: number): readonly NumberedMessage[]
  /** Redis accepted the batch returned by `next`. */
  acknowledge(nowMs: number): void
  /** The outcome is unknown; the batch will be sent again. */
  requeue(): void
  /** Requeues recently accepted messages: Redis was replaced or lost its data. */
  requeueAcknowledged(): void
  /** Messages dropped since the last call. */
  takeDroppedCount(): number
}

export function createBusOutbox({ maxMessages, maxChars, retentionMs }: OutboxLimits): BusOutbox {
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
    while (waiting.length - count > maxMessages || waitingChars > maxChars) {
      waitingChars -= waiting[count]?.text.length ?? 0
      count += 1
    }
    if (count === 0) return
    waiting.splice(0, count)
    droppedCount += count
  }
  /** Redis may lose what it accepted shortly before it went down, so retention counts from its last accept. */
  const forget = (): void => {
    const lastMs = kept.at(-1)?.acknowledgedAtMs ?? 0
    const first = kept.findIndex(({ acknowledgedAtMs }) => lastMs - acknowledgedAtMs <= retentionMs)
    kept.splice(0, Math.max(first, kept.length - maxMessages))
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
    acknowledge: (nowMs) => {
      for (const saying of underWay) kept.push({ ...saying, acknowledgedAtMs: nowMs })
      underWay = []
      forget()
    },
    requeue: () => {
      putInFront(underWay)
      underWay = []
    },
    requeueAcknowledged: () => {
      putInFront(kept)
      kept = []
    },
    takeDroppedCount: () => {
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
