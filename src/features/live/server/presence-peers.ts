// Presence peers: the other nodes, the position in each one's log, and which to ask for a snapshot.
import type { SnapshotPart, PresenceChange } from './presence-protocol.ts'
import type { DisconnectedMember } from './presence-members.ts'
import type { PresenceMember } from './presence-roster.ts'

/** Receives the members that other nodes report. */
export interface RemotePresence {
  add(nodeId: string, day: string, members: readonly PresenceMember[]): void
  delete(nodeId: string, day: string, userIds: readonly number[]): void
  startGrace(nodeId: string, day: string, vanished: readonly DisconnectedMember[]): void
  /** Replaces the node's members of all days. */
  replace(nodeId: string, picture: ReadonlyMap<string, readonly PresenceMember[]>): void
  deleteNode(nodeId: string): void
}

export interface PresencePeers {
  arrived(nodeId: string): void
  gone(nodeId: string): void
  receive(nodeId: string, n: number, says: PresenceChange | SnapshotPart): void
  /** Marks every peer's state as unknown, and requests all snapshots. */
  requestAllSnapshots(): void
  /** Returns the nodes to ask for a snapshot (null: all of them), and clears the list. */
  takeSnapshotRequests(): readonly (string | null)[]
}

interface PeerState {
  /** The last sequence number applied without a gap; null while a gap is open. */
  n: number | null
  /** The parts received so far of an incomplete snapshot. */
  parts: SnapshotPart[]
  /** When the snapshot was requested, by `performance.now()`; null when none is awaited. */
  askedAtMs: number | null
}

/** A request without an answer is repeated after this time. */
const snapshotRetryMs = 5_000

/** Applies a node's messages while their numbers have no gap. After a gap only a complete snapshot is applied. */
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
  /** Adds the next part of a snapshot; returns false if it doesn't follow the parts received so far. */
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
      others.deleteNode(nodeId)
    },
    receive: (nodeId, n, says) => {
      const peer = peers.get(nodeId)
      // The node is unknown or gone, or the message was already applied.
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
    requestAllSnapshots: () => {
      const askedAtMs = performance.now()
      for (const peer of peers.values()) Object.assign(peer, { n: null, parts: [], askedAtMs })
      wanted.clear()
      wanted.add(null)
      askSoon()
    },
    takeSnapshotRequests: () => {
      const asked = wanted.has(null) ? [null] : [...wanted]
      wanted.clear()
      return asked
    },
  }
}

function applyChange(others: RemotePresence, nodeId: string, change: PresenceChange): void {
  switch (change.type) {
    case 'joined':
      return others.add(nodeId, change.day, change.members)
    case 'left':
      return others.delete(nodeId, change.day, change.userIds)
    case 'vanished':
      return others.startGrace(nodeId, change.day, change.members)
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
