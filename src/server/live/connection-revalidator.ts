// Connection revalidator: checks open sockets again when their sessions change or expire.
import { banReasonText } from '#server/banned-error.ts'
import type { CallerSessions, SignedInSession } from '#server/context.ts'
import { closeCodes } from '#shared/live/close-codes.ts'
import { can } from '#shared/roles.ts'
import type { LiveConnection } from './connection.ts'
import type { ProfileUpdate } from './presence-roster.ts'

export interface ConnectionRevalidator {
  /**
   * Rechecks connections whose session has expired as far as this node knows; another node may have extended it.
   */
  revalidateExpired(connections: ReadonlySet<LiveConnection>, nowMs: number): void
  close(): void
}

interface ConnectionRevalidatorOptions {
  sessions: Pick<CallerSessions, 'callersOf' | 'onChange'>
  connections(): readonly LiveConnection[]
  /** Sends the reason, and closes the connection. */
  deny(connection: LiveConnection, reason: string): void
  /** Removes a connection from its room and closes it. */
  closeConnection(connection: LiveConnection, code: number): void
  /** Denies a connection whose address is banned, unless its caller is exempt from address bans. */
  checkAddress(connection: LiveConnection): void
  /** Publishes a user's new profile to every room they are in. */
  updateProfile(update: ProfileUpdate): void
}

type CurrentCaller =
  Awaited<ReturnType<CallerSessions['callersOf']>> extends ReadonlyMap<number, infer One> ? One : never

/** Revalidates connections when their sessions change or expire. */
export function createConnectionRevalidator(options: ConnectionRevalidatorOptions): ConnectionRevalidator {
  const { sessions, connections, deny, closeConnection, checkAddress, updateProfile } = options

  const revalidate = (connection: LiveConnection, caller: CurrentCaller | undefined) => {
    if (connection.state.name === 'revoked') return
    if (!caller) closeConnection(connection, closeCodes.signedOut)
    else if (caller.persona === 'banned') deny(connection, caller.user ? banReasonText(caller.user) : '')
    else if (caller.user === null || !can(caller.persona, 'meditation.join'))
      closeConnection(connection, closeCodes.policy)
    else {
      const { id, name, profilePicture, isUnlisted } = caller.user
      const hasAccountChanged =
        connection.persona !== caller.persona || connection.sentIsUnlisted !== isUnlisted
      connection.persona = caller.persona
      connection.sentIsUnlisted = isUnlisted
      connection.user = caller.user
      connection.aliveUntilMs = caller.aliveUntilMs
      // Only the public fields of a user (T11).
      updateProfile({ id, name, profilePicture, isUnlisted })
      checkAddress(connection)
      if (hasAccountChanged) connection.send({ type: 'account-changed' })
    }
  }
  const revalidateAll = async (affected: readonly LiveConnection[]) => {
    if (affected.length === 0) return
    const callers = await sessions.callersOf(affected.map(({ sessionId }) => sessionId))
    for (const connection of affected) revalidate(connection, callers.get(connection.sessionId))
  }
  // One at a time, so that an older result never overwrites a newer one.
  let lastRun: Promise<void> = Promise.resolve()
  const enqueue = (select: () => readonly LiveConnection[]) => {
    lastRun = lastRun.catch(() => undefined).then(() => revalidateAll(select()))
    return lastRun
  }
  const matchesSession =
    (affects: (session: SignedInSession) => boolean) =>
    ({ sessionId, user }: LiveConnection) =>
      affects({ sessionId, userId: user.id, uid: user.uid })
  return {
    revalidateExpired: (pinged, nowMs) => {
      const expired = [...pinged].filter(
        ({ aliveUntilMs, state }) => state.name !== 'revoked' && aliveUntilMs <= nowMs,
      )
      // After a failure, the connections' next heartbeat retries.
      if (expired.length > 0) enqueue(() => expired).catch(() => undefined)
    },
    close: sessions.onChange((affects) => enqueue(() => connections().filter(matchesSession(affects)))),
  }
}
