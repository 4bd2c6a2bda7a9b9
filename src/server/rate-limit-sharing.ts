// Tells the other nodes what was taken out of the buckets here, once that is worth telling, and hears it from them.
import * as z from 'zod/mini'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'

/** What was taken from a bucket, and what a bucket of that key is like. */
export interface TokenSpend {
  key: string
  tokens: number
  perMinute: number
  burst: number
}

interface RateLimitSharingOptions {
  clock: Clock
  /** Absent where there is one node only. */
  bus: Bus | undefined
  /** How many tokens of a bucket aren't back yet. */
  inUse(key: string, perMinute: number): number
  /** Takes what was taken on another node, `atMs` by its clock, out of the bucket here. */
  takeOut(spending: TokenSpend, from: { atMs: number; nodes: number }): void
}

export interface RateLimitSharing {
  /** A token was taken here. */
  spent(key: string, size: Pick<TokenSpend, 'perMinute' | 'burst'>): void
  /** Forgets what has come back without having been told. */
  prune(): void
  close(): void
}

const channel = 'limits'
const publishEveryMs = 250
const keysPerMessage = 500
const messageSchema = z.object({
  atMs: z.number(),
  /** Key, tokens, tokens that come back in a minute, burst. */
  spent: z.array(z.tuple([z.string(), z.number(), z.number(), z.number()])),
})

const noSharing: RateLimitSharing = { spent: () => {}, prune: () => {}, close: () => {} }

/**
 * Every quarter of a second, when something was spent. A key is told when as much of its bucket is in use as every node
 * could let pass in silence without half the limit being passed: most keys never are. With N nodes a key whose burst is
 * less than 2 N is told from its first token on, so from about thirty nodes on most are.
 */
export function createRateLimitSharing({
  clock,
  bus,
  inUse,
  takeOut,
}: RateLimitSharingOptions): RateLimitSharing {
  if (!bus) return noSharing
  const others = new Set<string>()
  const untold = new Map<string, TokenSpend>()
  /** Of these it is to be asked whether they are worth telling. */
  const changed = new Set<string>()
  let callOff: (() => void) | null = null

  const note = (key: string): void => {
    changed.add(key)
    callOff ??= clock.after(publishEveryMs, tell)
  }
  /** What of a key is to be told: nothing that has come back meanwhile. */
  const worthTelling = (key: string): TokenSpend[] => {
    const spending = untold.get(key)
    if (!spending) return []
    const used = inUse(key, spending.perMinute)
    if (used <= spending.burst / (2 * (others.size + 1))) return []
    return [{ ...spending, tokens: Math.min(spending.tokens, Math.ceil(used)) }]
  }
  const tell = (): void => {
    callOff = null
    if (others.size === 0) return changed.clear()
    const worth = [...changed].flatMap(worthTelling).toSorted((a, b) => b.tokens - a.tokens)
    changed.clear()
    for (const { key } of worth.splice(keysPerMessage)) note(key)
    if (worth.length === 0) return
    for (const { key } of worth) untold.delete(key)
    const spent = worth.map(({ key, tokens, perMinute, burst }) => [key, tokens, perMinute, burst])
    void bus.publish(channel, { atMs: clock.now(), spent })
  }
  const stops = [
    bus.watch({
      arrived: (nodeId) => others.add(nodeId),
      gone: (nodeId) => others.delete(nodeId),
    }),
    bus.subscribe(channel, (message, from) => {
      if (from === bus.nodeId) return
      const { success, data } = z.safeParse(messageSchema, message)
      if (!success) return
      for (const [key, tokens, perMinute, burst] of data.spent) {
        takeOut({ key, tokens, perMinute, burst }, { atMs: data.atMs, nodes: others.size + 1 })
        if (untold.has(key)) note(key)
      }
    }),
  ]
  return {
    spent: (key, { perMinute, burst }) => {
      const spending = untold.get(key)
      if (spending) spending.tokens += 1
      else untold.set(key, { key, tokens: 1, perMinute, burst })
      note(key)
    },
    prune: () => {
      for (const [key, { perMinute }] of untold) if (inUse(key, perMinute) === 0) untold.delete(key)
    },
    close: () => {
      callOff?.()
      for (const stop of stops) stop()
    },
  }
}
