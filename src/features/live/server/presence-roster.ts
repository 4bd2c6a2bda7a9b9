// The roll of a room: everybody in the order in which they came, and the nodes that hold them.
import type { OnlineUser } from '../contract.ts'

/** Somebody as one node holds them: with sockets in the room there, or with one that was lost a moment ago. */
export interface PresenceMember extends OnlineUser {
  /** When they came, in epoch milliseconds, with a fraction to tell apart who came in the same one. */
  joinedAtMs: number
}

export interface NodePresence {
  readonly joinedAtMs: number
  /** Runs while the node has no socket of the member; `endsAtMs` by `performance.now()`. */
  grace: { timer: NodeJS.Timeout; endsAtMs: number } | null
}

interface RosterEntry {
  user: OnlineUser
  json: string
  /** The earliest that a node says. */
  joinedAtMs: number
  readonly holdings: Map<string, NodePresence>
}

export interface Roster {
  /** A node holds a member; true when that changes who is here, in which order, or how they look. */
  add(nodeId: string, member: PresenceMember): boolean
  /** A node holds a member no more; true when that changes anything. */
  drop(nodeId: string, userId: number): boolean
  /** Takes a member's new name and picture; false when they aren't here, or look like that already. */
  name(user: OnlineUser): boolean
  holding(nodeId: string, userId: number): NodePresence | undefined
  heldBy(nodeId: string): { user: OnlineUser; holding: NodePresence }[]
  /** When a member came who is here. */
  joinedAtMs(userId: number): number | undefined
  count(): number
  /** Members from `offset` on, the newest first; every node has the same order. */
  newest(offset: number, limit: number): OnlineUser[]
  /** The same members as a JSON list, from texts that were encoded when they joined. */
  newestAsJson(limit: number): string
  /** Ends all graces. */
  close(): void
}

interface RosterOptions {
  joined(user: OnlineUser): void
  left(user: OnlineUser): void
}

/** Nobody is on it yet. */
export function createRoster({ joined, left }: RosterOptions): Roster {
  const byUser = new Map<number, RosterEntry>()
  const ordered: RosterEntry[] = []
  const newest = (offset: number, limit: number): RosterEntry[] => {
    const end = Math.max(0, ordered.length - offset)
    return ordered.slice(Math.max(0, end - limit), end).toReversed()
  }

  return {
    add: (nodeId, { joinedAtMs, ...user }) => {
      const known = byUser.get(user.id)
      const entry: RosterEntry = known ?? {
        user,
        json: JSON.stringify(user),
        joinedAtMs,
        holdings: new Map(),
      }
      cancelGracePeriod(entry.holdings.get(nodeId))
      entry.holdings.set(nodeId, { joinedAtMs, grace: null })
      if (known) return [updateEntryProfile(known, user), repositionEntry(ordered, known)].includes(true)
      byUser.set(user.id, entry)
      ordered.splice(indexOfEntry(ordered, entry), 0, entry)
      joined(user)
      return true
    },
    drop: (nodeId, userId) => {
      const entry = byUser.get(userId)
      cancelGracePeriod(entry?.holdings.get(nodeId))
      if (!entry?.holdings.delete(nodeId)) return false
      if (entry.holdings.size > 0) return repositionEntry(ordered, entry)
      byUser.delete(userId)
      ordered.splice(indexOfEntry(ordered, entry), 1)
      left(entry.user)
      return true
    },
    name: (user) => {
      const entry = byUser.get(user.id)
      return entry !== undefined && updateEntryProfile(entry, user)
    },
    holding: (nodeId, userId) => byUser.get(userId)?.holdings.get(nodeId),
    heldBy: (nodeId) =>
      ordered.flatMap(({ user, holdings }) => {
        const holding = holdings.get(nodeId)
        return holding ? [{ user, holding }] : []
      }),
    joinedAtMs: (userId) => byUser.get(userId)?.joinedAtMs,
    count: () => byUser.size,
    newest: (offset, limit) => newest(offset, limit).map(({ user }) => user),
    newestAsJson: (limit) => {
      const texts = newest(0, limit).map(({ json }) => json)
      return `[${texts.join(',')}]`
    },
    close: () => {
      for (const { holdings } of ordered) for (const holding of holdings.values()) cancelGracePeriod(holding)
    },
  }
}

/** Somebody whom nobody waits for any more counts as long as they are held. */
export function cancelGracePeriod(holding: NodePresence | undefined): void {
  if (!holding?.grace) return
  clearTimeout(holding.grace.timer)
  holding.grace = null
}

function updateEntryProfile(entry: RosterEntry, user: OnlineUser): boolean {
  if (entry.user.name === user.name && entry.user.profilePicture === user.profilePicture) return false
  entry.user = user
  entry.json = JSON.stringify(user)
  return true
}

/** Puts an entry where it belongs by what its holders say; whether that is another place. */
function repositionEntry(ordered: RosterEntry[], entry: RosterEntry): boolean {
  const joinedAtMs = Math.min(...[...entry.holdings.values()].map((holding) => holding.joinedAtMs))
  if (joinedAtMs === entry.joinedAtMs) return false
  ordered.splice(indexOfEntry(ordered, entry), 1)
  entry.joinedAtMs = joinedAtMs
  ordered.splice(indexOfEntry(ordered, entry), 0, entry)
  return true
}

/** Where an entry stands, or is to be put, among those who came before and after it. */
function indexOfEntry(ordered: readonly RosterEntry[], entry: RosterEntry): number {
  let [from, to] = [0, ordered.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const other = ordered[middle]
    if (other && joinedEarlier(other, entry)) from = middle + 1
    else to = middle
  }
  return from
}

function joinedEarlier(one: RosterEntry, other: RosterEntry): boolean {
  if (one.joinedAtMs !== other.joinedAtMs) return one.joinedAtMs < other.joinedAtMs
  return one.user.id < other.user.id
}
