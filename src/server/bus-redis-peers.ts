// Peer nodes as the stream shows them: which are present, the last number of each, and which fell silent.
import type { BusWatcher } from './bus.ts'
import type { ControlSignal } from './bus-redis-entry.ts'
import type { NumberedMessage } from './bus-redis-outbox.ts'

/** The fields that are checked before a message is delivered. */
type MessageHeader = Pick<NumberedMessage, 'number' | 'channel'>

interface PeerState {
  /** The number of the last message received. */
  heardNumber: number
  heardAtMs: number
  state: 'here' | 'silent' | 'left'
}

interface BusPeersOptions {
  nowMs: number
  /** How long a node may be silent while this node could receive. */
  deadMs: number
  /** The longest gap between two reads before this node counts as having been unable to receive. */
  deafMs: number
  tell: Required<BusWatcher>
}

export interface BusPeers {
  /** Handles a peer's message; returns whether it is new. */
  take(from: string, saying: MessageHeader, nowMs: number): boolean
  /** The reader has caught up with the stream. */
  upToDate(nowMs: number): void
  here(): string[]
}

const evictAfterMs = 3_600_000
const byeSignal: ControlSignal = '@bye'

export function createBusPeers({ nowMs: begunAtMs, deadMs, deafMs, tell }: BusPeersOptions): BusPeers {
  const peers = new Map<string, PeerState>()
  let listeningSinceMs = begunAtMs
  let upToDateAtMs = begunAtMs

  /** The first message of a peer. If it is a goodbye, watchers needn't learn of the peer. */
  const meet = (from: string, { number, channel }: MessageHeader, nowMs: number): void => {
    const hasLeft = channel === byeSignal
    peers.set(from, { heardNumber: number, heardAtMs: nowMs, state: hasLeft ? 'left' : 'here' })
    if (!hasLeft) tell.arrived(from)
    // At startup, peers are met mid-sequence. Later, a peer whose first number isn't 1 has sent messages that this
    // node missed.
    if (number > 1 && nowMs - begunAtMs > deadMs) tell.missed()
  }
  const hearAgain = (
    from: string,
    peer: PeerState,
    { number, channel }: MessageHeader,
    nowMs: number,
  ): void => {
    const isGap = number > peer.heardNumber + 1
    const wasHere = peer.state === 'here'
    Object.assign(peer, { heardNumber: number, heardAtMs: nowMs, state: 'here' } satisfies PeerState)
    if (!wasHere) tell.arrived(from)
    if (isGap) tell.missed()
    if (channel !== byeSignal) return
    peer.state = 'left'
    tell.gone(from)
  }
  const loseSilent = (nowMs: number): void => {
    let isAnyLost = false
    for (const [nodeId, peer] of peers) {
      const silentMs = nowMs - Math.max(peer.heardAtMs, listeningSinceMs)
      if (peer.state === 'here' && silentMs > deadMs) {
        peer.state = 'silent'
        isAnyLost = true
        tell.gone(nodeId)
      } else if (silentMs > evictAfterMs) {
        peers.delete(nodeId)
      }
    }
    // A crashed node may have committed a change without publishing it.
    if (isAnyLost) tell.missed()
  }

  return {
    take: (from, saying, nowMs) => {
      const peer = peers.get(from)
      // Duplicate: resent after a lost reply of Redis, or read twice.
      if (peer && (peer.state === 'left' || saying.number <= peer.heardNumber)) return false
      if (peer) hearAgain(from, peer, saying, nowMs)
      else meet(from, saying, nowMs)
      return true
    },
    upToDate: (nowMs) => {
      // This node couldn't receive or was suspended: every peer gets the full timeout again.
      if (nowMs - upToDateAtMs > deafMs) listeningSinceMs = nowMs
      upToDateAtMs = nowMs
      loseSilent(nowMs)
    },
    here: () => [...peers].filter(([, { state }]) => state === 'here').map(([nodeId]) => nodeId),
  }
}
