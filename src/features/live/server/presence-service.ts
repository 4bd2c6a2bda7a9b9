// Who is in which day's room, on all nodes: this node's members, and what the others say of theirs.
import type { Platform } from '#server/context.ts'
import type { OnlineUser } from '../contract.ts'
import { createPresenceReplication } from './presence-replication.ts'
import { createPresenceMembers, type PresenceMembers } from './presence-members.ts'
import type { RemotePresence } from './presence-peers.ts'
import type { LiveTimings } from './timings.ts'

/** How somebody left: in a way that everybody hears of at once, or so that they may be back in a moment. */
export type LeaveKind = 'told' | 'vanished'

export interface PresenceService {
  /** Somebody has a first socket in a room on this node. */
  enter(day: string, user: OnlineUser): void
  /** Somebody has none there any more. */
  leave(day: string, userId: number, how: LeaveKind): void
  /** Shows somebody's new name and picture wherever they are. */
  know(user: OnlineUser): void
  /** Distinct members, those included whose last socket vanished a moment ago. */
  count(day: string): number
  newest(day: string, offset: number, limit: number): OnlineUser[]
  newestAsJson(day: string, limit: number): string
  close(): void
}

/** What a room is told of its members, on whichever node they are. */
export interface PresenceEvents {
  joined(day: string, user: OnlineUser): void
  left(day: string, user: OnlineUser): void
  /** Somebody joined, left or looks different; once for all who did at a time. */
  changed(day: string): void
}

interface PresenceServiceOptions extends PresenceEvents {
  platform: Pick<Platform, 'bus' | 'clock' | 'log'>
  timings: Pick<LiveTimings, 'exchangeTickMs' | 'presenceGraceMs'>
}

/** Nobody is known to be anywhere yet; the other nodes are asked. */
export function createPresenceService(options: PresenceServiceOptions): PresenceService {
  const { bus, clock, log } = options.platform
  const { exchangeTickMs, presenceGraceMs } = options.timings
  const here = bus.nodeId
  const stamp = createMonotonicTimestamps(() => clock.now())
  const days = createPresenceByDay(options, (day, nodeId, userId) => {
    if (nodeId === here) exchange.left(day, userId)
  })
  const exchange = createPresenceReplication({
    bus,
    tickMs: exchangeTickMs,
    own: () => days.map((members) => members.heldBy(here)),
    others: remotePresenceIn(days),
    failed: (error) => log.warn({ err: error }, 'A message about who is here failed.'),
  })

  return {
    enter: (day, { id, name, profilePicture }) => {
      const members = days.open(day)
      // Whoever is here already, or was a moment ago, keeps their place on every node.
      const joinedAtMs = members.joinedAtMs(id) ?? stamp()
      const member = { id, name, profilePicture, joinedAtMs }
      members.hold(here, [member])
      exchange.joined(day, member)
    },
    leave: (day, userId, how) => {
      const members = days.of(day)
      if (how === 'vanished') {
        members?.vanish(here, [{ id: userId, leftMs: presenceGraceMs }])
        return
      }
      members?.release(here, [userId])
      exchange.left(day, userId)
    },
    know: (user) =>
      days.each((members, day) => {
        members.know(user)
        // What this node said of them before it heard of it may come last to the others.
        const held = members.holding(here, user.id)
        if (held) exchange.joined(day, { ...user, joinedAtMs: held.joinedAtMs })
      }),
    count: (day) => days.of(day)?.count() ?? 0,
    newest: (day, offset, limit) => days.of(day)?.newest(offset, limit) ?? [],
    newestAsJson: (day, limit) => days.of(day)?.newestAsJson(limit) ?? '[]',
    close: () => {
      exchange.close(days.map((members) => members.vanishing(here, presenceGraceMs)))
      days.each((members) => members.close())
    },
  }
}

type PresenceByDay = ReturnType<typeof createPresenceByDay>

/** The members by day, as long as there are any. */
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
      released: (nodeId, userId) => released(day, nodeId, userId),
    })
    byDay.set(day, members)
    return members
  }
  return {
    of: (day: string) => byDay.get(day),
    /** The members of a day, to whom somebody is added now. */
    open: (day: string): PresenceMembers => byDay.get(day) ?? begin(day),
    each: (work: (members: PresenceMembers, day: string) => void): void => byDay.forEach(work),
    map: <Value>(valueOf: (members: PresenceMembers) => Value): ReadonlyMap<string, Value> =>
      new Map([...byDay].map(([day, members]) => [day, valueOf(members)])),
  }
}

function remotePresenceIn(days: PresenceByDay): RemotePresence {
  return {
    hold: (nodeId, day, members) => {
      if (members.length > 0) days.open(day).hold(nodeId, members)
    },
    release: (nodeId, day, userIds) => days.of(day)?.release(nodeId, userIds),
    vanish: (nodeId, day, vanished) => days.of(day)?.vanish(nodeId, vanished),
    replace: (nodeId, picture) => {
      days.each((members, day) => {
        if (!picture.has(day)) members.replace(nodeId, [])
      })
      for (const [day, members] of picture) if (members.length > 0) days.open(day).replace(nodeId, members)
    },
    forget: (nodeId) => days.each((members) => members.forget(nodeId)),
  }
}

/** How much later somebody counts who came in the same millisecond. */
const timestampStepMs = 0.001

/** Moments that never repeat, as long as they are taken in their order. */
function createMonotonicTimestamps(now: () => number): () => number {
  let lastMs = Number.NEGATIVE_INFINITY
  return () => {
    lastMs = Math.max(now(), lastMs + timestampStepMs)
    return lastMs
  }
}
