// Presence service: the members in each day's room on all nodes, local and replicated.
import type { Platform } from '#server/context.ts'
import type { OnlineUser } from '../contract.ts'
import { createPresenceReplication } from './presence-replication.ts'
import { createPresenceMembers, type PresenceMembers } from './presence-members.ts'
import type { RemotePresence } from './presence-peers.ts'
import type { LiveTimings } from './timings.ts'

/** How a connection left: `told` removes the member at once, `vanished` after a grace period. */
export type LeaveKind = 'told' | 'vanished'

export interface PresenceService {
  /** A member has their first socket in a room on this node. */
  enter(day: string, user: OnlineUser): void
  /** A member has no socket in the room on this node any more. */
  leave(day: string, userId: number, how: LeaveKind): void
  /** Updates a member's name and picture in every room they are in. */
  updateProfile(user: OnlineUser): void
  /** Number of distinct members, including those in their grace period. */
  count(day: string): number
  newest(day: string, offset: number, limit: number): OnlineUser[]
  newestAsJson(day: string, limit: number): string
  close(): void
}

/** Events about a room's members on any node. */
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

/** Starts empty, and asks the other nodes for their members. */
export function createPresenceService(options: PresenceServiceOptions): PresenceService {
  const { bus, clock, log } = options.platform
  const { replicationTickMs, presenceGraceMs } = options.timings
  const here = bus.nodeId
  const stamp = createMonotonicTimestamps(() => clock.now())
  const days = createPresenceByDay(options, (day, nodeId, userId) => {
    if (nodeId === here) exchange.left(day, userId)
  })
  const exchange = createPresenceReplication({
    bus,
    tickMs: replicationTickMs,
    own: () => days.map((members) => members.membersAt(here)),
    remotePresence: remotePresenceIn(days),
    failed: (error) => log.warn({ err: error }, 'A message about who is here failed.'),
  })

  return {
    enter: (day, { id, name, profilePicture }) => {
      const members = days.open(day)
      // A member who is present, or in their grace period, keeps their place on every node.
      const joinedAtMs = members.joinedAtMs(id) ?? stamp()
      const member = { id, name, profilePicture, joinedAtMs }
      members.add(here, [member])
      exchange.joined(day, member)
    },
    leave: (day, userId, how) => {
      const members = days.of(day)
      if (how === 'vanished') {
        members?.startGrace(here, [{ id: userId, leftMs: presenceGraceMs }])
        return
      }
      members?.delete(here, [userId])
      exchange.left(day, userId)
    },
    updateProfile: (user) =>
      days.each((members, day) => {
        members.updateProfile(user)
        // This node's earlier messages, with the old profile, may be the last to reach the other nodes.
        const held = members.nodePresence(here, user.id)
        if (held) exchange.joined(day, { ...user, joinedAtMs: held.joinedAtMs })
      }),
    count: (day) => days.of(day)?.count() ?? 0,
    newest: (day, offset, limit) => days.of(day)?.newest(offset, limit) ?? [],
    newestAsJson: (day, limit) => days.of(day)?.newestAsJson(limit) ?? '[]',
    close: () => {
      exchange.close(days.map((members) => members.remainingGrace(here, presenceGraceMs)))
      days.each((members) => members.close())
    },
  }
}

type PresenceByDay = ReturnType<typeof createPresenceByDay>

/** The members by day; a day without members has no entry. */
function createPresenceByDay(
  { joined, left, changed }: PresenceEvents,
  released: (day: string, nodeId: string, userId: number) => void,
) {
  const byDay = new Map<string, PresenceMembers>()
  const begin = (day: string): PresenceMembers => {
    const members = createPresenceMembers({
      joined: (user) => joined(day, user),
      left: (user) => left(day, user),
      changed: () => {
        if (members.count() === 0) byDay.delete(day)
        changed(day)
      },
      graceExpired: (nodeId, userId) => released(day, nodeId, userId),
    })
    byDay.set(day, members)
    return members
  }
  return {
    of: (day: string) => byDay.get(day),
    /** The members of a day, to which the caller adds one now. */
    open: (day: string): PresenceMembers => byDay.get(day) ?? begin(day),
    each: (work: (members: PresenceMembers, day: string) => void): void => byDay.forEach(work),
    map: <Value>(valueOf: (members: PresenceMembers) => Value): ReadonlyMap<string, Value> =>
      new Map([...byDay].map(([day, members]) => [day, valueOf(members)])),
  }
}

function remotePresenceIn(days: PresenceByDay): RemotePresence {
  return {
    add: (nodeId, day, members) => {
      if (members.length > 0) days.open(day).add(nodeId, members)
    },
    delete: (nodeId, day, userIds) => days.of(day)?.delete(nodeId, userIds),
    startGrace: (nodeId, day, vanished) => days.of(day)?.startGrace(nodeId, vanished),
    replace: (nodeId, picture) => {
      days.each((members, day) => {
        if (!picture.has(day)) members.replace(nodeId, [])
      })
      for (const [day, members] of picture) if (members.length > 0) days.open(day).replace(nodeId, members)
    },
    deleteNode: (nodeId) => days.each((members) => members.deleteNode(nodeId)),
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
