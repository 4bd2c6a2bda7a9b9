// Whether the clocks of the nodes agree: times in sittings are taken on whichever node a report reaches.
import type { ControlSignal } from './bus-redis-entry.ts'
import type { NumberedMessage } from './bus-redis-outbox.ts'

export interface ClockSkewMonitor {
  /** Anything that was said, by this node too, in the order of the stream. */
  hear(from: string, saying: Pick<NumberedMessage, 'channel' | 'text'>): void
}

interface PeerClock {
  /** By its clock, when it said last that it is there; null: not since this node said so. */
  saidAtMs: number | null
  /** How far ahead of this node's its clock was said to be. */
  loggedMs: number
  /** How often by now it was found to be elsewhere. */
  strikes: number
}

/** Far less than what a sitting bears (sittingClockResetMs), and more than signs of life that lie side by side differ. */
const skewToleranceMs = 5_000
/** One sign of life may be old: it waited for Redis. */
const strikesNeeded = 3
const byeSignal: ControlSignal = '@bye'

/**
 * Compares the moment in each of this node's signs of life with those in the others' before it in the stream, so that
 * it doesn't matter how long they took to get here.
 */
export function createClockSkewMonitor({
  nodeId,
  log,
}: {
  nodeId: string
  log(line: string): void
}): ClockSkewMonitor {
  const peers = new Map<string, PeerClock>()

  const compare = (name: string, peer: PeerClock, nowMs: number): void => {
    if (peer.saidAtMs === null) return
    const aheadMs = peer.saidAtMs - nowMs
    peer.saidAtMs = null
    peer.strikes = Math.abs(aheadMs - peer.loggedMs) > skewToleranceMs ? peer.strikes + 1 : 0
    if (peer.strikes < strikesNeeded) return
    peer.strikes = 0
    peer.loggedMs = Math.abs(aheadMs) > skewToleranceMs ? aheadMs : 0
    log(sentence(name, peer.loggedMs))
  }
  const sentence = (name: string, aheadMs: number): string => {
    if (aheadMs === 0) return `The clocks of the nodes ${nodeId} and ${name} agree again.`
    const seconds = Math.round(Math.abs(aheadMs) / 1_000)
    const [first, last] = aheadMs > 0 ? [name, nodeId] : [nodeId, name]
    return `The clock of node ${first} is ${seconds} s ahead of that of node ${last}; they must be synchronised, or time in sittings counts wrong.`
  }

  return {
    hear: (from, { channel, text }) => {
      const saidAtMs = Number(text)
      if (!channel.startsWith('@') || !(saidAtMs > 0)) return
      if (from === nodeId) {
        for (const [name, peer] of peers) compare(name, peer, saidAtMs)
        return
      }
      if (channel === byeSignal) {
        peers.delete(from)
        return
      }
      const peer = peers.get(from) ?? { saidAtMs, loggedMs: 0, strikes: 0 }
      peer.saidAtMs = saidAtMs
      peers.set(from, peer)
    },
  }
}
