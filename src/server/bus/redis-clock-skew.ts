// Clock skew between nodes: the times of a sitting come from the node that receives a report.
import type { ControlSignal } from './redis-entry.ts'
import type { NumberedMessage } from './redis-resend-buffer.ts'

export interface ClockSkewMonitor {
  /** Called with every message, this node's own included, in stream order. */
  onMessage(from: string, message: Pick<NumberedMessage, 'channel' | 'text'>): void
}

interface PeerClock {
  /** The peer's clock at its last heartbeat; null: none since this node's own last heartbeat. */
  sentAtMs: number | null
  /** How far ahead of this node's clock the peer was last logged to be. */
  loggedMs: number
  /** Consecutive measurements that differ from the logged value. */
  strikes: number
}

/** Far below what a sitting tolerates (sittingClockResetMs), and above the difference of adjacent heartbeats. */
const skewToleranceMs = 5_000
/** A single heartbeat may be old because it waited for Redis. */
const strikesNeeded = 3
const byeSignal: ControlSignal = '@bye'

/**
 * Compares the time in each of this node's heartbeats with that of the peers' preceding ones in the stream. Network
 * delay therefore doesn't matter.
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
    if (peer.sentAtMs === null) return
    const aheadMs = peer.sentAtMs - nowMs
    peer.sentAtMs = null
    peer.strikes = Math.abs(aheadMs - peer.loggedMs) > skewToleranceMs ? peer.strikes + 1 : 0
    if (peer.strikes < strikesNeeded) return
    peer.strikes = 0
    peer.loggedMs = Math.abs(aheadMs) > skewToleranceMs ? aheadMs : 0
    log(describeSkew(name, peer.loggedMs))
  }
  const describeSkew = (name: string, aheadMs: number): string => {
    if (aheadMs === 0) return `The clocks of nodes ${nodeId} and ${name} are synchronized again.`
    const seconds = Math.round(Math.abs(aheadMs) / 1_000)
    const [first, last] = aheadMs > 0 ? [name, nodeId] : [nodeId, name]
    return `The clock of node ${first} is ${seconds} s ahead of that of node ${last}; synchronize them, or sitting time is counted incorrectly.`
  }

  return {
    onMessage: (from, { channel, text }) => {
      const sentAtMs = Number(text)
      if (!channel.startsWith('@') || !(sentAtMs > 0)) return
      if (from === nodeId) {
        for (const [name, peer] of peers) compare(name, peer, sentAtMs)
        return
      }
      if (channel === byeSignal) {
        peers.delete(from)
        return
      }
      const peer = peers.get(from) ?? { sentAtMs, loggedMs: 0, strikes: 0 }
      peer.sentAtMs = sentAtMs
      peers.set(from, peer)
    },
  }
}
