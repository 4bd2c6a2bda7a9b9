// Connection registry: this node's open sockets by user, with the limit per user and the remote closes.
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

export interface ConnectionRegistry extends Pick<ConnectionRevalidator, 'revalidateExpired'> {
  /** Adds a socket; above the limit, the user's oldest socket is closed (LIVE-29). */
  add(connection: LiveConnection): void
  delete(connection: LiveConnection): void
  /** Updates a user's name and picture on their connections, for rooms they have yet to join. */
  updateProfile(user: OnlineUser): void
  all(): LiveConnection[]
  /** Resolves when no socket is left. */
  whenEmpty(): Promise<void>
  close(): void
}

interface ConnectionRegistryOptions {
  bus: Bus
  bannedAddresses: BannedAddresses
  sessions: Pick<CallerSessions, 'callersOf' | 'onChange'>
  /** Publishes a user's new name and picture to every room they are in. */
  updateProfile(user: OnlineUser): void
  /** Removes a connection from its room and closes it. */
  closeConnection(connection: LiveConnection, code: number): void
}

/** Closes sockets when the bus reports that their session was revoked (LIVE-26), or their address banned. */
export function createConnectionRegistry({
  bus,
  bannedAddresses,
  sessions,
  updateProfile,
  closeConnection,
}: ConnectionRegistryOptions): ConnectionRegistry {
  const byUser = new Map<number, LiveConnection[]>()
  let emptied = () => {}

  const all = () => [...byUser.values()].flat()
  const deny = (connection: LiveConnection, reason: string) => {
    connection.send({ type: 'access-denied', reason })
    closeConnection(connection, closeCodes.banned)
  }
  const obey = (ending: SessionRevocation) => {
    const isMeant = affects(ending)
    for (const connection of all()) {
      const { sessionId, user } = connection
      if (!isMeant({ sessionId, userId: user.id, uid: user.uid })) continue
      if (ending.type === 'banned') deny(connection, ending.reason)
      else closeConnection(connection, closeCodes.signedOut)
    }
  }
  const checkAddress = (connection: LiveConnection) => {
    const reason = connection.persona === 'admin' ? null : bannedAddresses.reasonFor(connection.address)
    if (reason !== null) deny(connection, reason)
  }
  const renewal = createConnectionRevalidator({
    sessions,
    connections: all,
    deny,
    closeConnection,
    checkAddress,
    updateProfile,
  })
  const stops = [
    onSessionRevoked(bus, obey),
    bannedAddresses.onReload(() => {
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
    delete: (connection) => {
      const left = (byUser.get(connection.user.id) ?? []).filter((other) => other !== connection)
      if (left.length > 0) byUser.set(connection.user.id, left)
      else byUser.delete(connection.user.id)
      if (byUser.size === 0) emptied()
    },
    updateProfile: ({ id, name, profilePicture }) => {
      for (const connection of byUser.get(id) ?? []) {
        connection.user = { ...connection.user, name, profilePicture }
      }
    },
    all,
    revalidateExpired: renewal.revalidateExpired,
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
 * Closes every socket with 1012, in small batches so that clients don't all reconnect at once. Sockets that don't
 * answer are cut.
 */
export async function closeAllConnections(sockets: ConnectionRegistry, timings: LiveTimings): Promise<void> {
  const connections = sockets.all()
  const stepMs = Math.min(closeStepMs, timings.closeSpreadMs / connections.length)
  for (const [index, connection] of connections.entries()) {
    if (index > 0 && index % closeBatchSize === 0) await sleep(stepMs * closeBatchSize)
    connection.close(closeCodes.restarting)
  }
  const giveUp = new AbortController()
  const patience = sleep(timings.closeTimeoutMs, undefined, { signal: giveUp.signal }).catch(() => undefined)
  await Promise.race([sockets.whenEmpty(), patience])
  giveUp.abort()
  for (const connection of sockets.all()) connection.terminate()
}
