// The members of a room: distinct people, however many sockets each of them has.
import type { OnlineUser } from '../contract.ts'
import type { Connection } from './connection.ts'

/** How a socket left: in a way that everybody hears of at once, or so that it may be back in a moment. */
export type Leaving = 'told' | 'vanished'

export interface Members {
  /** Everybody's sockets. */
  readonly connections: ReadonlySet<Connection>
  enter(connection: Connection): void
  leave(connection: Connection, how: Leaving): void
  /** Takes a member's new name and picture; false when nobody here is meant. */
  know(user: OnlineUser): boolean
  /** Distinct members, those included whose last socket vanished a moment ago. */
  count(): number
  /** Members from `offset` on, the newest first. */
  newest(offset: number, limit: number): OnlineUser[]
  /** The same members as a JSON list, from texts that were encoded when they joined. */
  newestAsJson(limit: number): string
  close(): void
}

interface Member {
  user: OnlineUser
  json: string
  sockets: Set<Connection>
  /** Runs while no socket is left. */
  grace: NodeJS.Timeout | null
}

interface MembersOptions {
  /** How long somebody counts whose last socket vanished. */
  graceMs: number
  joined(user: OnlineUser): void
  left(user: OnlineUser): void
}

/** Nobody is here yet. */
export function createMembers({ graceMs, joined, left }: MembersOptions): Members {
  const connections = new Set<Connection>()
  const byUser = new Map<number, Member>()
  /** In the order of joining. */
  const ordered: Member[] = []

  const remove = (member: Member) => {
    byUser.delete(member.user.id)
    ordered.splice(ordered.indexOf(member), 1)
    left(member.user)
  }
  const newest = (offset: number, limit: number): Member[] => {
    const end = Math.max(0, ordered.length - offset)
    return ordered.slice(Math.max(0, end - limit), end).toReversed()
  }

  return {
    connections,
    enter: (connection) => {
      connections.add(connection)
      const known = byUser.get(connection.user.id)
      if (known) {
        stay(known, connection)
        return
      }
      const member = memberOf(connection)
      byUser.set(member.user.id, member)
      ordered.push(member)
      joined(member.user)
    },
    leave: (connection, how) => {
      const member = byUser.get(connection.user.id)
      connections.delete(connection)
      if (!member?.sockets.delete(connection) || member.sockets.size > 0) return
      if (how === 'told') remove(member)
      else member.grace = setTimeout(() => remove(member), graceMs)
    },
    know: (user) => {
      const member = byUser.get(user.id)
      if (!member) return false
      member.user = user
      member.json = JSON.stringify(user)
      return true
    },
    count: () => byUser.size,
    newest: (offset, limit) => newest(offset, limit).map(({ user }) => user),
    newestAsJson: (limit) =>
      `[${newest(0, limit)
        .map(({ json }) => json)
        .join(',')}]`,
    close: () => {
      for (const { grace } of ordered) if (grace !== null) clearTimeout(grace)
    },
  }
}

function memberOf(connection: Connection): Member {
  const { id, name, profilePicture } = connection.user
  const user = { id, name, profilePicture }
  return { user, json: JSON.stringify(user), sockets: new Set([connection]), grace: null }
}

/** Another socket of somebody who is here, or was a moment ago. */
function stay(member: Member, connection: Connection): void {
  if (member.grace !== null) clearTimeout(member.grace)
  member.grace = null
  member.sockets.add(connection)
}
