// Resend buffer of a node: messages that Redis hasn't accepted yet, and recently accepted ones that it may still lose.

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

interface ResendBufferLimits {
  /** Limits of the queue; beyond either, the oldest messages are dropped. */
  maxMessages: number
  maxChars: number
  /** How long Redis may still lose an accepted message. */
  retentionMs: number
}

export interface ResendBuffer {
  add(channel: string, text: string): void
  /** The number of the last message added; 0 before the first. */
  lastNumber(): number
  isEmpty(): boolean
  /**
   * The next batch, numbered without a gap: at most `maxChars` of text, but at least one message. Wait for its
   * outcome before sending anything else.
   */
  next(maxChars: number): readonly NumberedMessage[]
  /** Redis accepted the batch returned by `next`; returns the number of its last message. */
  acknowledge(nowMs: number): number
  /** The outcome is unknown; the batch will be sent again. */
  requeue(): void
  /** Requeues recently accepted messages: Redis was replaced or lost its data. */
  requeueAcknowledged(): void
  /** Messages dropped since the last call. */
  takeDroppedCount(): number
}

export function createResendBuffer({ maxMessages, maxChars, retentionMs }: ResendBufferLimits): ResendBuffer {
  let lastNumber = 0
  let waiting: NumberedMessage[] = []
  let inFlight: readonly NumberedMessage[] = []
  let acknowledged: AcknowledgedMessage[] = []
  let waitingChars = 0
  let droppedCount = 0

  const prepend = (messages: readonly NumberedMessage[]): void => {
    waiting = [...messages, ...waiting]
    waitingChars += totalChars(messages)
    dropOldest()
  }
  const dropOldest = (): void => {
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
  const evictExpired = (): void => {
    const lastMs = acknowledged.at(-1)?.acknowledgedAtMs ?? 0
    const first = acknowledged.findIndex(({ acknowledgedAtMs }) => lastMs - acknowledgedAtMs <= retentionMs)
    acknowledged.splice(0, Math.max(first, acknowledged.length - maxMessages))
  }

  return {
    add: (channel, text) => {
      lastNumber += 1
      waiting.push({ number: lastNumber, channel, text })
      waitingChars += text.length
      dropOldest()
    },
    lastNumber: () => lastNumber,
    isEmpty: () => waiting.length + inFlight.length === 0,
    next: (batchMaxChars) => {
      inFlight = waiting.splice(0, nextBatchSize(waiting, batchMaxChars))
      waitingChars -= totalChars(inFlight)
      return inFlight
    },
    acknowledge: (nowMs) => {
      for (const message of inFlight) acknowledged.push({ ...message, acknowledgedAtMs: nowMs })
      const last = inFlight.at(-1)?.number ?? 0
      inFlight = []
      evictExpired()
      return last
    },
    requeue: () => {
      prepend(inFlight)
      inFlight = []
    },
    requeueAcknowledged: () => {
      prepend(acknowledged)
      acknowledged = []
    },
    takeDroppedCount: () => {
      const count = droppedCount
      droppedCount = 0
      return count
    },
  }
}

function nextBatchSize(messages: readonly NumberedMessage[], maxChars: number): number {
  const firstNumber = messages[0]?.number ?? 0
  let chars = 0
  const end = messages.findIndex(({ number, text }, index) => {
    chars += text.length
    return index > 0 && (chars > maxChars || number !== firstNumber + index)
  })
  return end === -1 ? messages.length : end
}

function totalChars(messages: readonly NumberedMessage[]): number {
  return messages.reduce((sum, { text }) => sum + text.length, 0)
}
