// Token buckets by key: how often somebody may do something, measured by the injected clock, on all nodes together.
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import { createRateLimitSharing, type TokenSpend } from './rate-limit-sharing.ts'

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
  /** Tells and hears nothing more of other nodes. */
  close(): void
}

/** A bucket as one moment: when it will be full again, as seen at `atMs`. */
interface Bucket {
  fullAtMs: number
  atMs: number
}

const evictEveryMs = 60_000

/**
 * Buckets in this process; full ones are forgotten. A clock that steps back neither locks out nor refills. With a bus,
 * what the nodes take they take out of each other's buckets a quarter of a second later.
 */
export function createRateLimiter(clock: Clock, bus?: Bus): RateLimiter {
  const buckets = new Map<string, Bucket>()
  let prunedAtMs = clock.now()

  const prune = (nowMs: number): void => {
    if (nowMs - prunedAtMs < evictEveryMs && nowMs >= prunedAtMs) return
    prunedAtMs = nowMs
    for (const [key, bucket] of buckets) if (bucket.fullAtMs <= nowMs) buckets.delete(key)
    sharing.prune()
  }
  /** When the bucket will be full, which may be in the past. */
  const fullAt = (key: string, nowMs: number): number => {
    const bucket = buckets.get(key)
    return bucket ? bucket.fullAtMs - Math.max(0, bucket.atMs - nowMs) : 0
  }
  const takeHere = (key: string, { perMinute, burst }: BucketSize, nowMs: number): number => {
    const tokenMs = 60_000 / perMinute
    const fullAtMs = Math.max(nowMs, fullAt(key, nowMs))
    const missingMs = fullAtMs + tokenMs - nowMs - burst * tokenMs
    buckets.set(key, { fullAtMs: missingMs > 0 ? fullAtMs : fullAtMs + tokenMs, atMs: nowMs })
    return Math.max(0, Math.ceil(missingMs))
  }
  // That may be more than the bucket holds, for the last token was taken on each node. The debt is a burst at most.
  const takeOut = (spending: TokenSpend, from: { atMs: number; nodes: number }): void => {
    const { key, tokens, perMinute, burst } = spending
    const nowMs = clock.now()
    prune(nowMs)
    const tokenMs = 60_000 / perMinute
    const fullAtMs = Math.max(Math.min(from.atMs, nowMs), fullAt(key, nowMs)) + tokens * tokenMs
    const mostMs = nowMs + (2 * burst + from.nodes) * tokenMs
    buckets.set(key, { fullAtMs: Math.min(fullAtMs, mostMs), atMs: nowMs })
  }
  const sharing = createRateLimitSharing({
    clock,
    bus,
    inUse: (key, perMinute) => {
      const nowMs = clock.now()
      return Math.max(0, fullAt(key, nowMs) - nowMs) / (60_000 / perMinute)
    },
    takeOut,
  })

  return {
    take: (key, size) => {
      const nowMs = clock.now()
      prune(nowMs)
      const waitMs = takeHere(key, size, nowMs)
      if (waitMs === 0) sharing.spent(key, size)
      return waitMs
    },
    size: () => buckets.size,
    close: sharing.close,
  }
}
