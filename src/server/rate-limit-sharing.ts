// Shares rate limits between nodes: publishes large token spends and applies those of other nodes.
import * as z from 'zod/mini'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'

/** Tokens taken from a bucket, with the bucket's size. */
export interface TokenSpend {
  key: string
  tokens: number
  perMinute: number
  burst: number
}

interface RateLimitSharingOptions {
  clock: Clock
  /** Absent on a single node. */
  bus: Bus | undefined
  /** Tokens of a bucket that haven't been refilled yet. */
  tokensInUse(key: string, perMinute: number): number
  /** Applies another node's spend, made at `atMs` by its clock, to the local bucket. */
  applyRemoteSpend(spending: TokenSpend, from: { atMs: number; nodes: number }): void
}

export interface RateLimitSharing {
  /** Records a token taken on this node. */
  recordSpend(key: string, size: Pick<TokenSpend, 'perMinute' | 'burst'>): void
  /** Drops unpublished spends that have been refilled meanwhile. */
  evictRefilled(): void
  close(): void
}

const channel = 'limits'
const publishEveryMs = 250
const keysPerMessage = 500
const messageSchema = z.object({
  atMs: z.number(),
  /** Key, tokens, tokens refilled per minute, burst. */
  spent: z.array(z.tuple([z.string(), z.number(), z.number(), z.number()])),
})

const noSharing: RateLimitSharing = { recordSpend: () => {}, evictRefilled: () => {}, close: () => {} }

/**
 * Publishes spends every 250 ms. A key is published once its use on this node exceeds burst / 2N, with N nodes.
 * Below that, unpublished use on all nodes stays within half the limit; most keys never reach it. A burst below 2N
 * is published from its first token, so from about thirty nodes on most keys are.
 */
export function createRateLimitSharing({
  clock,
  bus,
  tokensInUse,
  applyRemoteSpend,
}: RateLimitSharingOptions): RateLimitSharing {
  if (!bus) return noSharing
  const others = new Set<string>()
  const untold = new Map<string, TokenSpend>()
  /** Keys to check at the next publication. */
  const changed = new Set<string>()
  let callOff: (() => void) | null = null

  const note = (key: string): void => {
    changed.add(key)
    callOff ??= clock.after(publishEveryMs, tell)
  }
  /** The spend of a key to publish, without refilled tokens; empty below the threshold. */
  const worthTelling = (key: string): TokenSpend[] => {
    const spending = untold.get(key)
    if (!spending) return []
    const used = tokensInUse(key, spending.perMinute)
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
      onNodeJoined: (nodeId) => others.add(nodeId),
      onNodeLeft: (nodeId) => others.delete(nodeId),
    }),
    bus.subscribe(channel, (message, from) => {
      if (from === bus.nodeId) return
      const { success, data } = z.safeParse(messageSchema, message)
      if (!success) return
      for (const [key, tokens, perMinute, burst] of data.spent) {
        applyRemoteSpend({ key, tokens, perMinute, burst }, { atMs: data.atMs, nodes: others.size + 1 })
        if (untold.has(key)) note(key)
      }
    }),
  ]
  return {
    recordSpend: (key, { perMinute, burst }) => {
      const spending = untold.get(key)
      if (spending) spending.tokens += 1
      else untold.set(key, { key, tokens: 1, perMinute, burst })
      note(key)
    },
    evictRefilled: () => {
      for (const [key, { perMinute }] of untold) if (tokensInUse(key, perMinute) === 0) untold.delete(key)
    },
    close: () => {
      callOff?.()
      for (const stop of stops) stop()
    },
  }
}
