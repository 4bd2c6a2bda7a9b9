// Rate limiter: token buckets by key, on the injected clock. Each node has its own.
import type { Clock } from '../clock.ts'

export interface BucketSize {
  /** Tokens refilled per minute. */
  perMinute: number
  /** Capacity in tokens. */
  burst: number
}

export interface RateLimiter {
  /** Takes a token. Returns 0, or the milliseconds until one is available. */
  take(key: string, size: BucketSize): number
  /** Returns a taken token. */
  refund(key: string, size: BucketSize): void
  /** The number of buckets, for the test of pruning. */
  bucketCount(): number
}

/** A bucket as the time when it will be full again, as of `atMs`. */
interface Bucket {
  fullAtMs: number
  atMs: number
}

const evictEveryMs = 60_000

/** More than the rounding errors of a token's time, summed over a burst: the last token of a burst counts too. */
const roundingMs = 0.5

/** Creates a limiter; full buckets are pruned. A clock set back neither locks out nor refills. */
export function createRateLimiter(clock: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>()
  let prunedAtMs = clock.now()

  const prune = (nowMs: number): void => {
    if (nowMs - prunedAtMs < evictEveryMs && nowMs >= prunedAtMs) return
    prunedAtMs = nowMs
    for (const [key, bucket] of buckets) if (bucket.fullAtMs <= nowMs) buckets.delete(key)
  }
  /** When the bucket will be full; may be in the past. */
  const fullAt = (key: string, nowMs: number): number => {
    const bucket = buckets.get(key)
    return bucket ? bucket.fullAtMs - Math.max(0, bucket.atMs - nowMs) : 0
  }

  return {
    take: (key, { perMinute, burst }) => {
      const nowMs = clock.now()
      prune(nowMs)
      const tokenMs = 60_000 / perMinute
      const fullAtMs = Math.max(nowMs, fullAt(key, nowMs))
      const missingMs = fullAtMs + tokenMs - nowMs - burst * tokenMs - roundingMs
      buckets.set(key, { fullAtMs: missingMs > 0 ? fullAtMs : fullAtMs + tokenMs, atMs: nowMs })
      return Math.max(0, Math.ceil(missingMs))
    },
    refund: (key, { perMinute }) => {
      const bucket = buckets.get(key)
      if (bucket) bucket.fullAtMs -= 60_000 / perMinute
    },
    bucketCount: () => buckets.size,
  }
}
