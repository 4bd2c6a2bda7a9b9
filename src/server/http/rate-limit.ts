// Rate limiter: token buckets by key, on the injected clock, shared by all nodes.
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'
import { createRateLimitSharing, type TokenSpend } from './rate-limit-sharing.ts'

export interface BucketSize {
  /** Tokens refilled per minute. */
  perMinute: number
  /** Capacity in tokens. */
  burst: number
}

export interface RateLimiter {
  /** Takes a token. Returns 0, or the milliseconds until one is available. */
  take(key: string, size: BucketSize): number
  /** The number of buckets, for the test of pruning. */
  bucketCount(): number
  /** Stops sharing with other nodes. */
  close(): void
}

/** A bucket as the time when it will be full again, as of `atMs`. */
interface Bucket {
  fullAtMs: number
  atMs: number
}

const evictEveryMs = 60_000

/**
 * Creates a limiter; full buckets are pruned. A clock set back neither locks out nor refills. With a bus, spends
 * reach the other nodes 250 ms later.
 */
export function createRateLimiter(clock: Clock, bus?: Bus): RateLimiter {
  const buckets = new Map<string, Bucket>()
  let prunedAtMs = clock.now()

  const prune = (nowMs: number): void => {
    if (nowMs - prunedAtMs < evictEveryMs && nowMs >= prunedAtMs) return
    prunedAtMs = nowMs
    for (const [key, bucket] of buckets) if (bucket.fullAtMs <= nowMs) buckets.delete(key)
    sharing.evictRefilled()
  }
  /** When the bucket will be full; may be in the past. */
  const fullAt = (key: string, nowMs: number): number => {
    const bucket = buckets.get(key)
    return bucket ? bucket.fullAtMs - Math.max(0, bucket.atMs - nowMs) : 0
  }
  const takeLocal = (key: string, { perMinute, burst }: BucketSize, nowMs: number): number => {
    const tokenMs = 60_000 / perMinute
    const fullAtMs = Math.max(nowMs, fullAt(key, nowMs))
    const missingMs = fullAtMs + tokenMs - nowMs - burst * tokenMs
    buckets.set(key, { fullAtMs: missingMs > 0 ? fullAtMs : fullAtMs + tokenMs, atMs: nowMs })
    return Math.max(0, Math.ceil(missingMs))
  }
  // The spend may exceed the bucket's tokens, as each node may have taken the last one. The debt is at most a
  // burst.
  const applyRemoteSpend = (spend: TokenSpend, from: { atMs: number; nodes: number }): void => {
    const { key, tokens, perMinute, burst } = spend
    const nowMs = clock.now()
    prune(nowMs)
    const tokenMs = 60_000 / perMinute
    const fullAtMs = Math.max(Math.min(from.atMs, nowMs), fullAt(key, nowMs)) + tokens * tokenMs
    const maxMs = nowMs + (2 * burst + from.nodes) * tokenMs
    buckets.set(key, { fullAtMs: Math.min(fullAtMs, maxMs), atMs: nowMs })
  }
  const sharing = createRateLimitSharing({
    clock,
    bus,
    tokensInUse: (key, perMinute) => {
      const nowMs = clock.now()
      return Math.max(0, fullAt(key, nowMs) - nowMs) / (60_000 / perMinute)
    },
    applyRemoteSpend,
  })

  return {
    take: (key, size) => {
      const nowMs = clock.now()
      prune(nowMs)
      const waitMs = takeLocal(key, size, nowMs)
      if (waitMs === 0) sharing.recordSpend(key, size)
      return waitMs
    },
    bucketCount: () => buckets.size,
    close: sharing.close,
  }
}
