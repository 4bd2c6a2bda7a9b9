// Token buckets by key: how often somebody may do something, measured by the injected clock.
import type { Clock } from './clock.ts'

export interface BucketSize {
  /** Tokens that come back in a minute. */
  perMinute: number
  /** Most tokens a bucket holds. */
  burst: number
}

export interface RateLimiter {
  /** Takes a token; answers 0, or the milliseconds until there is one again. */
  take(key: string, size: BucketSize): number
  /** How many buckets are held, for the test of pruning. */
  size(): number
}

/** A bucket as one moment: when it will be full again, as seen at `atMs`. */
interface Bucket {
  fullAtMs: number
  atMs: number
}

const pruneEveryMs = 60_000

/** Buckets in this process; full ones are forgotten. A clock that steps back neither locks out nor refills. */
export function createRateLimiter(clock: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>()
  let prunedAtMs = clock.now()

  const prune = (nowMs: number): void => {
    if (nowMs - prunedAtMs < pruneEveryMs && nowMs >= prunedAtMs) return
    prunedAtMs = nowMs
    for (const [key, bucket] of buckets) if (bucket.fullAtMs <= nowMs) buckets.delete(key)
  }

  return {
    take: (key, { perMinute, burst }) => {
      const nowMs = clock.now()
      prune(nowMs)
      const tokenMs = 60_000 / perMinute
      const bucket = buckets.get(key) ?? { fullAtMs: nowMs, atMs: nowMs }
      const steppedBackMs = Math.max(0, bucket.atMs - nowMs)
      const fullAtMs = Math.max(nowMs, bucket.fullAtMs - steppedBackMs)
      const missingMs = fullAtMs + tokenMs - nowMs - burst * tokenMs
      buckets.set(key, { fullAtMs: missingMs > 0 ? fullAtMs : fullAtMs + tokenMs, atMs: nowMs })
      return Math.max(0, Math.ceil(missingMs))
    },
    size: () => buckets.size,
  }
}
