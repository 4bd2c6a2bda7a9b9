// Open sockets whose callers aren't what they were: asked about anew, ended where that is due, and shown as they are now.
import { can } from '#shared/roles.ts'
import type { CallerSessions, SignedInSession } from '#server/context.ts'
import { closeCodes, type OnlineUser } from '../contract.ts'
import type { LiveConnection } from './connection.ts'

export interface ConnectionRevalidator {
  /** Asks anew about those whose session's time is over, as far as is known here: it may have been used elsewhere. */
  renewOverdue(connections: ReadonlySet<LiveConnection>, nowMs: number): void
  close(): void
}

interface ConnectionRevalidatorOptions {
  sessions: Pick<CallerSessions, 'callersOf' | 'onChange'>
  connections(): readonly LiveConnection[]
  /** Says why, and closes. */
  deny(connection: LiveConnection, reason: string): void
  /** Takes a connection out of its room and closes it. */
  end(connection: LiveConnection, code: number): void
  /** Denies a connection whose address is banned, unless its caller may come in from anywhere. */
  checkAddress(connection: LiveConnection): void
  /** Shows somebody's new name and picture wherever they are. */
  show(user: OnlineUser): void
}

type CurrentCaller =
  Awaited<ReturnType<CallerSessions['callersOf']>> extends ReadonlyMap<number, infer One> ? One : never

/** Renews connections whenever sessions say so, or their time is over. */
export function createConnectionRevalidator(options: ConnectionRevalidatorOptions): ConnectionRevalidator {
  const { sessions, connections, deny, end, checkAddress, show } = options

  const renew = (connection: LiveConnection, caller: CurrentCaller | undefined) => {
    if (connection.ended) return
    if (!caller) end(connection, closeCodes.signedOut)
    else if (caller.persona === 'banned') deny(connection, caller.user?.bannedReason ?? '')
    else if (caller.user === null || !can(caller.persona, 'meditation.join'))
      end(connection, closeCodes.policy)
    else {
      const isOther = connection.persona !== caller.persona
      connection.persona = caller.persona
      connection.user = caller.user
      connection.aliveUntilMs = caller.aliveUntilMs
      const { id, name, profilePicture } = caller.user
      // What goes out of a user, and nothing else of them (T11).
      show({ id, name, profilePicture })
      checkAddress(connection)
      if (isOther) connection.send({ type: 'account-changed' })
    }
  }
  const renewAll = async (meant: readonly LiveConnection[]) => {
    if (meant.length === 0) return
    const callers = await sessions.callersOf(meant.map(({ sessionId }) => sessionId))
    for (const connection of meant) renew(connection, callers.get(connection.sessionId))
  }
  // One after the other, so that an older answer never comes after a newer one.
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
    renewOverdue: (some, nowMs) => {
      const overdue = [...some].filter(({ aliveUntilMs, ended }) => !ended && aliveUntilMs <= nowMs)
      // If it fails, their next beat asks again.
      if (overdue.length > 0) renewNext(() => overdue).catch(() => undefined)
    },
    close: sessions.onChange((isMeant) => renewNext(() => connections().filter(isMeantBy(isMeant)))),
  }
}
