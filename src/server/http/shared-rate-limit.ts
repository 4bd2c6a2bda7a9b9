// Rate limits that all nodes count together, by the bus; each node counts alone while the bus can't be asked.
import { hash } from 'node:crypto'
import { resolveWithin } from '../async/resolve-within.ts'
import type { Bus } from '../bus/bus.ts'
import type { BucketSize, RateLimiter } from './rate-limit.ts'

export interface SharedRateLimiter {
  /** Takes a token. Returns 0, or the milliseconds until one is available. */
  take(key: string, size: BucketSize): Promise<number>
}

/** A member never waits longer for Redis, and never gets an error because of it. */
const askTimeoutMs = 100
/** After a failure: so that the limits of one call don't wait one after the other. */
const pauseMs = 1_000

/** The keys name accounts and addresses, so the bus gets only their hashes. */
const hashOf = (key: string): string => hash('sha256', key, 'base64url')

/**
 * Counts at the bus, and always on this node, too: so its own count goes on when Redis is away, empty or slow. Without
 * a bus, only this node counts.
 */
export function createSharedRateLimiter(
  local: Pick<RateLimiter, 'take'>,
  { takeToken }: Pick<Bus, 'takeToken'>,
): SharedRateLimiter {
  if (takeToken === null) return { take: async (key, size) => local.take(key, size) }
  let pausedUntilMs = 0
  const ask = async (key: string, size: BucketSize): Promise<number> => {
    if (performance.now() < pausedUntilMs) return 0
    const response = takeToken(hashOf(key), size).catch(() => null)
    const waitMs = await resolveWithin(askTimeoutMs, response)
    if (waitMs === null) pausedUntilMs = performance.now() + pauseMs
    return waitMs ?? 0
  }
  return {
    take: async (key, size) => {
      const waitMs = await ask(key, size)
      return waitMs > 0 ? waitMs : local.take(key, size)
    },
  }
}
