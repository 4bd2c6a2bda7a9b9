// The other nodes as the stream shows them: who is there, how far each of them was heard, and who has fallen silent.
import type { BusWatcher } from './bus.ts'
import type { ControlSignal } from './bus-redis-entry.ts'
import type { NumberedMessage } from './bus-redis-outbox.ts'

/** What is asked of anything said before it is heard. */
type MessageHeader = Pick<NumberedMessage, 'number' | 'channel'>

interface PeerState {
  /** The number of what was heard last. */
  heardNumber: number
  heardAtMs: number
  state: 'here' | 'silent' | 'left'
}

interface BusPeersOptions {
  nowMs: number
  /** How long a node may be silent, while it could have been heard. */
  deadMs: number
  /** How long may pass between two looks before this node counts as having been deaf. */
  deafMs: number
  tell: Required<BusWatcher>
}

export interface BusPeers {
  /** Takes what another node says; answers whether it is new. */
  take(from: string, saying: MessageHeader, nowMs: number): boolean
  /** Everything that was there to be read has been read. */
  upToDate(nowMs: number): void
  here(): string[]
}

const evictAfterMs = 3_600_000
const byeSignal: ControlSignal = '@bye'

export function createBusPeers({ nowMs: begunAtMs, deadMs, deafMs, tell }: BusPeersOptions): BusPeers {
  const peers = new Map<string, PeerState>()
  let listeningSinceMs = begunAtMs
  let upToDateAtMs = begunAtMs

  /** The first that is heard of a node; nobody has to hear of one that leaves with it. */
  const meet = (from: string, { number, channel }: MessageHeader, nowMs: number): void => {
    const hasLeft = channel === byeSignal
    peers.set(from, { heardNumber: number, heardAtMs: nowMs, state: hasLeft ? 'left' : 'here' })
    if (!hasLeft) tell.arrived(from)
    // Those that were there first are met in the middle of what they say; later, a node whose beginning wasn't heard
    // has said something unheard.
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
    // Whoever dies may have saved something and not said so any more.
    if (isAnyLost) tell.missed()
  }

  return {
    take: (from, saying, nowMs) => {
      const peer = peers.get(from)
      // Sent twice because an answer of Redis was lost, or read twice.
      if (peer && (peer.state === 'left' || saying.number <= peer.heardNumber)) return false
      if (peer) hearAgain(from, peer, saying, nowMs)
      else meet(from, saying, nowMs)
      return true
    },
    upToDate: (nowMs) => {
      // Nobody is dead because this node couldn't hear, or was stopped: each has the whole time again.
      if (nowMs - upToDateAtMs > deafMs) listeningSinceMs = nowMs
      upToDateAtMs = nowMs
      loseSilent(nowMs)
    },
    here: () => [...peers].filter(([, { state }]) => state === 'here').map(([nodeId]) => nodeId),
  }
}
