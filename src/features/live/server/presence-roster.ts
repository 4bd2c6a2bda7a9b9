// Presence roster: the distinct members of a room in join order, the nodes of each, and their grace periods.
import type { OnlineUser } from '../contract.ts'

/** A member as one node reports them: with sockets in the room there, or in their grace period. */
export interface PresenceMember extends OnlineUser {
  /** Join time in epoch milliseconds; a fraction orders members who joined in the same millisecond. */
  joinedAtMs: number
}

export interface NodePresence {
  readonly joinedAtMs: number
  /** Runs while the member has no socket on the node; `endsAtMs` is by `performance.now()`. */
  grace: { timer: NodeJS.Timeout; endsAtMs: number } | null
}

interface RosterEntry {
  user: OnlineUser
  json: string
  /** The earliest join time that any node reports. */
  joinedAtMs: number
  readonly presenceByNode: Map<string, NodePresence>
}

export interface Roster {
  /** Adds a member on a node; returns true if the members, their order or their profiles change. */
  add(nodeId: string, member: PresenceMember): boolean
  /** Removes a member from a node; returns true if the roster changes. */
  delete(nodeId: string, userId: number): boolean
  /** Updates a member's name and picture; returns false if they are absent or unchanged. */
  updateProfile(user: OnlineUser): boolean
  nodePresence(nodeId: string, userId: number): NodePresence | undefined
  entriesAt(nodeId: string): { user: OnlineUser; presence: NodePresence }[]
  /** When a member joined; undefined if they are absent. */
  joinedAtMs(userId: number): number | undefined
  count(): number
  /** Members from `offset` on, newest first; the order is the same on every node. */
  newest(offset: number, limit: number): OnlineUser[]
  /** The newest members as a JSON list, from texts encoded when they joined. */
  newestAsJson(limit: number): string
  /** Cancels all grace periods. */
  close(): void
}

interface RosterOptions {
  joined(user: OnlineUser): void
  left(user: OnlineUser): void
}

function createRoster({ joined, left }: RosterOptions): Roster {
  const byUser = new Map<number, RosterEntry>()
  const ordered: RosterEntry[] = []
  const newest = (offset: number, limit: number): RosterEntry[] => {
    const end = Math.max(0, ordered.length - offset)
    return ordered.slice(Math.max(0, end - limit), end).toReversed()
  }

  return {
    add: (nodeId, { joinedAtMs, ...user }) => {
      const existing = byUser.get(user.id)
      const entry: RosterEntry = existing ?? {
        user,
        json: JSON.stringify(user),
        joinedAtMs,
        presenceByNode: new Map(),
      }
      cancelGracePeriod(entry.presenceByNode.get(nodeId))
      entry.presenceByNode.set(nodeId, { joinedAtMs, grace: null })
      if (existing)
        return [updateEntryProfile(existing, user), repositionEntry(ordered, existing)].includes(true)
      byUser.set(user.id, entry)
      ordered.splice(indexOfEntry(ordered, entry), 0, entry)
      joined(user)
      return true
    },
    delete: (nodeId, userId) => {
      const entry = byUser.get(userId)
      cancelGracePeriod(entry?.presenceByNode.get(nodeId))
      if (!entry?.presenceByNode.delete(nodeId)) return false
      if (entry.presenceByNode.size > 0) return repositionEntry(ordered, entry)
      byUser.delete(userId)
      ordered.splice(indexOfEntry(ordered, entry), 1)
      left(entry.user)
      return true
    },
    updateProfile: (user) => {
      const entry = byUser.get(user.id)
      return entry !== undefined && updateEntryProfile(entry, user)
    },
    nodePresence: (nodeId, userId) => byUser.get(userId)?.presenceByNode.get(nodeId),
    entriesAt: (nodeId) =>
      ordered.flatMap(({ user, presenceByNode }) => {
        const presence = presenceByNode.get(nodeId)
        return presence ? [{ user, presence }] : []
      }),
    joinedAtMs: (userId) => byUser.get(userId)?.joinedAtMs,
    count: () => byUser.size,
    newest: (offset, limit) => newest(offset, limit).map(({ user }) => user),
    newestAsJson: (limit) => {
      const entries = newest(0, limit).map(({ json }) => json)
      return `[${entries.join(',')}]`
    },
    close: () => {
      for (const { presenceByNode } of ordered)
        for (const presence of presenceByNode.values()) cancelGracePeriod(presence)
    },
  }
}

/** Cancels a running grace period: the member counts until the node removes them. */
function cancelGracePeriod(presence: NodePresence | undefined): void {
  if (!presence?.grace) return
  clearTimeout(presence.grace.timer)
  presence.grace = null
}

function updateEntryProfile(entry: RosterEntry, user: OnlineUser): boolean {
  if (entry.user.name === user.name && entry.user.profilePicture === user.profilePicture) return false
  entry.user = user
  entry.json = JSON.stringify(user)
  return true
}

/** Moves an entry to the index of its earliest join time; returns whether the order may have changed. */
function repositionEntry(ordered: RosterEntry[], entry: RosterEntry): boolean {
  const joinedAtMs = Math.min(...[...entry.presenceByNode.values()].map((presence) => presence.joinedAtMs))
  if (joinedAtMs === entry.joinedAtMs) return false
  ordered.splice(indexOfEntry(ordered, entry), 1)
  entry.joinedAtMs = joinedAtMs
  ordered.splice(indexOfEntry(ordered, entry), 0, entry)
  return true
}

/** The index of an entry in join order, or where to insert it. */
function indexOfEntry(ordered: readonly RosterEntry[], entry: RosterEntry): number {
  let [from, to] = [0, ordered.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const candidate = ordered[middle]
    if (candidate && joinedEarlier(candidate, entry)) from = middle + 1
    else to = middle
  }
  return from
}

function joinedEarlier(first: RosterEntry, second: RosterEntry): boolean {
  if (first.joinedAtMs !== second.joinedAtMs) return first.joinedAtMs < second.joinedAtMs
  return first.user.id < second.user.id
}

/** A member whose last socket on a node was lost; `leftMs` is the grace period left, in milliseconds. */
export interface DisconnectedMember {
  id: number
  leftMs: number
}

export interface PresenceMembers extends Pick<
  Roster,
  'nodePresence' | 'joinedAtMs' | 'count' | 'newest' | 'newestAsJson'
> {
  /** Adds members present on a node; a running grace period there is canceled. */
  add(nodeId: string, members: readonly PresenceMember[]): void
  /** Replaces all members present on a node. */
  replace(nodeId: string, members: readonly PresenceMember[]): void
  /** Removes members from a node at once. */
  delete(nodeId: string, userIds: readonly number[]): void
  /** Removes members after their grace period, unless they are added again before its end. */
  startGrace(nodeId: string, disconnected: readonly DisconnectedMember[]): void
  /** Removes a lost node's members, except those in their grace period. */
  deleteNode(nodeId: string): void
  /** Updates the name and picture of a member who is present. */
  updateProfile(user: OnlineUser): void
  membersAt(nodeId: string): PresenceMember[]
  /** The grace period each of a node's members would have left if all their sockets were lost now. */
  remainingGrace(nodeId: string, graceMs: number): DisconnectedMember[]
  close(): void
}

interface PresenceMembersOptions {
  joined(user: OnlineUser): void
  left(user: OnlineUser): void
  /** A member joined, left or changed their profile; called once per batch. */
  changed(): void
  /** A member's grace period on a node has ended. */
  graceExpired(nodeId: string, userId: number): void
}

export function createPresenceMembers({
  joined,
  left,
  changed,
  graceExpired,
}: PresenceMembersOptions): PresenceMembers {
  const roster = createRoster({ joined, left })
  const notifyIfChanged = (...isChanged: boolean[]) => {
    if (isChanged.includes(true)) changed()
  }
  const add = (nodeId: string, members: readonly PresenceMember[]) =>
    anyChanged(members, (member) => roster.add(nodeId, member))
  const deleteAll = (nodeId: string, userIds: readonly number[]) =>
    anyChanged(userIds, (userId) => roster.delete(nodeId, userId))

  return {
    add: (nodeId, members) => notifyIfChanged(add(nodeId, members)),
    replace: (nodeId, members) => {
      const presentIds = new Set(members.map(({ id }) => id))
      const currentIds = roster.entriesAt(nodeId).map(({ user }) => user.id)
      const removedIds = currentIds.filter((id) => !presentIds.has(id))
      notifyIfChanged(deleteAll(nodeId, removedIds), add(nodeId, members))
    },
    delete: (nodeId, userIds) => notifyIfChanged(deleteAll(nodeId, userIds)),
    startGrace: (nodeId, disconnected) => {
      for (const { id, leftMs } of disconnected) {
        const presence = roster.nodePresence(nodeId, id)
        if (!presence) continue
        cancelGracePeriod(presence)
        const expire = () => {
          notifyIfChanged(roster.delete(nodeId, id))
          graceExpired(nodeId, id)
        }
        presence.grace = { timer: setTimeout(expire, leftMs), endsAtMs: performance.now() + leftMs }
      }
    },
    deleteNode: (nodeId) => {
      const removed = roster.entriesAt(nodeId).filter(({ presence }) => presence.grace === null)
      const userIds = removed.map(({ user }) => user.id)
      notifyIfChanged(deleteAll(nodeId, userIds))
    },
    updateProfile: (user) => notifyIfChanged(roster.updateProfile(user)),
    membersAt: (nodeId) =>
      roster.entriesAt(nodeId).map(({ user, presence }) => ({ ...user, joinedAtMs: presence.joinedAtMs })),
    remainingGrace: (nodeId, graceMs) =>
      roster.entriesAt(nodeId).map(({ user, presence }) => ({
        id: user.id,
        leftMs: presence.grace ? Math.max(0, presence.grace.endsAtMs - performance.now()) : graceMs,
      })),
    nodePresence: roster.nodePresence,
    joinedAtMs: roster.joinedAtMs,
    count: roster.count,
    newest: roster.newest,
    newestAsJson: roster.newestAsJson,
    close: roster.close,
  }
}

/** Applies a change to every item; returns whether any of them changed something. */
function anyChanged<Item>(items: readonly Item[], change: (item: Item) => boolean): boolean {
  return items.reduce((isChanged, item) => change(item) || isChanged, false)
}
