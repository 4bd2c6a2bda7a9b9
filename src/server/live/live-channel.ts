// Live channel at /ws: wires the channel's parts together; the only file that uses the WebSocket library.
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Registry } from 'prom-client'
import { WebSocketServer, type WebSocket } from 'ws'
import { appError } from '#server/app-error.ts'
import { createKeyedQueue } from '#server/async/keyed-queue.ts'
import { withLocale, requestLocale } from '#server/i18n/locale.ts'
import { registerGauge } from '#server/metrics/registry.ts'
import { busEvents } from '#shared/bus-events.ts'
import type { PublicCommunity } from '#shared/community.ts'
import { frameMaxBytes } from '#shared/constants.ts'
import { languages, currentLocale } from '#shared/i18n/t.ts'
import type { LiveServerMessage } from '#shared/live/channel-messages.ts'
import { can } from '#shared/roles.ts'
import {
  closeAllConnections,
  createConnectionRegistry,
  type ConnectionRegistry,
} from './connection-registry.ts'
import { LiveConnection, roomOf } from './connection.ts'
import { frameOf } from './frames.ts'
import {
  sendUpgradeError,
  createHandshake,
  upgradeErrorOf,
  type AdmittedUpgrade,
  type HandshakeOptions,
  createRejectedUpgradeLog,
} from './handshake.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createKnownSenders } from './known-senders.ts'
import { createLiveLimits } from './live-limits.ts'
import { createMessageRouter } from './message-router.ts'
import type { ProfileUpdate } from './presence-roster.ts'
import { createMessageReceiver } from './receive-message.ts'
import type { OutgoingMessage } from './room-feature.ts'
import { createRoomMembers, type RoomMembers } from './room-members.ts'
import type { RoomsPolicy } from './rooms-policy.ts'
import { createRooms, type PresenceReader, type RoomsOptions } from './rooms.ts'
import { liveTimings, type LiveTimings } from './timings.ts'

export interface LiveChannel extends RoomMembers {
  /** Handles the upgrade requests of a server. */
  attach(server: Server): void
  readonly presence: PresenceReader
  /** Sends a message to all sockets of this node. */
  broadcast(message: LiveServerMessage): void
  /** Sends a message to the sockets of this node whose holder may moderate. */
  sendToModerators(message: OutgoingMessage): void
  /** Sends a message to all sockets of one member on this node. */
  sendTo(userId: number, message: OutgoingMessage): void
  /** Adds metrics of this node's sockets and rooms. */
  registerMetrics(registry: Registry): void
  /** Stops accepting sockets, and closes the open ones with 1012, spread over some seconds. */
  close(): Promise<void>
}

export interface LiveOptions extends HandshakeOptions, Pick<RoomsOptions, 'features'> {
  policy: RoomsPolicy
  /** The community as open pages show it. */
  publicCommunity(): PublicCommunity
  /** Tests only: shorter timings. */
  timings?: Partial<LiveTimings>
}

const shutdownRetryMs = 5_000

/** Creates the channel; it accepts no sockets before `attach`. */
export function createLiveChannel(options: LiveOptions): LiveChannel {
  const { platform, limiter } = options
  const timings = { ...liveTimings, ...options.timings }
  const rooms = createRooms({ ...options, timings })
  const closeConnection = (connection: LiveConnection, code: number) => {
    rooms.leave(connection, 'left')
    connection.state = { name: 'revoked' }
    connection.close(code)
  }
  const updateProfile = (update: ProfileUpdate) => {
    for (const part of [connectionRegistry, rooms]) part.updateProfile(update)
  }
  const { bannedAddresses, sessions } = options
  const connectionRegistry = createConnectionRegistry({
    bus: platform.bus,
    bannedAddresses,
    sessions,
    closeConnection,
    updateProfile,
  })
  const unsubscribeCommunity = platform.community.onChange(
    () => void broadcastCommunity(options, connectionRegistry.all),
  )
  const unsubscribeProfiles = platform.bus.subscribe(busEvents.people, updateProfile)
  const heartbeat = createHeartbeat(timings.heartbeatMs, (connections) =>
    connectionRegistry.revalidateExpired(connections, platform.clock.now()),
  )
  const tasks = createKeyedQueue<LiveConnection>()
  const members = createRoomMembers({
    platform,
    tasks,
    connections: connectionRegistry.all,
    leave: (connection) => rooms.leave(connection, 'left'),
  })
  const receiver = createMessageReceiver({
    ...options,
    limits: createLiveLimits(platform.clock, limiter, createKnownSenders(platform, options.policy)),
    closeConnection,
    handle: createMessageRouter({ ...options, tasks, rooms, closeConnection }),
  })
  const tcpSockets = new Set<Socket>()
  const upgrades = createUpgradeHandler(options, (connection, webSocket, tcpSocket) => {
    connectionRegistry.add(connection)
    tcpSockets.add(tcpSocket)
    heartbeat.add(connection)
    webSocket.on('message', (data, isBinary) =>
      withLocale(connection.language, () => receiver.receive(connection, data as Buffer, isBinary)),
    )
    webSocket.on('pong', () => {
      if (!heartbeat.recordPong(connection)) receiver.receiveUnsolicitedPong(connection)
    })
    webSocket.on('close', () => {
      rooms.leave(connection, 'disconnected')
      connectionRegistry.delete(connection)
      tcpSockets.delete(tcpSocket)
      heartbeat.delete(connection)
    })
    tcpSocket.on('drain', () => rooms.resendPresence(connection))
  })

  return {
    attach: (server) => server.on('upgrade', upgrades.handle),
    ...members,
    presence: rooms,
    ...createSenders(connectionRegistry),
    registerMetrics: (registry) =>
      registerChannelMetrics(registry, {
        connections: connectionRegistry.all,
        tcpSockets,
      }),
    close: async () => {
      upgrades.stop()
      await closeAllConnections(connectionRegistry, timings)
      // Messages being stored right now are still published to the other nodes.
      await tasks.whenIdle()
      unsubscribeProfiles()
      unsubscribeCommunity()
      for (const part of [heartbeat, connectionRegistry, rooms]) part.close()
    },
  }
}

/**
 * Sends open pages the community as it is now, each in its language. A change of the zone is a version of its settings,
 * too.
 */
async function broadcastCommunity(
  { platform, publicCommunity }: LiveOptions,
  connections: () => readonly LiveConnection[],
): Promise<void> {
  try {
    await platform.calendar.refresh()
  } catch (error) {
    platform.log.warn({ err: error }, 'The zone could not be read for open pages.')
  }
  for (const language of languages) {
    const viewers = connections().filter((connection) => connection.language === language)
    if (viewers.length > 0) broadcastTo(viewers, communityChanged(withLocale(language, publicCommunity)))
  }
}

function createSenders({
  all,
  of,
}: Pick<ConnectionRegistry, 'all' | 'of'>): Pick<LiveChannel, 'broadcast' | 'sendToModerators' | 'sendTo'> {
  return {
    broadcast: (message) => broadcastTo(all(), message),
    sendToModerators: (message) =>
      broadcastTo(
        all().filter(({ persona }) => can(persona, 'chat.moderate')),
        message,
      ),
    sendTo: (userId, message) => broadcastTo(of(userId), message),
  }
}

function broadcastTo(connections: readonly LiveConnection[], message: OutgoingMessage): void {
  const frame = frameOf(message)
  for (const connection of connections) connection.write(frame)
}

function communityChanged(community: PublicCommunity): LiveServerMessage {
  return { type: 'community-changed', community }
}

interface MetricSources {
  connections: () => readonly LiveConnection[]
  tcpSockets: ReadonlySet<Socket>
}

function registerChannelMetrics(registry: Registry, { connections, tcpSockets }: MetricSources): void {
  const joined = () => connections().filter((connection) => roomOf(connection) !== null)
  const gauges: [name: string, help: string, read: () => number][] = [
    ['stillwater_sockets', 'Open WebSocket connections on this node.', () => connections().length],
    [
      'stillwater_rooms',
      'Rooms with at least one member on this node.',
      () => new Set(joined().map(roomOf)).size,
    ],
    [
      'stillwater_members_joined',
      'Members in a room on this node.',
      () => new Set(joined().map(({ user }) => user.id)).size,
    ],
    [
      'stillwater_unsent_bytes',
      'Bytes queued for WebSocket connections and not yet sent.',
      () => {
        let bytes = 0
        for (const { writableLength } of tcpSockets) bytes += writableLength
        return bytes
      },
    ],
  ]
  for (const [name, help, read] of gauges) registerGauge(registry, { name, help, read })
}

/** Upgrades requests that pass the handshake; responds to all others with plain HTTP. */
function createUpgradeHandler(
  options: HandshakeOptions & Pick<LiveOptions, 'publicCommunity'>,
  onOpen: (connection: LiveConnection, webSocket: WebSocket, tcpSocket: Socket) => void,
) {
  const checkUpgrade = createHandshake(options)
  const webSocketServer = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: frameMaxBytes,
    perMessageDeflate: false,
  })
  const logRejectedUpgrade = createRejectedUpgradeLog(options.platform)
  let isStopping = false

  const assertAccepting = () => {
    if (isStopping) throw appError('unavailable', { retryAfterMs: shutdownRetryMs })
  }
  const openConnection = (webSocket: WebSocket, tcpSocket: Socket, admitted: AdmittedUpgrade) => {
    const { caller, exempt, shownPersona, shownCommunity } = admitted
    const { user, persona, address, session } = caller
    // An oversized or malformed frame; without a listener, the error would stop the process. `close` follows.
    webSocket.on('error', () => {})
    const { id: sessionId, aliveUntilMs } = session
    const owner = { user, persona, sessionId, aliveUntilMs, address, exempt, language: currentLocale() }
    const connection = new LiveConnection(owner, webSocket, tcpSocket)
    onOpen(connection, webSocket, tcpSocket)
    // The roles changed before this socket opened, so the page missed account-changed.
    if (shownPersona !== null && shownPersona !== persona) connection.send({ type: 'account-changed' })
    // So did the community.
    const community = options.publicCommunity()
    if (shownCommunity !== null && shownCommunity !== String(community.version))
      connection.send(communityChanged(community))
  }
  const upgrade = async (request: IncomingMessage, tcpSocket: Socket, head: Buffer) => {
    assertAccepting()
    const admitted = await checkUpgrade(request, tcpSocket)
    assertAccepting()
    // Listeners are added elsewhere: from here, they would keep the request in memory as long as the connection.
    webSocketServer.handleUpgrade(request, tcpSocket, head, (webSocket) =>
      openConnection(webSocket, tcpSocket, admitted),
    )
  }

  return {
    handle: (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
      destroyOnError(stream)
      // Node's own HTTP server always passes a `net.Socket`.
      if (!(stream instanceof Socket)) {
        stream.destroy()
        return
      }
      const language = requestLocale(request, options.platform.community.settings().language)
      void withLocale(language, () =>
        upgrade(request, stream, head).catch((error: unknown) => {
          const upgradeError = upgradeErrorOf(error) ?? appError('internal')
          if (upgradeError.errorResponse.status === 500)
            options.platform.log.error({ err: error }, 'A WebSocket upgrade failed.')
          logRejectedUpgrade(request, upgradeError)
          sendUpgradeError(stream, upgradeError, STATUS_CODES[upgradeError.errorResponse.status] ?? '')
        }),
      )
    },
    stop: () => {
      isStopping = true
    },
  }
}

function destroyOnError(stream: Duplex): void {
  stream.on('error', () => stream.destroy())
}
