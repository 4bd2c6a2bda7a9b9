// Bus writer: numbers a node's messages and sends them in order until Redis accepts them.
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { encodeEntry, type ControlSignal } from './redis-entry.ts'
import { connectRedis, type RedisLink } from './redis-link.ts'
import { createResendBuffer, type ResendBuffer } from './redis-resend-buffer.ts'

export interface BusWriter {
  isConnected(): boolean
  send(channel: string, text: string): void
  /** Resolves once Redis has accepted all messages sent so far. */
  whenSent(): Promise<void>
  sendSignal(signal: ControlSignal): void
  /** Sends a heartbeat unless a queued message will show that this node is alive; now and then trims the stream. */
  sendHeartbeat(): void
  /** Takes a token of a shared bucket; see `RedisLink`. */
  takeToken: RedisLink['takeToken']
  /** Messages dropped since the last call because the queue was full. */
  takeDroppedCount(): number
  /** Waits until the queue is empty, at most one second. */
  flush(): Promise<void>
  close(): void
}

interface WriterOptions {
  url: string
  community: string
  nodeId: string
  clock: Pick<Clock, 'now'>
  /** Queue limit, in messages. */
  maxQueuedMessages: number
  /** Called with the reason when sending fails. */
  onError(reason: string): void
}

const maxQueuedChars = 16_000_000
/** Redis fsyncs its log every second, and may be late by another one. */
const acknowledgedRetentionMs = 3_000
/** Text per entry; a longer message gets an entry of its own. */
const entryChars = 32_000
const retryMs = 200
/** Longer than any absence without a resync, and short enough that chat texts don't stay in Redis. */
const streamRetentionMs = 3_600_000
const trimEveryMs = 600_000
const flushTimeoutMs = 1_000

export function createBusWriter(options: WriterOptions): BusWriter {
  const { url, community, nodeId, clock, maxQueuedMessages, onError } = options
  const resendBuffer = createResendBuffer({
    maxMessages: maxQueuedMessages,
    maxChars: maxQueuedChars,
    retentionMs: acknowledgedRetentionMs,
  })
  const link = connectRedis({
    url,
    community,
    onError,
    onReady: (isSame) => {
      // Peers filter duplicates by message number.
      if (!isSame) resendBuffer.requeueAcknowledged()
      flush()
    },
  })
  const accepted = createAcceptance(resendBuffer)
  const flush = createSender({ nodeId, resendBuffer, link, onError, onAccepted: accepted.record })
  const enqueue = (channel: string, text: string): void => {
    resendBuffer.add(channel, text)
    flush()
  }
  let trimmedAtMs = -Infinity
  const trimIfDue = (): void => {
    if (performance.now() - trimmedAtMs < trimEveryMs) return
    trimmedAtMs = performance.now()
    link.trim(streamRetentionMs).catch((error: unknown) => onError(String(error)))
  }
  const sendSignal = (signal: ControlSignal): void => enqueue(signal, String(clock.now()))
  return {
    isConnected: link.isReady,
    send: enqueue,
    whenSent: accepted.whenSent,
    sendSignal,
    sendHeartbeat: () => {
      if (!link.isReady()) return
      if (resendBuffer.isEmpty()) sendSignal('@beat')
      trimIfDue()
    },
    takeToken: link.takeToken,
    takeDroppedCount: resendBuffer.takeDroppedCount,
    flush: async () => {
      const deadlineMs = performance.now() + flushTimeoutMs
      while (link.isReady() && !resendBuffer.isEmpty() && performance.now() < deadlineMs) await pause(5)
    },
    close: link.close,
  }
}

interface SenderDeps {
  nodeId: string
  resendBuffer: ResendBuffer
  link: RedisLink
  onError(reason: string): void
  /** Redis has accepted the messages up to this number. */
  onAccepted(number: number): void
}

/** Resolves a promise once Redis has accepted the messages sent before it was created. */
function createAcceptance({ isEmpty, lastNumber }: Pick<ResendBuffer, 'isEmpty' | 'lastNumber'>) {
  let waiting: { number: number; resolve: () => void }[] = []
  return {
    whenSent: () =>
      new Promise<void>((resolve) => {
        if (isEmpty()) resolve()
        else waiting.push({ number: lastNumber(), resolve })
      }),
    record: (number: number): void => {
      const isAccepted = (one: { number: number }) => one.number <= number
      for (const { resolve } of waiting.filter(isAccepted)) resolve()
      waiting = waiting.filter((one) => !isAccepted(one))
    },
  }
}

/** Creates the function to call when messages may be waiting; it sends everything queued at once. */
function createSender({ nodeId, resendBuffer, link, onError, onAccepted }: SenderDeps): () => void {
  let isSending = false
  const sendNext = async (): Promise<void> => {
    try {
      await link.append(encodeEntry(nodeId, resendBuffer.next(entryChars)))
      onAccepted(resendBuffer.acknowledge(performance.now()))
    } catch (error) {
      resendBuffer.requeue()
      onError(error instanceof Error ? error.message : String(error))
      if (link.isReady()) await pause(retryMs)
    }
  }
  // One entry at a time, so that a retry is never sent after later messages.
  const run = async (): Promise<void> => {
    while (link.isReady() && !resendBuffer.isEmpty()) await sendNext()
    isSending = false
  }
  return () => {
    if (isSending) return
    isSending = true
    setImmediate(() => void run())
  }
}
