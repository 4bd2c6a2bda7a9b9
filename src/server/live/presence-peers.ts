// Presence peers: the last sequence number from each other node, and pending snapshot requests.
import type { RoomKey } from '#shared/live/room-key.ts'
import type { DisconnectedMember } from './presence-members.ts'
import type { PresenceChange, SnapshotPart } from './presence-protocol.ts'
import type { PresenceMember } from './presence-roster.ts'

/** Receives the members that other nodes report. */
export interface RemotePresence {
  add(nodeId: string, room: RoomKey, members: readonly PresenceMember[]): void
  delete(nodeId: string, room: RoomKey, userIds: readonly number[]): void
  startGrace(nodeId: string, room: RoomKey, disconnected: readonly DisconnectedMember[]): void
  /** Replaces the node's members of all rooms. */
  replace(nodeId: string, snapshot: ReadonlyMap<RoomKey, readonly PresenceMember[]>): void
  /** A node has left or fallen silent. */
  nodeLost(nodeId: string): void
  /** A node is there, perhaps again after a silence. */
  nodeJoined(nodeId: string): void
}

export interface PresencePeers {
  nodeJoined(nodeId: string): void
  nodeLeft(nodeId: string): void
  receive(nodeId: string, sequence: number, message: PresenceChange | SnapshotPart): void
  /** Messages of a node were missed: its state is unknown until its next snapshot. False if the node has left. */
  messagesMissed(nodeId: string): boolean
  /** Requests the snapshots of all nodes, known or not. */
  requestAllSnapshots(): void
  /** Returns the nodes from which to request a snapshot (null: all of them), and clears the list. */
  takeSnapshotRequests(): readonly (string | null)[]
}

interface PeerState {
  /** The last sequence number applied without a gap; null while a gap is open. */
  sequence: number | null
  /** The parts received so far of an incomplete snapshot. */
  parts: SnapshotPart[]
  /** Runs while the node is lost and its members are in their grace periods; then its state is deleted. */
  lost: NodeJS.Timeout | null
  /** When the snapshot was requested, by `performance.now()`; null when none is awaited. */
  requestedAtMs: number | null
}

/** A request without a response is repeated after this time. */
const snapshotRetryMs = 5_000

/** Applies a node's messages while their numbers have no gap. After a gap only a complete snapshot is applied. */
export function createPresencePeers({
  remotePresence,
  graceMs,
  scheduleRequests,
}: {
  remotePresence: RemotePresence
  /** The grace period of a lost node's members. */
  graceMs: number
  /** Called when there is a snapshot to request. */
  scheduleRequests(): void
}): PresencePeers {
  const peers = new Map<string, PeerState>()
  const pendingRequests = new Set<string | null>()

  const requestSnapshot = (nodeId: string, peer: PeerState) => {
    const nowMs = performance.now()
    if (peer.requestedAtMs !== null && nowMs - peer.requestedAtMs < snapshotRetryMs) return
    peer.requestedAtMs = nowMs
    pendingRequests.add(nodeId)
    scheduleRequests()
  }
  return {
    nodeJoined: (nodeId) => {
      const lostPeer = peers.get(nodeId)
      remotePresence.nodeJoined(nodeId)
      // Nothing of a node that was only silent is missing: snapshots would make a late node later.
      if (lostPeer?.lost) {
        clearTimeout(lostPeer.lost)
        lostPeer.lost = null
        if (lostPeer.sequence !== null) return
      }
      const peer = { sequence: null, parts: [], lost: null, requestedAtMs: null }
      peers.set(nodeId, peer)
      requestSnapshot(nodeId, peer)
    },
    nodeLeft: (nodeId) => {
      const peer = peers.get(nodeId)
      // Before the grace periods end: after that, some members would be missing.
      if (peer) peer.lost = setTimeout(() => peers.delete(nodeId), graceMs).unref()
      pendingRequests.delete(nodeId)
      remotePresence.nodeLost(nodeId)
    },
    receive: (nodeId, sequence, message) => {
      const peer = peers.get(nodeId)
      // The node is unknown or has left, or the message was already applied.
      if (!peer || peer.lost || (peer.sequence !== null && sequence <= peer.sequence)) return
      if (peer.sequence !== null && sequence === peer.sequence + 1) {
        peer.sequence = sequence
        if (message.type !== 'snapshot') applyChange(remotePresence, nodeId, message)
        return
      }
      peer.sequence = null
      if (message.type === 'snapshot' && addSnapshotPart(peer, message)) {
        if (!message.isLast) return
        remotePresence.replace(nodeId, mergeSnapshotParts(peer.parts))
        Object.assign(peer, { sequence, parts: [], requestedAtMs: null })
        return
      }
      peer.parts = []
      requestSnapshot(nodeId, peer)
    },
    messagesMissed: (nodeId) => {
      const peer = peers.get(nodeId)
      if (!peer || peer.lost) return false
      // A snapshot requested before may be among what was missed.
      Object.assign(peer, { sequence: null, parts: [], requestedAtMs: null })
      requestSnapshot(nodeId, peer)
      return true
    },
    requestAllSnapshots: () => {
      const requestedAtMs = performance.now()
      for (const peer of peers.values()) Object.assign(peer, { sequence: null, parts: [], requestedAtMs })
      pendingRequests.clear()
      pendingRequests.add(null)
      scheduleRequests()
    },
    takeSnapshotRequests: () => {
      const nodeIds = pendingRequests.has(null) ? [null] : [...pendingRequests]
      pendingRequests.clear()
      return nodeIds
    },
  }
}

/** Adds the next part of a snapshot; false if it doesn't follow the parts received so far. */
function addSnapshotPart(peer: PeerState, part: SnapshotPart): boolean {
  if (part.part === 0) peer.parts = []
  if (part.part !== peer.parts.length) return false
  peer.parts.push(part)
  return true
}

function applyChange(remotePresence: RemotePresence, nodeId: string, change: PresenceChange): void {
  switch (change.type) {
    case 'joined':
      return remotePresence.add(nodeId, change.room, change.members)
    case 'left':
      return remotePresence.delete(nodeId, change.room, change.userIds)
    case 'disconnected':
      return remotePresence.startGrace(nodeId, change.room, change.members)
  }
}

function mergeSnapshotParts(parts: readonly SnapshotPart[]): ReadonlyMap<RoomKey, readonly PresenceMember[]> {
  const snapshot = new Map<RoomKey, PresenceMember[]>()
  for (const { room, members } of parts.flatMap(({ rooms }) => rooms)) {
    const existing = snapshot.get(room)
    if (existing) existing.push(...members)
    else snapshot.set(room, [...members])
  }
  return snapshot
}
