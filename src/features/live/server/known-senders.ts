// Known senders: which connections belong to known members, for the part of a room's rate that is reserved.
import { findIsKnownMember } from '#features/meditation/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { LiveConnection } from './connection.ts'

export interface KnownSenders {
  /**
   * Whether the connection's member is known on the day of its room (PULSE-15). False until the first call has found
   * out: a room asks only about those who write, and joining stays free of queries.
   */
  isKnown(connection: LiveConnection): boolean
}

export function createKnownSenders({
  database,
  config,
  log,
}: Pick<Platform, 'database' | 'config' | 'log'>): KnownSenders {
  const found = new WeakMap<LiveConnection, { day: string; isKnown: boolean }>()
  const find = async (connection: LiveConnection, day: string) => {
    try {
      const isKnown = await findIsKnownMember(database.query, config, { userId: connection.user.id, day })
      found.set(connection, { day, isKnown })
    } catch (error) {
      // The next message asks again.
      found.delete(connection)
      log.warn({ err: error }, 'Whether a sender is a known member could not be read.')
    }
  }
  return {
    isKnown: (connection) => {
      const { day } = connection
      const known = found.get(connection)
      if (day === null || known?.day === day) return known?.isKnown ?? false
      found.set(connection, { day, isKnown: false })
      void find(connection, day)
      return false
    },
  }
}
