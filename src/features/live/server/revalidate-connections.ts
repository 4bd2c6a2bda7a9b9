// Connection revalidation: rechecks the callers of open sockets when their sessions change or expire.
import { can } from '#shared/roles.ts'
import type { CallerSessions, SignedInSession } from '#server/context.ts'
import { closeCodes, type OnlineUser } from '../contract.ts'
import type { LiveConnection } from './connection.ts'

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
  /** Publishes a user's new name and picture to every room they are in. */
  updateProfile(user: OnlineUser): void
}

type CurrentCaller =
  Awaited<ReturnType<CallerSessions['callersOf']>> extends ReadonlyMap<number, infer One> ? One : never

/** Revalidates connections when their sessions change or expire. */
export function createConnectionRevalidator(options: ConnectionRevalidatorOptions): ConnectionRevalidator {
  const { sessions, connections, deny, closeConnection, checkAddress, updateProfile } = options

  const renew = (connection: LiveConnection, caller: CurrentCaller | undefined) => {
    if (connection.isTerminated) return
    if (!caller) closeConnection(connection, closeCodes.signedOut)
    else if (caller.persona === 'banned') deny(connection, caller.user?.bannedReason ?? '')
    else if (caller.user === null || !can(caller.persona, 'meditation.join'))
      closeConnection(connection, closeCodes.policy)
    else {
      const isOther = connection.persona !== caller.persona
      connection.persona = caller.persona
      connection.user = caller.user
      connection.aliveUntilMs = caller.aliveUntilMs
      const { id, name, profilePicture } = caller.user
      // Only the public fields of a user (T11).
      updateProfile({ id, name, profilePicture })
      checkAddress(connection)
      if (isOther) connection.send({ type: 'account-changed' })
    }
  }
  const renewAll = async (meant: readonly LiveConnection[]) => {
    if (meant.length === 0) return
    const callers = await sessions.callersOf(meant.map(({ sessionId }) => sessionId))
    for (const connection of meant) renew(connection, callers.get(connection.sessionId))
  }
  // One at a time, so that an older result never overwrites a newer one.
  let renewed: Promise<void> = Promise.resolve()
  const renewNext = (select: () => readonly LiveConnection[]) => {
    renewed = renewed.catch(() => undefined).then(() => renewAll(select()))
    return renewed
  }
  const isMeantBy =
    (isMeant: (who: SignedInSession) => boolean) =>
    ({ sessionId, user }: LiveConnection) =>
      isMeant({ sessionId, userId: user.id, uid: user.uid })
  return {
    revalidateExpired: (some, nowMs) => {
      const overdue = [...some].filter(
        ({ aliveUntilMs, isTerminated }) => !isTerminated && aliveUntilMs <= nowMs,
      )
      // After a failure, the connections' next heartbeat retries.
      if (overdue.length > 0) renewNext(() => overdue).catch(() => undefined)
    },
    close: sessions.onChange((isMeant) => renewNext(() => connections().filter(isMeantBy(isMeant)))),
  }
}
