// The other nodes that are there, how much is known of what each has said, and whom to ask for a whole picture.
import type { SnapshotPart, PresenceChange } from './presence-protocol.ts'
import type { DisconnectedMember } from './presence-members.ts'
import type { PresenceMember } from './presence-roster.ts'

/** Takes what another node says of its members. */
export interface RemotePresence {
  hold(nodeId: string, day: string, members: readonly PresenceMember[]): void
  release(nodeId: string, day: string, userIds: readonly number[]): void
  vanish(nodeId: string, day: string, vanished: readonly DisconnectedMember[]): void
  /** These and nobody else, of all days. */
  replace(nodeId: string, picture: ReadonlyMap<string, readonly PresenceMember[]>): void
  forget(nodeId: string): void
}

export interface PresencePeers {
  arrived(nodeId: string): void
  gone(nodeId: string): void
  hear(nodeId: string, n: number, says: PresenceChange | SnapshotPart): void
  /** Nothing is sure any more: everybody is asked. */
  doubt(): void
  /** Whom to ask now, null for everybody; they count as asked. */
  takeAsked(): readonly (string | null)[]
}

interface PeerState {
  /** The number up to which everything that it said is known; null while that is in doubt. */
  n: number | null
  /** The parts so far of a picture that isn't complete. */
  parts: SnapshotPart[]
  /** When its picture was asked for, by `performance.now()`; null when it isn't waited for. */
  askedAtMs: number | null
}

/** An answer that hasn't come by then is asked for again. */
const snapshotRetryMs = 5_000

/** What a node says in its order, without a gap, is taken as it comes; after a gap only its whole picture is. */
export function createPresencePeers({
  others,
  askSoon,
}: {
  others: RemotePresence
  askSoon(): void
}): PresencePeers {
  const peers = new Map<string, PeerState>()
  const wanted = new Set<string | null>()

  const ask = (nodeId: string, peer: PeerState) => {
    const nowMs = performance.now()
    if (peer.askedAtMs !== null && nowMs - peer.askedAtMs < snapshotRetryMs) return
    peer.askedAtMs = nowMs
    wanted.add(nodeId)
    askSoon()
  }
  /** Whether the part belongs to what is there of a picture. */
  const takePart = (nodeId: string, peer: PeerState, n: number, part: SnapshotPart): boolean => {
    if (part.part === 0) peer.parts = []
    if (part.part !== peer.parts.length) return false
    peer.parts.push(part)
    if (part.isLast) {
      others.replace(nodeId, mergeSnapshotParts(peer.parts))
      Object.assign(peer, { n, parts: [], askedAtMs: null })
    }
    return true
  }
  return {
    arrived: (nodeId) => {
      const peer = { n: null, parts: [], askedAtMs: null }
      peers.set(nodeId, peer)
      ask(nodeId, peer)
    },
    gone: (nodeId) => {
      peers.delete(nodeId)
      wanted.delete(nodeId)
      others.forget(nodeId)
    },
    hear: (nodeId, n, says) => {
      const peer = peers.get(nodeId)
      // Not there yet, or no more; or it is known.
      if (!peer || (peer.n !== null && n <= peer.n)) return
      if (peer.n !== null && n === peer.n + 1) {
        peer.n = n
        if (says.type !== 'picture') applyChange(others, nodeId, says)
        return
      }
      peer.n = null
      if (says.type === 'picture' && takePart(nodeId, peer, n, says)) return
      peer.parts = []
      ask(nodeId, peer)
    },
    doubt: () => {
      const askedAtMs = performance.now()
      for (const peer of peers.values()) Object.assign(peer, { n: null, parts: [], askedAtMs })
      wanted.clear()
      wanted.add(null)
      askSoon()
    },
    takeAsked: () => {
      const asked = wanted.has(null) ? [null] : [...wanted]
      wanted.clear()
      return asked
    },
  }
}

function applyChange(others: RemotePresence, nodeId: string, change: PresenceChange): void {
  switch (change.type) {
    case 'joined':
      return others.hold(nodeId, change.day, change.members)
    case 'left':
      return others.release(nodeId, change.day, change.userIds)
    case 'vanished':
      return others.vanish(nodeId, change.day, change.members)
  }
}

function mergeSnapshotParts(parts: readonly SnapshotPart[]): ReadonlyMap<string, readonly PresenceMember[]> {
  const picture = new Map<string, PresenceMember[]>()
  for (const { day, members } of parts.flatMap(({ rooms }) => rooms)) {
    const known = picture.get(day)
    if (known) known.push(...members)
    else picture.set(day, [...members])
  }
  return picture
}
