// Stream reader: delivers the stream's entries one by one, from when the node joined.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { decodeEntry } from './redis-entry.ts'
import { connectRedis } from './redis-link.ts'
import type { NumberedMessage } from './redis-resend-buffer.ts'

export interface StreamReader {
  isConnected(): boolean
  /** Starts delivery; messages published after it resolves are received. */
  start(): Promise<void>
  close(): void
}

interface ReaderOptions {
  url: string
  community: string
  /** Maximum interval between two `onCaughtUp` calls while Redis responds, in milliseconds. */
  waitMs: number
  onMessage(from: string, message: NumberedMessage): void
  /** The reader has caught up with the stream. */
  onCaughtUp(): void
  /** Called with the reason when reading fails. */
  onError(reason: string): void
  log(line: string): void
}

const batchEntries = 200
const retryMs = 200
/** Delivery yields after this time: a node that catches up still sends its heartbeat, and serves its members. */
const sliceMs = 10
/** How far back a replaced Redis is read, as its clock may be behind. Message numbers filter duplicates. */
const rereadMs = 10_000

export function createStreamReader(options: ReaderOptions): StreamReader {
  const { url, community, waitMs, onMessage, onCaughtUp, onError, log } = options
  let firstId = ''
  let lastId = ''
  let isClosed = false
  let isStreamReplaced = false
  const link = connectRedis({
    url,
    community,
    onError,
    onReady: (isSame) => {
      isStreamReplaced ||= !isSame
    },
  })

  /** Finds the position to resume at in a stream that was replaced or truncated. */
  const findPosition = async (): Promise<void> => {
    const end = entryTimeMs(await link.lastId())
    const backMs = entryTimeMs(lastId) - rereadMs
    if (end < backMs) lastId = '0-0'
    else lastId = entryTimeMs(firstId) < backMs ? `${backMs}-0` : firstId
    isStreamReplaced = false
  }
  const readBatch = async (): Promise<void> => {
    if (isStreamReplaced) await findPosition()
    const entries = await link.read(lastId, batchEntries, waitMs)
    let sliceStartMs = performance.now()
    for (const { id, fields } of entries) {
      if (performance.now() - sliceStartMs > sliceMs) {
        await nextTurn()
        if (isClosed) return
        sliceStartMs = performance.now()
      }
      lastId = id
      const entry = decodeEntry(fields)
      if (!entry) log(`Skipped an unreadable bus entry: ${id}.`)
      for (const message of entry?.messages ?? []) onMessage(entry?.from ?? '', message)
    }
    if (entries.length < batchEntries) onCaughtUp()
  }
  const handleError = async (error: unknown): Promise<''> => {
    onError(error instanceof Error ? error.message : String(error))
    if (link.isReady()) await pause(retryMs)
    return ''
  }
  const run = async (): Promise<void> => {
    while (!isClosed) {
      await link.whenReady()
      await readBatch().catch(handleError)
    }
  }

  return {
    isConnected: link.isReady,
    start: async () => {
      while (firstId === '') {
        await link.whenReady()
        firstId = await link.lastId().catch(handleError)
      }
      lastId = firstId
      isStreamReplaced = false
      void run()
    },
    close: () => {
      isClosed = true
      link.close()
    },
  }
}

/** The server's milliseconds in an id. */
function entryTimeMs(id: string): number {
  return Number(id.split('-', 1)[0])
}
