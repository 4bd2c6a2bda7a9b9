// Peer nodes as the stream shows them: which are present, the last number of each, and which fell silent.
import type { BusWatcher } from './bus.ts'
import type { ControlSignal } from './redis-entry.ts'
import type { NumberedMessage } from './redis-resend-buffer.ts'

/** The fields that are checked before a message is delivered. */
type MessageHeader = Pick<NumberedMessage, 'number' | 'channel'>

interface PeerState {
  /** The number of the last message received. */
  lastNumber: number
  lastSeenAtMs: number
  state: 'alive' | 'silent' | 'left'
}

interface BusPeersOptions {
  nowMs: number
  /** How long a node may be silent while this node could receive. */
  peerTimeoutMs: number
  /** The longest gap between two reads before this node counts as having been unable to receive. */
  stallMs: number
  watcher: Required<BusWatcher>
}

export interface BusPeers {
  /** Handles a peer's message; returns whether it is new. */
  receive(from: string, header: MessageHeader, nowMs: number): boolean
  /** The stream reader has caught up with the stream. */
  onCaughtUp(nowMs: number): void
  aliveNodeIds(): string[]
}

const evictAfterMs = 3_600_000
const byeSignal: ControlSignal = '@bye'

export function createBusPeers({
  nowMs: startedAtMs,
  peerTimeoutMs,
  stallMs,
  watcher,
}: BusPeersOptions): BusPeers {
  const peers = new Map<string, PeerState>()
  let listeningSinceMs = startedAtMs
  let upToDateAtMs = startedAtMs

  /** The first message of a peer. If it is a goodbye, watchers needn't learn of the peer. */
  const addPeer = (from: string, { number, channel }: MessageHeader, nowMs: number): void => {
    const hasLeft = channel === byeSignal
    peers.set(from, { lastNumber: number, lastSeenAtMs: nowMs, state: hasLeft ? 'left' : 'alive' })
    if (!hasLeft) watcher.onNodeJoined(from)
    // At startup, peers are met mid-sequence. Later, a peer whose first number isn't 1 has sent messages that this
    // node missed.
    if (number > 1 && nowMs - startedAtMs > peerTimeoutMs) watcher.onMessagesMissed(from)
  }
  const updatePeer = (
    from: string,
    peer: PeerState,
    { number, channel }: MessageHeader,
    nowMs: number,
  ): void => {
    const isGap = number > peer.lastNumber + 1
    const wasAlive = peer.state === 'alive'
    Object.assign(peer, { lastNumber: number, lastSeenAtMs: nowMs, state: 'alive' } satisfies PeerState)
    if (!wasAlive) watcher.onNodeJoined(from)
    if (isGap) watcher.onMessagesMissed(from)
    if (channel !== byeSignal) return
    peer.state = 'left'
    watcher.onNodeLeft(from)
  }
  const markSilentPeers = (nowMs: number): void => {
    const lost: string[] = []
    for (const [nodeId, peer] of peers) {
      const silentMs = nowMs - Math.max(peer.lastSeenAtMs, listeningSinceMs)
      if (peer.state === 'alive' && silentMs > peerTimeoutMs) {
        peer.state = 'silent'
        lost.push(nodeId)
        watcher.onNodeLeft(nodeId)
      } else if (silentMs > evictAfterMs) {
        peers.delete(nodeId)
      }
    }
    // A crashed node may have committed a change without publishing it.
    for (const nodeId of lost) watcher.onMessagesMissed(nodeId)
  }

  return {
    receive: (from, header, nowMs) => {
      const peer = peers.get(from)
      // Duplicate: resent after a lost reply of Redis, or read twice.
      if (peer && (peer.state === 'left' || header.number <= peer.lastNumber)) return false
      if (peer) updatePeer(from, peer, header, nowMs)
      else addPeer(from, header, nowMs)
      return true
    },
    onCaughtUp: (nowMs) => {
      // This node couldn't receive or was suspended: every peer gets the full timeout again.
      if (nowMs - upToDateAtMs > stallMs) listeningSinceMs = nowMs
      upToDateAtMs = nowMs
      markSilentPeers(nowMs)
    },
    aliveNodeIds: () => [...peers].filter(([, { state }]) => state === 'alive').map(([nodeId]) => nodeId),
  }
}
