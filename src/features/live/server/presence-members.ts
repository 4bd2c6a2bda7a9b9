// Who is in a day's room: distinct people, on whichever nodes their sockets are, and for how long the vanished count.
import type { OnlineUser } from '../contract.ts'
import { createRoster, cancelGracePeriod, type PresenceMember, type Roster } from './presence-roster.ts'

/** Somebody whose last socket at a node is lost, and for how long they still count. */
export interface DisconnectedMember {
  id: number
  leftMs: number
}

export interface PresenceMembers extends Pick<
  Roster,
  'holding' | 'joinedAtMs' | 'count' | 'newest' | 'newestAsJson'
> {
  /** A node holds these members; those whose grace runs there are back. */
  hold(nodeId: string, members: readonly PresenceMember[]): void
  /** A node holds these members and nobody else. */
  replace(nodeId: string, members: readonly PresenceMember[]): void
  /** A node doesn't hold these members any more. */
  release(nodeId: string, userIds: readonly number[]): void
  /** The same in a while, unless the node holds them again by then. */
  vanish(nodeId: string, vanished: readonly DisconnectedMember[]): void
  /** A node is gone, and so is whoever it held, except for those whose grace runs. */
  forget(nodeId: string): void
  /** Takes a member's new name and picture, if they are here. */
  know(user: OnlineUser): void
  heldBy(nodeId: string): PresenceMember[]
  /** For how long each whom a node holds would still count if all their sockets were lost now. */
  vanishing(nodeId: string, graceMs: number): DisconnectedMember[]
  close(): void
}

interface PresenceMembersOptions {
  joined(user: OnlineUser): void
  left(user: OnlineUser): void
  /** Somebody joined, left, or looks different: told once for all whom a call is about. */
  changed(): void
  /** The grace of a member is over at a node. */
  released(nodeId: string, userId: number): void
}

/** Nobody is here yet. */
export function createPresenceMembers({
  joined,
  left,
  changed,
  released,
}: PresenceMembersOptions): PresenceMembers {
  const roll = createRoster({ joined, left })
  const tell = (...isChanged: boolean[]) => {
    if (isChanged.includes(true)) changed()
  }
  const add = (nodeId: string, members: readonly PresenceMember[]) =>
    anyChanged(members, (member) => roll.add(nodeId, member))
  const drop = (nodeId: string, userIds: readonly number[]) =>
    anyChanged(userIds, (userId) => roll.drop(nodeId, userId))

  return {
    hold: (nodeId, members) => tell(add(nodeId, members)),
    replace: (nodeId, members) => {
      const staying = new Set(members.map(({ id }) => id))
      const held = roll.heldBy(nodeId).map(({ user }) => user.id)
      const others = held.filter((id) => !staying.has(id))
      tell(drop(nodeId, others), add(nodeId, members))
    },
    release: (nodeId, userIds) => tell(drop(nodeId, userIds)),
    vanish: (nodeId, vanished) => {
      for (const { id, leftMs } of vanished) {
        const holding = roll.holding(nodeId, id)
        if (!holding) continue
        cancelGracePeriod(holding)
        const end = () => {
          tell(roll.drop(nodeId, id))
          released(nodeId, id)
        }
        holding.grace = { timer: setTimeout(end, leftMs), endsAtMs: performance.now() + leftMs }
      }
    },
    forget: (nodeId) => {
      const held = roll.heldBy(nodeId).filter(({ holding }) => holding.grace === null)
      const userIds = held.map(({ user }) => user.id)
      tell(drop(nodeId, userIds))
    },
    know: (user) => tell(roll.name(user)),
    heldBy: (nodeId) =>
      roll.heldBy(nodeId).map(({ user, holding }) => ({ ...user, joinedAtMs: holding.joinedAtMs })),
    vanishing: (nodeId, graceMs) =>
      roll.heldBy(nodeId).map(({ user, holding }) => ({
        id: user.id,
        leftMs: holding.grace ? Math.max(0, holding.grace.endsAtMs - performance.now()) : graceMs,
      })),
    holding: roll.holding,
    joinedAtMs: roll.joinedAtMs,
    count: roll.count,
    newest: roll.newest,
    newestAsJson: roll.newestAsJson,
    close: roll.close,
  }
}

/** Makes a change for each; whether any of them changed anything. */
function anyChanged<Item>(items: readonly Item[], change: (item: Item) => boolean): boolean {
  return items.reduce((isChanged, item) => change(item) || isChanged, false)
}
