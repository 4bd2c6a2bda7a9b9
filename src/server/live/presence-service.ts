// Presence service: the members in each room on all nodes, local and replicated.
import type { Platform } from '#server/context.ts'
import type { OnlineUser } from '#shared/live/channel-messages.ts'
import type { RoomKey } from '#shared/live/room-key.ts'
import { createPresenceMembers, type PresenceMembers } from './presence-members.ts'
import type { RemotePresence } from './presence-peers.ts'
import { createPresenceReplication } from './presence-replication.ts'
import type { PresenceMember, ProfileUpdate } from './presence-roster.ts'
import type { LiveTimings } from './timings.ts'

/** How a connection left: `left` removes the member at once, `disconnected` after a grace period. */
export type LeaveKind = 'left' | 'disconnected'

export interface PresenceService {
  /** A member has their first socket in a room on this node. */
  enter(room: RoomKey, user: Omit<PresenceMember, 'joinedAtMs'>): void
  /** A member has no socket in the room on this node any more. */
  leave(room: RoomKey, userId: number, kind: LeaveKind): void
  /** Updates a member's profile in every room they are in. */
  updateProfile(update: ProfileUpdate): void
  /** Number of distinct members, including those in their grace period. */
  count(room: RoomKey): number
  /** Whether a member is in a room, on any node. */
  isPresent(room: RoomKey, userId: number): boolean
  /**
   * When a member's last socket in any room closed, on any node, in epoch milliseconds; null while one is open. For a
   * member whom this node has never seen, when the node started.
   */
  lastSocketClosedAtMs(userId: number): number | null
  newest(room: RoomKey, offset: number, limit: number): OnlineUser[]
  newestAsJson(room: RoomKey, limit: number): string
  close(): void
}

/** Events about a room's members on any node. Unlisted members cause none. */
export interface PresenceEvents {
  joined(room: RoomKey, user: OnlineUser): void
  left(room: RoomKey, user: OnlineUser): void
  /** Members joined, left or changed their profile; called once per batch. */
  changed(room: RoomKey): void
}

interface PresenceServiceOptions extends PresenceEvents {
  platform: Pick<Platform, 'bus' | 'clock' | 'roomClock' | 'log'>
  timings: Pick<LiveTimings, 'replicationTickMs' | 'presenceGraceMs'>
}

/** Starts empty, and requests the other nodes' snapshots. */
export function createPresenceService(options: PresenceServiceOptions): PresenceService {
  const { bus, clock, roomClock, log } = options.platform
  const { replicationTickMs, presenceGraceMs } = options.timings
  const localNodeId = bus.nodeId
  // A node whose clock is ahead would else have the newest members of all.
  const nextTimestamp = createMonotonicTimestamps(() => roomClock.now())
  const closedSockets = createClosedSockets(() => clock.now())
  const membersByRoom = createPresenceByRoom(
    {
      ...options,
      socketsChanged: (userIds) => {
        for (const userId of userIds) closedSockets.update(userId, membersByRoom.hasSocket(userId))
      },
    },
    (room, nodeId, userId) => {
      if (nodeId === localNodeId) replication.left(room, userId)
    },
  )
  const replication = createPresenceReplication({
    bus,
    tickMs: replicationTickMs,
    graceMs: presenceGraceMs,
    own: () => membersByRoom.map((members) => members.membersAt(localNodeId)),
    remotePresence: remotePresenceIn(membersByRoom, presenceGraceMs),
    onError: (error) => log.warn({ err: error }, 'A presence message could not be published or parsed.'),
  })

  return {
    enter: (room, { id, name, profilePicture, isUnlisted }) => {
      const members = membersByRoom.open(room)
      // A member who is present, or in their grace period, keeps their join time on every node.
      const joinedAtMs = members.joinedAtMs(id) ?? nextTimestamp()
      const member = { id, name, profilePicture, isUnlisted, joinedAtMs }
      members.add(localNodeId, [member])
      replication.joined(room, member)
    },
    leave: (room, userId, kind) => {
      const members = membersByRoom.of(room)
      if (kind === 'disconnected') {
        members?.startGrace(localNodeId, [{ id: userId, leftMs: presenceGraceMs }])
        return
      }
      members?.delete(localNodeId, [userId])
      replication.left(room, userId)
    },
    updateProfile: (update) =>
      membersByRoom.each((members, room) => {
        members.updateProfile(update)
        // This node's earlier messages, with the old profile, may be the last to reach the other nodes.
        const member = members.memberAt(localNodeId, update.id)
        if (member) replication.joined(room, member)
      }),
    count: (room) => membersByRoom.of(room)?.count() ?? 0,
    isPresent: (room, userId) => membersByRoom.of(room)?.joinedAtMs(userId) !== undefined,
    lastSocketClosedAtMs: (userId) =>
      membersByRoom.hasSocket(userId) ? null : closedSockets.closedAtMs(userId),
    newest: (room, offset, limit) => membersByRoom.of(room)?.newest(offset, limit) ?? [],
    newestAsJson: (room, limit) => membersByRoom.of(room)?.newestAsJson(limit) ?? '[]',
    close: () => {
      replication.close(membersByRoom.map((members) => members.remainingGrace(localNodeId, presenceGraceMs)))
      membersByRoom.each((members) => members.close())
    },
  }
}

type PresenceByRoom = ReturnType<typeof createPresenceByRoom>

/** The members by room; a room without members has no entry. */
function createPresenceByRoom(
  {
    joined,
    left,
    changed,
    socketsChanged,
  }: PresenceEvents & { socketsChanged(userIds: readonly number[]): void },
  onGraceExpired: (room: RoomKey, nodeId: string, userId: number) => void,
) {
  const byRoom = new Map<RoomKey, PresenceMembers>()
  const create = (room: RoomKey): PresenceMembers => {
    const members = createPresenceMembers({
      joined: (user) => joined(room, user),
      left: (user) => left(room, user),
      changed: () => {
        if (members.count() === 0) byRoom.delete(room)
        changed(room)
      },
      graceExpired: (nodeId, userId) => onGraceExpired(room, nodeId, userId),
      socketsChanged,
    })
    byRoom.set(room, members)
    return members
  }
  return {
    of: (room: RoomKey) => byRoom.get(room),
    /** Whether a member has an open socket in any room. */
    hasSocket: (userId: number): boolean => [...byRoom.values()].some((members) => members.hasSocket(userId)),
    /** The members of a room, to which the caller adds one now. */
    open: (room: RoomKey): PresenceMembers => byRoom.get(room) ?? create(room),
    each: (visit: (members: PresenceMembers, room: RoomKey) => void): void => byRoom.forEach(visit),
    map: <Value>(valueOf: (members: PresenceMembers) => Value): ReadonlyMap<RoomKey, Value> =>
      new Map([...byRoom].map(([room, members]) => [room, valueOf(members)])),
  }
}

function remotePresenceIn(membersByRoom: PresenceByRoom, presenceGraceMs: number): RemotePresence {
  return {
    add: (nodeId, room, members) => {
      if (members.length > 0) membersByRoom.open(room).add(nodeId, members)
    },
    delete: (nodeId, room, userIds) => membersByRoom.of(room)?.delete(nodeId, userIds),
    startGrace: (nodeId, room, disconnected) => membersByRoom.of(room)?.startGrace(nodeId, disconnected),
    replace: (nodeId, snapshot) => {
      membersByRoom.each((members, room) => {
        if (!snapshot.has(room)) members.replace(nodeId, [])
      })
      for (const [room, members] of snapshot)
        if (members.length > 0) membersByRoom.open(room).replace(nodeId, members)
    },
    // Their sockets are lost as those of one member are. A node that was suspended returns with all of them; members of
    // a crashed one reconnect to others.
    nodeLost: (nodeId) => membersByRoom.each((members) => members.startGraceOfNode(nodeId, presenceGraceMs)),
    // Its snapshot may take longer than the grace periods.
    nodeJoined: (nodeId) => membersByRoom.each((members) => members.cancelGraceOfNode(nodeId)),
  }
}

/** A departure before that is as old as one from before the start. */
const closedSocketsTtlMs = 10 * 60_000

/** When members lost their last socket. */
function createClosedSockets(now: () => number) {
  const startedAtMs = now()
  /** Oldest first. */
  const closedAt = new Map<number, number>()
  return {
    update: (userId: number, hasSocket: boolean): void => {
      if (hasSocket) closedAt.delete(userId)
      if (hasSocket || closedAt.has(userId)) return
      closedAt.set(userId, now())
      for (const [oldest, atMs] of closedAt) {
        if (atMs > now() - closedSocketsTtlMs) break
        closedAt.delete(oldest)
      }
    },
    closedAtMs: (userId: number): number => closedAt.get(userId) ?? startedAtMs,
  }
}

/** The step between two join times in the same millisecond. */
const timestampStepMs = 0.001

/** Strictly increasing timestamps. */
function createMonotonicTimestamps(now: () => number): () => number {
  let lastMs = Number.NEGATIVE_INFINITY
  return () => {
    lastMs = Math.max(now(), lastMs + timestampStepMs)
    return lastMs
  }
}
