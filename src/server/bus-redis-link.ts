// A connection to the Redis that carries the bus, and the few commands that the bus needs; the one file that knows the driver.
import { Redis } from 'ioredis'

/** What lies in the stream as one entry: names and values by turns. */
export type StreamFields = readonly string[]

export interface StreamEntry {
  /** Where it lies, such as 1732212345678-0: the server's milliseconds, and a number within each. */
  id: string
  fields: StreamFields
}

export interface RedisLink {
  isReady(): boolean
  /** Resolves once the connection stands, at once when it does. */
  whenReady(): Promise<void>
  /** Writes an entry behind all others. */
  append(fields: StreamFields): Promise<void>
  /** At most `max` entries after an id; waits up to `waitMs` for the first of them, and then answers none. */
  read(afterId: string, max: number, waitMs: number): Promise<StreamEntry[]>
  /** The id of the last entry; 0-0 where there is none. */
  lastId(): Promise<string>
  /** Removes what was written so long ago, by the server's clock. */
  trim(keptMs: number): Promise<void>
  close(): void
}

interface LinkOptions {
  url: string
  /** Whose stream it is. */
  community: string
  /**
   * Called whenever the connection stands, before anything can be sent over it. `isSame`: by the same run of the same
   * server as before, so nothing that it had taken is lost.
   */
  onReady(isSame: boolean): void
  /** Why the connection doesn't stand. */
  onTrouble(reason: string): void
}

/**
 * Some minutes of a lively community; whoever was away for longer reads the truth anew. Entries are counted, not bytes:
 * of some 32,000 characters at most, one by one as many as that come to 320 MB, or three times it in other scripts.
 */
const streamEntriesMax = 10_000
const connectTimeoutMs = 2_000
/** A connection that is asked something and says nothing for so long is dead, whatever the network believes. */
const socketTimeoutMs = 3_000
const retryMs = { first: 50, longest: 500 }

/** Connects, and again whenever the connection is lost; a command that was under way then is rejected, never repeated. */
export function connectRedis({ url, community, onReady, onTrouble }: LinkOptions): RedisLink {
  const streamKey = streamKeyOf(community)
  const redis = new Redis(url, {
    // What may be sent again, when, and in which order, is for the outbox to know.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    maxLoadingRetryTime: 100,
    disableClientInfo: true,
    retryStrategy: (times) =>
      Math.min(retryMs.longest, retryMs.first * 2 ** (times - 1)) * (0.75 + Math.random() / 2),
  })
  let isReady = false
  let server: string | null = null
  const waiting = new Set<() => void>()

  const greet = async (): Promise<void> => {
    const before = server
    server = await redis.info('server').then(parseRunId, () => null)
    // Lost again meanwhile: the next connection asks anew, and compares with the run that was known before.
    if (redis.status !== 'ready') {
      server = before
      return
    }
    isReady = true
    onReady(server !== null && server === before)
    for (const proceed of waiting) proceed()
    waiting.clear()
  }
  redis.on('ready', () => void greet())
  redis.on('close', () => {
    isReady = false
  })
  redis.on('error', (error) => onTrouble(error.message))

  return {
    isReady: () => isReady,
    whenReady: () =>
      new Promise((resolve) => {
        if (isReady) resolve()
        else waiting.add(resolve)
      }),
    append: async (fields) => {
      await redis.xadd(streamKey, 'MAXLEN', '~', streamEntriesMax, '*', ...fields)
    },
    read: async (afterId, max, waitMs) => {
      const answer = await redis.xread('COUNT', max, 'BLOCK', waitMs, 'STREAMS', streamKey, afterId)
      return (answer?.[0]?.[1] ?? []).map(([id, fields]) => ({ id, fields }))
    },
    lastId: async () => (await redis.xrevrange(streamKey, '+', '-', 'COUNT', 1))[0]?.[0] ?? '0-0',
    trim: async (keptMs) => {
      const [seconds = 0] = await redis.time()
      await redis.xtrim(streamKey, 'MINID', seconds * 1_000 - keptMs)
    },
    close: () => {
      isReady = false
      redis.disconnect()
    },
  }
}

/** Connects once and asks for an answer; leaves nothing behind. Throws why there is none. */
export async function pingRedis(url: string): Promise<void> {
  let reason: Error | null = null
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    maxRetriesPerRequest: 0,
    disableClientInfo: true,
    retryStrategy: () => null,
  })
  redis.on('error', (error) => (reason ??= error))
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    // The driver's own says only that the connection is closed.
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}

/** Where all messages of a community lie. */
export function streamKeyOf(community: string): string {
  return `stillwater:events:${community}`
}

/** Which run of which server answers; null when it doesn't say. */
function parseRunId(info: string): string | null {
  return /^run_id:(\w+)/m.exec(info)?.[1] ?? null
}
