// Connection registry: this node's open sockets by user, with the limit per user. It closes or updates them when their
// sessions end, change or expire.
import { setTimeout as sleep } from 'node:timers/promises'
import { resolveWithin } from '#server/async/resolve-within.ts'
import type { Bus } from '#server/bus/bus.ts'
import type { BannedAddresses, CallerSessions } from '#server/context.ts'
import { socketsPerUserMax } from '#shared/constants.ts'
import { closeCodes } from '#shared/live/close-codes.ts'
import { affects } from '#shared/session-events.ts'
import { createConnectionRevalidator, type ConnectionRevalidator } from './connection-revalidator.ts'
import type { LiveConnection } from './connection.ts'
import { createConnectionsByUser } from './connections-by-user.ts'
import type { ProfileUpdate } from './presence-roster.ts'
import { onSessionRevoked, type SessionRevocation } from './session-revocations.ts'
import type { LiveTimings } from './timings.ts'

export interface ConnectionRegistry extends Pick<ConnectionRevalidator, 'revalidateExpired'> {
  /** Adds a socket; above the limit, the user's oldest socket is closed (LIVE-29). */
  add(connection: LiveConnection): void
  delete(connection: LiveConnection): void
  /** Updates a user's profile on their connections, for rooms they have yet to join. */
  updateProfile(update: ProfileUpdate): void
  all(): LiveConnection[]
  /** The sockets of one user. */
  of(userId: number): readonly LiveConnection[]
  /** Resolves when no socket is left. */
  whenEmpty(): Promise<void>
  close(): void
}

interface ConnectionRegistryOptions {
  bus: Bus
  bannedAddresses: BannedAddresses
  sessions: Pick<CallerSessions, 'callersOf' | 'onChange'>
  /** Publishes a user's new profile to every room they are in. */
  updateProfile(update: ProfileUpdate): void
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
  const connections = createConnectionsByUser()
  let onEmpty = () => {}

  const { all } = connections
  const deny = (connection: LiveConnection, reason: string) => {
    connection.send({ type: 'access-denied', reason })
    closeConnection(connection, closeCodes.banned)
  }
  const closeRevoked = (revocation: SessionRevocation) => {
    const matches = affects(revocation)
    for (const connection of all()) {
      const { sessionId, user } = connection
      if (!matches({ sessionId, userId: user.id, uid: user.uid })) continue
      if (revocation.type === 'banned') deny(connection, revocation.reason)
      else closeConnection(connection, closeCodes.signedOut)
    }
  }
  const checkAddress = (connection: LiveConnection) => {
    const reason = connection.persona === 'admin' ? null : bannedAddresses.reasonFor(connection.address)
    if (reason !== null) deny(connection, reason)
  }
  const revalidator = createConnectionRevalidator({
    sessions,
    connections: all,
    deny,
    closeConnection,
    checkAddress,
    updateProfile,
  })
  const stops = [
    onSessionRevoked(bus, closeRevoked),
    bannedAddresses.onReload(() => {
      for (const connection of all()) checkAddress(connection)
    }),
    revalidator.close,
  ]

  return {
    add: (connection) => {
      connections.add(connection)
      const open = connections.of(connection.user.id).filter((other) => other.isOpen())
      if (open.length > socketsPerUserMax) open[0]?.close(closeCodes.tooManyTabs)
    },
    delete: (connection) => {
      connections.delete(connection)
      if (connections.isEmpty()) onEmpty()
    },
    updateProfile: ({ id, name, profilePicture, isUnlisted }) => {
      for (const connection of connections.of(id)) {
        const { user } = connection
        connection.user = { ...user, name, profilePicture, isUnlisted: isUnlisted ?? user.isUnlisted }
      }
    },
    all,
    of: connections.of,
    revalidateExpired: revalidator.revalidateExpired,
    whenEmpty: () =>
      new Promise((resolve) => {
        onEmpty = resolve
        if (connections.isEmpty()) resolve()
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
 * response are cut.
 */
export async function closeAllConnections(sockets: ConnectionRegistry, timings: LiveTimings): Promise<void> {
  const connections = sockets.all()
  const stepMs = Math.min(closeStepMs, timings.closeSpreadMs / connections.length)
  for (const [index, connection] of connections.entries()) {
    if (index > 0 && index % closeBatchSize === 0) await sleep(stepMs * closeBatchSize)
    connection.close(closeCodes.restarting)
  }
  await resolveWithin(timings.closeTimeoutMs, sockets.whenEmpty())
  for (const connection of sockets.all()) connection.terminate()
}
