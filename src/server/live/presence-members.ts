// Presence members: the roster of a room with the changes of whole nodes and the grace periods.
import {
  cancelGracePeriod,
  createRoster,
  type PresenceMember,
  type ProfileUpdate,
  type Roster,
  type RosterOptions,
} from './presence-roster.ts'

/** A member whose last socket on a node was lost; `leftMs` is the grace period left, in milliseconds. */
export interface DisconnectedMember {
  id: number
  leftMs: number
}

export interface PresenceMembers extends Pick<
  Roster,
  'memberAt' | 'joinedAtMs' | 'hasSocket' | 'count' | 'newest' | 'newestAsJson'
> {
  /** Adds members present on a node; a running grace period there is canceled. */
  add(nodeId: string, members: readonly PresenceMember[]): void
  /** Replaces all members present on a node. */
  replace(nodeId: string, members: readonly PresenceMember[]): void
  /** Removes members from a node at once. */
  delete(nodeId: string, userIds: readonly number[]): void
  /** Removes members after their grace period, unless they are added again before its end. */
  startGrace(nodeId: string, disconnected: readonly DisconnectedMember[]): void
  /** Starts the grace periods of all members on a node, but for those that run already. */
  startGraceOfNode(nodeId: string, leftMs: number): void
  /** Cancels the grace periods of all members on a node. */
  cancelGraceOfNode(nodeId: string): void
  /** Updates the profile of a member who is present. */
  updateProfile(update: ProfileUpdate): void
  membersAt(nodeId: string): PresenceMember[]
  /** The grace period each of a node's members would have left if all their sockets were lost now. */
  remainingGrace(nodeId: string, graceMs: number): DisconnectedMember[]
  close(): void
}

interface PresenceMembersOptions extends RosterOptions {
  /** A member joined, left or changed their profile; called once per batch. */
  changed(): void
  /** A member's grace period on a node has ended. */
  graceExpired(nodeId: string, userId: number): void
  /** Members have come to have a socket, or their sockets on a node have closed. */
  socketsChanged?(userIds: readonly number[]): void
}

export function createPresenceMembers({
  joined,
  left,
  changed,
  graceExpired,
  socketsChanged = () => {},
}: PresenceMembersOptions): PresenceMembers {
  const roster = createRoster({ joined, left })
  const notifyIfChanged = (...isChanged: boolean[]) => {
    if (isChanged.includes(true)) changed()
  }
  const add = (nodeId: string, members: readonly PresenceMember[]) =>
    anyChanged(members, (member) => roster.add(nodeId, member))
  const deleteAll = (nodeId: string, userIds: readonly number[]) =>
    anyChanged(userIds, (userId) => roster.delete(nodeId, userId))

  const startGrace = (nodeId: string, disconnected: readonly DisconnectedMember[]) => {
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
    socketsChanged(disconnected.map(({ id }) => id))
  }

  return {
    add: (nodeId, members) => {
      notifyIfChanged(add(nodeId, members))
      socketsChanged(members.map(({ id }) => id))
    },
    replace: (nodeId, members) => {
      const presentIds = new Set(members.map(({ id }) => id))
      const currentIds = roster.presencesAt(nodeId).map(({ userId }) => userId)
      const removedIds = currentIds.filter((id) => !presentIds.has(id))
      notifyIfChanged(deleteAll(nodeId, removedIds), add(nodeId, members))
      socketsChanged([...presentIds, ...removedIds])
    },
    delete: (nodeId, userIds) => {
      notifyIfChanged(deleteAll(nodeId, userIds))
      socketsChanged(userIds)
    },
    startGrace,
    startGraceOfNode: (nodeId, leftMs) => {
      const connected = roster.presencesAt(nodeId).filter(({ presence }) => presence.grace === null)
      startGrace(
        nodeId,
        connected.map(({ userId }) => ({ id: userId, leftMs })),
      )
    },
    cancelGraceOfNode: (nodeId) => {
      const disconnected = roster.presencesAt(nodeId).filter(({ presence }) => presence.grace !== null)
      for (const { presence } of disconnected) cancelGracePeriod(presence)
      socketsChanged(disconnected.map(({ userId }) => userId))
    },
    updateProfile: (update) => notifyIfChanged(roster.updateProfile(update)),
    membersAt: (nodeId) =>
      roster.presencesAt(nodeId).flatMap(({ userId }) => roster.memberAt(nodeId, userId) ?? []),
    remainingGrace: (nodeId, graceMs) =>
      roster.presencesAt(nodeId).map(({ userId, presence }) => ({
        id: userId,
        leftMs: presence.grace ? Math.max(0, presence.grace.endsAtMs - performance.now()) : graceMs,
      })),
    memberAt: roster.memberAt,
    joinedAtMs: roster.joinedAtMs,
    hasSocket: roster.hasSocket,
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
