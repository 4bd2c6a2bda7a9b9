// Open sockets whose callers aren't what they were: asked about anew, ended where that is due, and shown as they are now.
import { can } from '#shared/roles.ts'
import type { Sessions, SignedIn } from '#server/context.ts'
import { closeCodes, type OnlineUser } from '../contract.ts'
import type { Connection } from './connection.ts'

export interface Renewal {
  /** Asks anew about those whose session's time is over, as far as is known here: it may have been used elsewhere. */
  renewOverdue(connections: ReadonlySet<Connection>, nowMs: number): void
  close(): void
}

interface RenewalOptions {
  sessions: Pick<Sessions, 'callersOf' | 'onChange'>
  connections(): readonly Connection[]
  /** Says why, and closes. */
  deny(connection: Connection, reason: string): void
  /** Takes a connection out of its room and closes it. */
  end(connection: Connection, code: number): void
  /** Denies a connection whose address is banned, unless its caller may come in from anywhere. */
  checkAddress(connection: Connection): void
  /** Shows somebody's new name and picture wherever they are. */
  show(user: OnlineUser): void
}

type Caller = Awaited<ReturnType<Sessions['callersOf']>> extends ReadonlyMap<number, infer One> ? One : never

/** Renews connections whenever sessions say so, or their time is over. */
export function createRenewal(options: RenewalOptions): Renewal {
  const { sessions, connections, deny, end, checkAddress, show } = options

  const renew = (connection: Connection, caller: Caller | undefined) => {
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
  const renewAll = async (meant: readonly Connection[]) => {
    if (meant.length === 0) return
    const callers = await sessions.callersOf(meant.map(({ sessionId }) => sessionId))
    for (const connection of meant) renew(connection, callers.get(connection.sessionId))
  }
  // One after the other, so that an older answer never comes after a newer one.
  let renewed: Promise<void> = Promise.resolve()
  const renewNext = (select: () => readonly Connection[]) => {
    renewed = renewed.catch(() => undefined).then(() => renewAll(select()))
    return renewed
  }
  const isMeantBy =
    (isMeant: (who: SignedIn) => boolean) =>
    ({ sessionId, user }: Connection) =>
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
