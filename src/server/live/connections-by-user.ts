// Live connections by user: a member may have several tabs and devices.
import type { LiveConnection } from './connection.ts'

export interface ConnectionsByUser {
  all(): LiveConnection[]
  isEmpty(): boolean
  /** The connections of a user, oldest first. */
  of(userId: number): readonly LiveConnection[]
  add(connection: LiveConnection): void
  delete(connection: LiveConnection): void
}

export function createConnectionsByUser(): ConnectionsByUser {
  const byUser = new Map<number, readonly LiveConnection[]>()
  const of = (userId: number) => byUser.get(userId) ?? []
  return {
    all: () => [...byUser.values()].flat(),
    isEmpty: () => byUser.size === 0,
    of,
    add: (connection) => byUser.set(connection.user.id, [...of(connection.user.id), connection]),
    delete: (connection) => {
      const { id } = connection.user
      const others = of(id).filter((other) => other !== connection)
      if (others.length > 0) byUser.set(id, others)
      else byUser.delete(id)
    },
  }
}
