// What a node says on the bus: numbered, in one order, sent until Redis has taken it.
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import { connectRedis, type RedisLink } from './bus-redis-link.ts'
import { createBusOutbox, type BusOutbox } from './bus-redis-outbox.ts'
import { encodeEntry, type ControlSignal } from './bus-redis-entry.ts'

export interface BusWriter {
  isConnected(): boolean
  say(channel: string, text: string): void
  sign(sign: ControlSignal): void
  /** Says that this node is there, unless something that waits is about to say so; now and then clears the stream. */
  beat(): void
  /** How many messages were dropped, because too many waited, since this was asked last. */
  dropped(): number
  /** Waits until all is said, for a second at most. */
  finish(): Promise<void>
  /** Closes the connection. */
  close(): void
}

interface WriterOptions {
  url: string
  community: string
  nodeId: string
  clock: Pick<Clock, 'now'>
  /** How many messages may wait for Redis. */
  maxWaiting: number
  /** Hears why nothing can be said at the moment. */
  onTrouble(reason: string): void
}

const maxWaitingChars = 16_000_000
/** Redis syncs its log to the disk every second, and may be late by another one. */
const acknowledgedRetentionMs = 3_000
/** Of one entry; a longer message has an entry to itself. */
const entryChars = 32_000
const retryMs = 200
/** Longer than anybody is away who doesn't read the truth anew; what was said in the chat lies there no longer. */
const streamRetentionMs = 3_600_000
const trimEveryMs = 600_000
const flushTimeoutMs = 1_000

export function createBusWriter(options: WriterOptions): BusWriter {
  const { url, community, nodeId, clock, maxWaiting, onTrouble } = options
  const outbox = createBusOutbox({
    maxSayings: maxWaiting,
    maxChars: maxWaitingChars,
    keptMs: acknowledgedRetentionMs,
  })
  const link = connectRedis({
    url,
    community,
    onTrouble,
    onReady: (isSame) => {
      // The others know by their numbers what they have heard already.
      if (!isSame) outbox.recall()
      send()
    },
  })
  const send = createSender({ nodeId, outbox, link, onTrouble })
  const say = (channel: string, text: string): void => {
    outbox.add(channel, text)
    send()
  }
  let trimmedAtMs = -Infinity
  const trimNowAndThen = (): void => {
    if (performance.now() - trimmedAtMs < trimEveryMs) return
    trimmedAtMs = performance.now()
    link.trim(streamRetentionMs).catch((error: unknown) => onTrouble(String(error)))
  }
  const signNow = (sign: ControlSignal): void => say(sign, String(clock.now()))
  return {
    isConnected: link.isReady,
    say,
    sign: signNow,
    beat: () => {
      if (!link.isReady()) return
      if (outbox.isEmpty()) signNow('@beat')
      trimNowAndThen()
    },
    dropped: outbox.dropped,
    finish: async () => {
      const giveUpMs = performance.now() + flushTimeoutMs
      while (link.isReady() && !outbox.isEmpty() && performance.now() < giveUpMs) await pause(5)
    },
    close: link.close,
  }
}

interface SenderDeps {
  nodeId: string
  outbox: BusOutbox
  link: RedisLink
  onTrouble(reason: string): void
}

/** Makes the function to call when there may be something to send: all that is said by then goes at once. */
function createSender({ nodeId, outbox, link, onTrouble }: SenderDeps): () => void {
  let isAwake = false
  const sendNext = async (): Promise<void> => {
    try {
      await link.append(encodeEntry(nodeId, outbox.next(entryChars)))
      outbox.taken(performance.now())
    } catch (error) {
      outbox.failed()
      onTrouble(error instanceof Error ? error.message : String(error))
      if (link.isReady()) await pause(retryMs)
    }
  }
  // One entry at a time, so that what has to be sent again is never sent after what came later.
  const run = async (): Promise<void> => {
    while (link.isReady() && !outbox.isEmpty()) await sendNext()
    isAwake = false
  }
  return () => {
    if (isAwake) return
    isAwake = true
    setImmediate(() => void run())
  }
}
