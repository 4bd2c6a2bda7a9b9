// Shares rate limits between nodes: publishes large token spends and applies those of other nodes.
import * as z from 'zod/mini'
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'

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
  applyRemoteSpend(spend: TokenSpend, from: { atMs: number; nodes: number }): void
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
  const peers = new Set<string>()
  const unpublished = new Map<string, TokenSpend>()
  /** Keys to check at the next publication. */
  const changed = new Set<string>()
  let cancelTimer: (() => void) | null = null

  const markChanged = (key: string): void => {
    changed.add(key)
    cancelTimer ??= clock.after(publishEveryMs, publishChanged)
  }
  /** The spend of a key to publish, without refilled tokens; empty below the threshold. */
  const spendToPublish = (key: string): TokenSpend[] => {
    const spend = unpublished.get(key)
    if (!spend) return []
    const used = tokensInUse(key, spend.perMinute)
    if (used <= spend.burst / (2 * (peers.size + 1))) return []
    return [{ ...spend, tokens: Math.min(spend.tokens, Math.ceil(used)) }]
  }
  const publishChanged = (): void => {
    cancelTimer = null
    if (peers.size === 0) return changed.clear()
    const spends = [...changed].flatMap(spendToPublish).toSorted((a, b) => b.tokens - a.tokens)
    changed.clear()
    for (const { key } of spends.splice(keysPerMessage)) markChanged(key)
    if (spends.length === 0) return
    for (const { key } of spends) unpublished.delete(key)
    const spent = spends.map(({ key, tokens, perMinute, burst }) => [key, tokens, perMinute, burst])
    void bus.publish(channel, { atMs: clock.now(), spent })
  }
  const unsubscribes = [
    bus.watch({
      onNodeJoined: (nodeId) => peers.add(nodeId),
      onNodeLeft: (nodeId) => peers.delete(nodeId),
    }),
    bus.subscribe(channel, (message, from) => {
      if (from === bus.nodeId) return
      const { success, data } = z.safeParse(messageSchema, message)
      if (!success) return
      for (const [key, tokens, perMinute, burst] of data.spent) {
        applyRemoteSpend({ key, tokens, perMinute, burst }, { atMs: data.atMs, nodes: peers.size + 1 })
        if (unpublished.has(key)) markChanged(key)
      }
    }),
  ]
  return {
    recordSpend: (key, { perMinute, burst }) => {
      const spend = unpublished.get(key)
      if (spend) spend.tokens += 1
      else unpublished.set(key, { key, tokens: 1, perMinute, burst })
      markChanged(key)
    },
    evictRefilled: () => {
      for (const [key, { perMinute }] of unpublished)
        if (tokensInUse(key, perMinute) === 0) unpublished.delete(key)
    },
    close: () => {
      cancelTimer?.()
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}
