// All open sockets of this node, by their user: the most that one may have, and what ends or changes them from outside.
import { setTimeout as sleep } from 'node:timers/promises'
import { socketsPerUserMax } from '#shared/constants.ts'
import { affects } from '#features/auth/session-events.ts'
import type { Bus } from '#server/bus.ts'
import type { BannedAddresses, CallerSessions } from '#server/context.ts'
import { closeCodes, type OnlineUser } from '../contract.ts'
import type { LiveConnection } from './connection.ts'
import { onSessionRevoked, type SessionRevocation } from './session-revocations.ts'
import { createConnectionRevalidator, type ConnectionRevalidator } from './revalidate-connections.ts'
import type { LiveTimings } from './timings.ts'

export interface ConnectionRegistry extends Pick<ConnectionRevalidator, 'renewOverdue'> {
  /** Takes a socket in; its user's oldest is closed when there are too many (LIVE-29). */
  add(connection: LiveConnection): void
  remove(connection: LiveConnection): void
  /** Takes somebody's new name and picture, for the rooms that they are yet to join. */
  know(user: OnlineUser): void
  all(): LiveConnection[]
  /** Settles when no socket is left. */
  whenEmpty(): Promise<void>
  close(): void
}

interface ConnectionRegistryOptions {
  bus: Bus
  bannedAddresses: BannedAddresses
  sessions: Pick<CallerSessions, 'callersOf' | 'onChange'>
  /** Shows somebody's new name and picture wherever they are. */
  show(user: OnlineUser): void
  /** Takes a connection out of its room and closes it. */
  end(connection: LiveConnection, code: number): void
}

/** Closes sockets whose session ends, as soon as the bus says so (LIVE-26), and those of banned addresses. */
export function createConnectionRegistry({
  bus,
  bannedAddresses,
  sessions,
  show,
  end,
}: ConnectionRegistryOptions): ConnectionRegistry {
  const byUser = new Map<number, LiveConnection[]>()
  let emptied = () => {}

  const all = () => [...byUser.values()].flat()
  const deny = (connection: LiveConnection, reason: string) => {
    connection.send({ type: 'access-denied', reason })
    end(connection, closeCodes.banned)
  }
  const obey = (ending: SessionRevocation) => {
    const isMeant = affects(ending)
    for (const connection of all()) {
      const { sessionId, user } = connection
      if (!isMeant({ sessionId, userId: user.id, uid: user.uid })) continue
      if (ending.type === 'banned') deny(connection, ending.reason)
      else end(connection, closeCodes.signedOut)
    }
  }
  const checkAddress = (connection: LiveConnection) => {
    const reason = connection.persona === 'admin' ? null : bannedAddresses.reasonFor(connection.address)
    if (reason !== null) deny(connection, reason)
  }
  const renewal = createConnectionRevalidator({ sessions, connections: all, deny, end, checkAddress, show })
  const stops = [
    onSessionRevoked(bus, obey),
    bannedAddresses.onRead(() => {
      for (const connection of all()) checkAddress(connection)
    }),
    renewal.close,
  ]

  return {
    add: (connection) => {
      const theirs = byUser.get(connection.user.id) ?? []
      theirs.push(connection)
      byUser.set(connection.user.id, theirs)
      const open = theirs.filter((other) => other.isOpen())
      if (open.length > socketsPerUserMax) open[0]?.close(closeCodes.tooManyTabs)
    },
    remove: (connection) => {
      const left = (byUser.get(connection.user.id) ?? []).filter((other) => other !== connection)
      if (left.length > 0) byUser.set(connection.user.id, left)
      else byUser.delete(connection.user.id)
      if (byUser.size === 0) emptied()
    },
    know: ({ id, name, profilePicture }) => {
      for (const connection of byUser.get(id) ?? []) {
        connection.user = { ...connection.user, name, profilePicture }
      }
    },
    all,
    renewOverdue: renewal.renewOverdue,
    whenEmpty: () =>
      new Promise((resolve) => {
        emptied = resolve
        if (byUser.size === 0) resolve()
      }),
    close: () => {
      for (const stop of stops) stop()
    },
  }
}

const closeStepMs = 2
const closeBatchSize = 25

/**
 * Closes every socket with 1012, a few at a time so that not everybody comes back in the same moment; cuts those
 * that don't answer.
 */
export async function closeAllConnections(sockets: ConnectionRegistry, timings: LiveTimings): Promise<void> {
  const connections = sockets.all()
  const stepMs = Math.min(closeStepMs, timings.closeSpreadMs / connections.length)
  for (const [index, connection] of connections.entries()) {
    if (index > 0 && index % closeBatchSize === 0) await sleep(stepMs * closeBatchSize)
    connection.close(closeCodes.restarting)
  }
  const giveUp = new AbortController()
  const patience = sleep(timings.closeAnswerMs, undefined, { signal: giveUp.signal }).catch(() => undefined)
  await Promise.race([sockets.whenEmpty(), patience])
  giveUp.abort()
  for (const connection of sockets.all()) connection.cut()
}
