// Presence roster: the distinct members of a room in join order, the nodes of each, and their grace periods.
import type { OnlineUser } from '#shared/live/channel-messages.ts'

/** A member as one node reports them: with sockets in the room there, or in their grace period. */
export interface PresenceMember extends OnlineUser {
  /** Part of the number, but in no list and no announcement (TRUST-01). */
  isUnlisted: boolean
  /** Join time in epoch milliseconds; a fraction orders members who joined in the same millisecond. */
  joinedAtMs: number
}

/** A member's name and picture, and their choice to be unlisted if it may have changed. */
export interface ProfileUpdate extends OnlineUser {
  isUnlisted?: boolean | undefined
}

export interface NodePresence {
  readonly joinedAtMs: number
  /** Runs while the member has no socket on the node; `endsAtMs` is by `performance.now()`. */
  grace: { timer: NodeJS.Timeout; endsAtMs: number } | null
}

interface RosterEntry {
  user: OnlineUser
  /** Encoded when it is first listed: few of a large room are. */
  json: string | null
  isUnlisted: boolean
  /** The earliest join time that any node reports. */
  joinedAtMs: number
  readonly presenceByNode: Map<string, NodePresence>
}

export interface Roster {
  /** Adds a member on a node; returns true if the members, their order or their profiles change. */
  add(nodeId: string, member: PresenceMember): boolean
  /** Removes a member from a node; returns true if the roster changes. */
  delete(nodeId: string, userId: number): boolean
  /** Updates a member's profile; returns false if they are absent or unchanged. */
  updateProfile(update: ProfileUpdate): boolean
  nodePresence(nodeId: string, userId: number): NodePresence | undefined
  /** A member as a node reports them. */
  memberAt(nodeId: string, userId: number): PresenceMember | undefined
  presencesAt(nodeId: string): { userId: number; presence: NodePresence }[]
  /** When a member joined; undefined if they are absent. */
  joinedAtMs(userId: number): number | undefined
  /** Whether a member has an open socket in the room, on any node; not while only a grace period keeps them. */
  hasSocket(userId: number): boolean
  /** All members, including unlisted ones. */
  count(): number
  /** Members from `offset` on, newest first; the order is the same on every node. */
  newest(offset: number, limit: number): OnlineUser[]
  /** The newest members as a JSON list, from texts encoded once. */
  newestAsJson(limit: number): string
  /** Cancels all grace periods. */
  close(): void
}

export interface RosterOptions {
  /** A member is now in the lists: they joined, or are no longer unlisted. */
  joined(user: OnlineUser): void
  left(user: OnlineUser): void
}

export function createRoster({ joined, left }: RosterOptions): Roster {
  const byUser = new Map<number, RosterEntry>()
  const listed = createListedEntries({ joined, left })
  const memberOf = ({ user, isUnlisted }: RosterEntry, { joinedAtMs }: NodePresence): PresenceMember => ({
    ...user,
    isUnlisted,
    joinedAtMs,
  })

  return {
    add: (nodeId, { joinedAtMs, isUnlisted, ...user }) => {
      const existing = byUser.get(user.id)
      const entry: RosterEntry = existing ?? {
        user,
        json: null,
        isUnlisted,
        joinedAtMs,
        presenceByNode: new Map(),
      }
      cancelGracePeriod(entry.presenceByNode.get(nodeId))
      entry.presenceByNode.set(nodeId, { joinedAtMs, grace: null })
      if (existing)
        return [
          updateEntryProfile(existing, user),
          listed.updateUnlisted(existing, isUnlisted),
          listed.reposition(existing),
        ].includes(true)
      byUser.set(user.id, entry)
      if (!isUnlisted) listed.add(entry)
      return true
    },
    delete: (nodeId, userId) => {
      const entry = byUser.get(userId)
      cancelGracePeriod(entry?.presenceByNode.get(nodeId))
      if (!entry?.presenceByNode.delete(nodeId)) return false
      if (entry.presenceByNode.size > 0) return listed.reposition(entry)
      byUser.delete(userId)
      if (!entry.isUnlisted) listed.delete(entry)
      return true
    },
    updateProfile: ({ isUnlisted, ...user }) => {
      const entry = byUser.get(user.id)
      if (!entry) return false
      return [
        updateEntryProfile(entry, user),
        listed.updateUnlisted(entry, isUnlisted ?? entry.isUnlisted),
      ].includes(true)
    },
    nodePresence: (nodeId, userId) => byUser.get(userId)?.presenceByNode.get(nodeId),
    memberAt: (nodeId, userId) => {
      const entry = byUser.get(userId)
      const presence = entry?.presenceByNode.get(nodeId)
      return entry && presence && memberOf(entry, presence)
    },
    presencesAt: (nodeId) =>
      [...byUser].flatMap(([userId, { presenceByNode }]) => {
        const presence = presenceByNode.get(nodeId)
        return presence ? [{ userId, presence }] : []
      }),
    joinedAtMs: (userId) => byUser.get(userId)?.joinedAtMs,
    hasSocket: (userId) => {
      const presences = byUser.get(userId)?.presenceByNode.values() ?? []
      return [...presences].some(({ grace }) => grace === null)
    },
    count: () => byUser.size,
    newest: (offset, limit) => listed.newest(offset, limit).map(({ user }) => user),
    newestAsJson: (limit) => {
      const entries = listed.newest(0, limit).map((entry) => (entry.json ??= JSON.stringify(entry.user)))
      return `[${entries.join(',')}]`
    },
    close: () => {
      for (const { presenceByNode } of byUser.values())
        for (const presence of presenceByNode.values()) cancelGracePeriod(presence)
    },
  }
}

/**
 * The entries of listed members, in join order. They are put in order when they are read, as the members of a whole node
 * come and go at once.
 */
function createListedEntries({ joined, left }: RosterOptions) {
  let entries: RosterEntry[] = []
  let isOrdered = true
  const removed = new Set<RosterEntry>()
  const compact = () => {
    if (removed.size === 0) return
    entries = entries.filter((entry) => !removed.has(entry))
    removed.clear()
  }
  const inOrder = (): readonly RosterEntry[] => {
    compact()
    if (!isOrdered) entries.sort(compareJoins)
    isOrdered = true
    return entries
  }
  const listed = {
    add: (entry: RosterEntry) => {
      if (removed.has(entry)) compact()
      const last = entries.at(-1)
      isOrdered &&= last === undefined || compareJoins(last, entry) < 0
      entries.push(entry)
      joined(entry.user)
    },
    delete: (entry: RosterEntry) => {
      removed.add(entry)
      // On a node where no one reads the list, they would pile up.
      if (removed.size > entries.length / 2) compact()
      left(entry.user)
    },
    updateUnlisted: (entry: RosterEntry, isUnlisted: boolean): boolean => {
      if (entry.isUnlisted === isUnlisted) return false
      entry.isUnlisted = isUnlisted
      if (isUnlisted) listed.delete(entry)
      else listed.add(entry)
      return true
    },
    /** Moves an entry to the index of its earliest join time; returns whether the order may have changed. */
    reposition: (entry: RosterEntry): boolean => {
      const joinedAtMs = Math.min(
        ...[...entry.presenceByNode.values()].map((presence) => presence.joinedAtMs),
      )
      if (joinedAtMs === entry.joinedAtMs) return false
      entry.joinedAtMs = joinedAtMs
      isOrdered = false
      return true
    },
    newest: (offset: number, limit: number): RosterEntry[] => {
      const ordered = inOrder()
      const end = Math.max(0, ordered.length - offset)
      return ordered.slice(Math.max(0, end - limit), end).toReversed()
    },
  }
  return listed
}

/** Ends the grace period of a presence, if one runs. */
export function cancelGracePeriod(presence: NodePresence | undefined): void {
  if (!presence?.grace) return
  clearTimeout(presence.grace.timer)
  presence.grace = null
}

function updateEntryProfile(entry: RosterEntry, user: OnlineUser): boolean {
  if (entry.user.name === user.name && entry.user.profilePicture === user.profilePicture) return false
  entry.user = user
  entry.json = null
  return true
}

function compareJoins(first: RosterEntry, second: RosterEntry): number {
  return first.joinedAtMs - second.joinedAtMs || first.user.id - second.user.id
}
