// The Redis connection of the bus with the few commands it needs; the only file that uses the driver.
import { Redis } from 'ioredis'
import * as z from 'zod/mini'
import type { TokenBucket } from './bus.ts'

/** The fields of one entry: names and values alternate. */
export type StreamFields = readonly string[]

export interface StreamEntry {
  /** The entry's id, such as 1732212345678-0: the server's milliseconds and a sequence number. */
  id: string
  fields: StreamFields
}

export interface RedisLink {
  isReady(): boolean
  /** Resolves once connected. */
  whenReady(): Promise<void>
  /** Appends an entry to the stream. */
  append(fields: StreamFields): Promise<void>
  /** Reads at most `max` entries after an id. Waits up to `waitMs` for the first, then returns an empty list. */
  read(afterId: string, max: number, waitMs: number): Promise<StreamEntry[]>
  /** The id of the last entry; 0-0 if the stream is empty. */
  lastId(): Promise<string>
  /** Deletes entries older than `keptMs`, by the server's clock. */
  trim(keptMs: number): Promise<void>
  /**
   * Takes a token of the bucket with this key, by the server's clock: 0, or the milliseconds until one is available.
   * Rejects unless connected.
   */
  takeToken(key: string, bucket: TokenBucket): Promise<number>
  close(): void
}

interface LinkOptions {
  url: string
  /** The community that owns the stream. */
  community: string
  /**
   * Called on every connect, before any command is sent. `isSame`: same run of the same server as before, so it has
   * lost no entry that it accepted.
   */
  onReady(isSame: boolean): void
  /** Called with the reason when the connection fails. */
  onError(reason: string): void
}

/**
 * A few minutes of a busy community; a node that was away for longer resyncs from the database. Redis counts
 * entries, not bytes. At most 32,000 characters each come to 320 MB, or three times that in non-Latin scripts.
 */
const streamEntriesMax = 10_000
const connectTimeoutMs = 2_000
/** A connection with a pending command and no data for this long is dead, even if TCP considers it open. */
const socketTimeoutMs = 3_000
const retryMs = { first: 50, longest: 500 }

const waitMs = z.number()
/**
 * The bucket of the local limiter (`server/http/rate-limit.ts`), as one atomic step. Its value is the time when it will
 * be full again; it expires then. A clock that was set back neither locks out nor refills.
 */
const takeTokenScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local token, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
full = math.min(full, now + burst * token)
local missing = full + token - now - burst * token - 0.5
if missing > 0 then return math.ceil(missing) end
redis.call('SET', KEYS[1], string.format('%.3f', full + token), 'PX', math.ceil(full + token - now))
return 0`

/** Connects and reconnects. Commands pending when the connection is lost are rejected, never retried. */
export function connectRedis({ url, community, onReady, onError }: LinkOptions): RedisLink {
  const streamKey = streamKeyOf(community)
  const redis = new Redis(url, {
    // The resend buffer decides what to retry, when, and in which order.
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

  const onConnected = async (): Promise<void> => {
    const previousRun = server
    const info = await redis.info('server').catch(() => '')
    const unsupported = unsupportedModeReason(info)
    if (unsupported !== null) {
      onError(unsupported)
      redis.disconnect(true)
      return
    }
    server = parseRunId(info)
    // Connection lost again: the next one compares with the last known run.
    if (redis.status !== 'ready') {
      server = previousRun
      return
    }
    isReady = true
    onReady(server !== null && server === previousRun)
    for (const proceed of waiting) proceed()
    waiting.clear()
  }
  redis.on('ready', () => void onConnected())
  redis.on('close', () => {
    isReady = false
  })
  redis.on('error', (error) => onError(error.message))

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
      const response = await redis.xread('COUNT', max, 'BLOCK', waitMs, 'STREAMS', streamKey, afterId)
      return (response?.[0]?.[1] ?? []).map(([id, fields]) => ({ id, fields }))
    },
    lastId: async () => (await redis.xrevrange(streamKey, '+', '-', 'COUNT', 1))[0]?.[0] ?? '0-0',
    trim: async (keptMs) => {
      const [seconds = 0] = await redis.time()
      await redis.xtrim(streamKey, 'MINID', seconds * 1_000 - keptMs)
    },
    takeToken: async (key, { perMinute, burst }) => {
      const tokenMs = 60_000 / perMinute
      return z.parse(waitMs, await redis.eval(takeTokenScript, 1, limitKeyOf(community, key), tokenMs, burst))
    },
    close: () => {
      isReady = false
      redis.disconnect()
    },
  }
}

/** Why a server can't be the bus although it responds; null if it can, or doesn't tell. */
async function findFault(redis: Redis): Promise<string | null> {
  const info = await redis.info().catch(() => '')
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction'
  const evicts = `has maxmemory-policy ${policy}, which deletes messages that nodes haven't read: set noeviction`
  return unsupportedModeReason(info) ?? (policy === 'noeviction' ? null : evicts)
}

/** Connects once, asks the server for its state and disconnects. Throws the reason of a failure. */
export async function checkRedis(url: string): Promise<void> {
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
    const fault = await findFault(redis)
    if (fault !== null) throw new UnsuitableRedis(fault)
  } catch (error) {
    // The driver's own error only says that the connection is closed.
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}

/** The stream key of a community. */
export function streamKeyOf(community: string): string {
  return `stillwater:events:${community}`
}

/** The key of a community's rate limit. */
function limitKeyOf(community: string, key: string): string {
  return `stillwater:limit:${community}:${key}`
}

/** A server that responds and can't be the bus; the message continues its address. */
export class UnsuitableRedis extends Error {}

/**
 * All nodes read one stream of one server. A cluster would move it between servers, and a Sentinel has no data.
 *
 * @param info the response to INFO
 */
export function unsupportedModeReason(info: string): string | null {
  const mode = /^(?:redis|server)_mode:(\w+)/m.exec(info)?.[1]
  if (mode === 'cluster') return unsupportedMode('is part of a cluster')
  return mode === 'sentinel' ? unsupportedMode('is a Sentinel') : null
}

function unsupportedMode(what: string): string {
  return `${what}, which isn't supported: name a single server`
}

/** The server's run id; null if INFO doesn't contain it. */
function parseRunId(info: string): string | null {
  return /^run_id:(\w+)/m.exec(info)?.[1] ?? null
}
