// Presence service: the members in each day's room on all nodes, local and replicated.
import type { Platform } from '#server/context.ts'
import type { OnlineUser } from '../contract.ts'
import { createPresenceReplication } from './presence-replication.ts'
import {
  createPresenceMembers,
  type PresenceMember,
  type PresenceMembers,
  type ProfileUpdate,
} from './presence-roster.ts'
import type { RemotePresence } from './presence-peers.ts'
import type { LiveTimings } from './timings.ts'

/** How a connection left: `left` removes the member at once, `disconnected` after a grace period. */
export type LeaveKind = 'left' | 'disconnected'

export interface PresenceService {
  /** A member has their first socket in a room on this node. */
  enter(day: string, user: Omit<PresenceMember, 'joinedAtMs'>): void
  /** A member has no socket in the room on this node any more. */
  leave(day: string, userId: number, kind: LeaveKind): void
  /** Updates a member's profile in every room they are in. */
  updateProfile(update: ProfileUpdate): void
  /** Number of distinct members, including those in their grace period. */
  count(day: string): number
  /** Whether a member is in a day's room, on any node. */
  isPresent(day: string, userId: number): boolean
  /**
   * When a member's last socket in any room closed, on any node, in epoch milliseconds; null while one is open. For a
   * member whom this node has never seen, when the node started.
   */
  lastSocketClosedAtMs(userId: number): number | null
  newest(day: string, offset: number, limit: number): OnlineUser[]
  newestAsJson(day: string, limit: number): string
  close(): void
}

/** Events about a room's members on any node. Unlisted members cause none. */
export interface PresenceEvents {
  joined(day: string, user: OnlineUser): void
  left(day: string, user: OnlineUser): void
  /** Members joined, left or changed their profile; called once per batch. */
  changed(day: string): void
}

interface PresenceServiceOptions extends PresenceEvents {
  platform: Pick<Platform, 'bus' | 'clock' | 'log'>
  timings: Pick<LiveTimings, 'replicationTickMs' | 'presenceGraceMs'>
}

/** Starts empty, and requests the other nodes' snapshots. */
export function createPresenceService(options: PresenceServiceOptions): PresenceService {
  const { bus, clock, log } = options.platform
  const { replicationTickMs, presenceGraceMs } = options.timings
  const localNodeId = bus.nodeId
  const nextTimestamp = createMonotonicTimestamps(() => clock.now())
  const closedSockets = createClosedSockets(() => clock.now())
  const membersByDay = createPresenceByDay(
    {
      ...options,
      socketsChanged: (userIds) => {
        for (const userId of userIds) closedSockets.update(userId, membersByDay.hasSocket(userId))
      },
    },
    (day, nodeId, userId) => {
      if (nodeId === localNodeId) replication.left(day, userId)
    },
  )
  const replication = createPresenceReplication({
    bus,
    tickMs: replicationTickMs,
    own: () => membersByDay.map((members) => members.membersAt(localNodeId)),
    remotePresence: remotePresenceIn(membersByDay),
    onError: (error) => log.warn({ err: error }, 'A presence message could not be published or parsed.'),
  })

  return {
    enter: (day, { id, name, profilePicture, isUnlisted }) => {
      const members = membersByDay.open(day)
      // A member who is present, or in their grace period, keeps their join time on every node.
      const joinedAtMs = members.joinedAtMs(id) ?? nextTimestamp()
      const member = { id, name, profilePicture, isUnlisted, joinedAtMs }
      members.add(localNodeId, [member])
      replication.joined(day, member)
    },
    leave: (day, userId, kind) => {
      const members = membersByDay.of(day)
      if (kind === 'disconnected') {
        members?.startGrace(localNodeId, [{ id: userId, leftMs: presenceGraceMs }])
        return
      }
      members?.delete(localNodeId, [userId])
      replication.left(day, userId)
    },
    updateProfile: (update) =>
      membersByDay.each((members, day) => {
        members.updateProfile(update)
        // This node's earlier messages, with the old profile, may be the last to reach the other nodes.
        const member = members.memberAt(localNodeId, update.id)
        if (member) replication.joined(day, member)
      }),
    count: (day) => membersByDay.of(day)?.count() ?? 0,
    isPresent: (day, userId) => membersByDay.of(day)?.joinedAtMs(userId) !== undefined,
    lastSocketClosedAtMs: (userId) =>
      membersByDay.hasSocket(userId) ? null : closedSockets.closedAtMs(userId),
    newest: (day, offset, limit) => membersByDay.of(day)?.newest(offset, limit) ?? [],
    newestAsJson: (day, limit) => membersByDay.of(day)?.newestAsJson(limit) ?? '[]',
    close: () => {
      replication.close(membersByDay.map((members) => members.remainingGrace(localNodeId, presenceGraceMs)))
      membersByDay.each((members) => members.close())
    },
  }
}

type PresenceByDay = ReturnType<typeof createPresenceByDay>

/** The members by day; a day without members has no entry. */
function createPresenceByDay(
  {
    joined,
    left,
    changed,
    socketsChanged,
  }: PresenceEvents & { socketsChanged(userIds: readonly number[]): void },
  onGraceExpired: (day: string, nodeId: string, userId: number) => void,
) {
  const byDay = new Map<string, PresenceMembers>()
  const create = (day: string): PresenceMembers => {
    const members = createPresenceMembers({
      joined: (user) => joined(day, user),
      left: (user) => left(day, user),
      changed: () => {
        if (members.count() === 0) byDay.delete(day)
        changed(day)
      },
      graceExpired: (nodeId, userId) => onGraceExpired(day, nodeId, userId),
      socketsChanged,
    })
    byDay.set(day, members)
    return members
  }
  return {
    of: (day: string) => byDay.get(day),
    /** Whether a member has an open socket in the room of any day. */
    hasSocket: (userId: number): boolean => [...byDay.values()].some((members) => members.hasSocket(userId)),
    /** The members of a day, to which the caller adds one now. */
    open: (day: string): PresenceMembers => byDay.get(day) ?? create(day),
    each: (visit: (members: PresenceMembers, day: string) => void): void => byDay.forEach(visit),
    map: <Value>(valueOf: (members: PresenceMembers) => Value): ReadonlyMap<string, Value> =>
      new Map([...byDay].map(([day, members]) => [day, valueOf(members)])),
  }
}

function remotePresenceIn(membersByDay: PresenceByDay): RemotePresence {
  return {
    add: (nodeId, day, members) => {
      if (members.length > 0) membersByDay.open(day).add(nodeId, members)
    },
    delete: (nodeId, day, userIds) => membersByDay.of(day)?.delete(nodeId, userIds),
    startGrace: (nodeId, day, disconnected) => membersByDay.of(day)?.startGrace(nodeId, disconnected),
    replace: (nodeId, snapshot) => {
      membersByDay.each((members, day) => {
        if (!snapshot.has(day)) members.replace(nodeId, [])
      })
      for (const [day, members] of snapshot)
        if (members.length > 0) membersByDay.open(day).replace(nodeId, members)
    },
    deleteNode: (nodeId) => membersByDay.each((members) => members.deleteNode(nodeId)),
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
