// Live connection: one open socket, its user and room, the writing of frames, and the heartbeat.
import type { Socket } from 'node:net'
import { socketBufferMaxBytes } from '#shared/constants.ts'
import type { Persona } from '#shared/roles.ts'
import type { User } from '#server/context.ts'
import { socketClosesByCode, incrementCount, counters } from '#server/metrics/counters.ts'
import type { LiveServerMessage } from '../contract.ts'

export interface LiveConnection {
  /** The current user; revalidation replaces it. */
  user: User
  persona: Persona
  /** The choice to be unlisted that its page has received. */
  sentIsUnlisted: boolean
  readonly sessionId: number
  /** When the session expires, in epoch milliseconds; another node may have extended it since. */
  aliveUntilMs: number
  readonly address: string
  /** Whether the address is exempt from rate limits. */
  readonly exempt: boolean
  /** The day whose room the connection has joined. */
  day: string | null
  /** The presence frame that was last written. */
  lastPresenceFrame: Buffer | null
  missedPongs: number
  invalidFrames: number
  /** The server has withdrawn access: messages still queued or arriving are ignored. */
  isRevoked: boolean
  /** False as soon as either side starts closing; nothing is written after that. */
  isOpen(): boolean
  /** Whether the client reads more slowly than the server writes. */
  hasBackpressure(): boolean
  /** Writes a frame that must not be lost. A client with too much unread data is cut. */
  write(frame: Buffer): void
  send(message: LiveServerMessage): void
  close(code: number): void
  /** Closes the socket at once and discards unsent data, in the kernel too. */
  terminate(): void
}

/** The part of the socket library that a connection uses. */
interface WebSocketPeer {
  readonly readyState: number
  close(code: number): void
}

const webSocketOpen = 1

type ConnectionOwner = Pick<
  LiveConnection,
  'user' | 'persona' | 'sessionId' | 'aliveUntilMs' | 'address' | 'exempt'
>

export function createLiveConnection(
  owner: ConnectionOwner,
  peer: WebSocketPeer,
  socket: Socket,
): LiveConnection {
  const { user, persona, sessionId, aliveUntilMs, address, exempt } = owner
  const isOpen = () => peer.readyState === webSocketOpen && !socket.destroyed
  let wasTerminated = false
  const terminate = () => {
    // Frames received before the cut are still emitted, and may call this again.
    if (wasTerminated) return
    wasTerminated = true
    counters.socketsCut += 1
    // A plain destroy leaves megabytes for a stalled reader in kernel buffers.
    socket.resetAndDestroy()
  }
  const write = (frame: Buffer) => {
    if (!isOpen()) return
    counters.framesSent += 1
    socket.write(frame)
    if (socket.writableLength <= socketBufferMaxBytes) return
    counters.socketsCutSlow += 1
    terminate()
  }
  // Named fields keep one hidden class for all connections, which the fan-out relies on; a spread would not.
  return {
    user,
    persona,
    sentIsUnlisted: user.isUnlisted,
    sessionId,
    aliveUntilMs,
    address,
    exempt,
    day: null,
    lastPresenceFrame: null,
    missedPongs: 0,
    invalidFrames: 0,
    isRevoked: false,
    isOpen,
    hasBackpressure: () => socket.writableNeedDrain,
    write,
    send: (message) => write(frameOf(message)),
    close: (code) => {
      if (!isOpen()) return
      incrementCount(socketClosesByCode, code)
      peer.close(code)
    },
    terminate,
  }
}

const finalText = 0x81
const finalPing = 0x89

/** The complete unmasked frame of a message, header included. */
export function frameOf(message: LiveServerMessage): Buffer {
  return textFrame(JSON.stringify(message))
}

/** Same as `frameOf`, for text that is already JSON. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerBytes = length < 126 ? 2 : length < 0x1_0000 ? 4 : 10
  // Not from the pool: a retained frame would keep the whole pool slab alive.
  const frame = Buffer.allocUnsafeSlow(headerBytes + length)
  frame[0] = finalText
  if (headerBytes === 2) frame[1] = length
  else if (headerBytes === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headerBytes)
  return frame
}

/**
 * A ping, by which the server detects dead clients, and a heartbeat, by which the browser detects a dead server.
 */
const heartbeatFrames = Buffer.concat([Buffer.from([finalPing, 0]), frameOf({ type: 'heartbeat' })])

export interface Heartbeat {
  add(connection: LiveConnection): void
  delete(connection: LiveConnection): void
  /** Records a pong; returns whether one was expected. */
  recordPong(connection: LiveConnection): boolean
  close(): void
}

const slotCount = 30
const missedPongsMax = 2
/** Slots between a socket's ping and its check: a dead client is cut within two and a half rounds. */
const pongTimeoutSlots = slotCount / 2

/** Pings each socket once per `everyMs`; `onBeat` receives the sockets pinged just now. */
export function createHeartbeat(
  everyMs: number,
  onBeat: (connections: ReadonlySet<LiveConnection>) => void,
): Heartbeat {
  const slots = Array.from({ length: slotCount }, () => new Set<LiveConnection>())
  let slotIndex = 0
  let addedCount = 0

  const beat = () => {
    slotIndex = (slotIndex + 1) % slotCount
    const connections = slots[slotIndex] ?? new Set()
    for (const connection of connections) {
      connection.missedPongs += 1
      connection.write(heartbeatFrames)
    }
    onBeat(connections)
    for (const connection of slots[(slotIndex + slotCount - pongTimeoutSlots) % slotCount] ?? []) {
      if (connection.missedPongs >= missedPongsMax) connection.terminate()
    }
  }
  const timer = setInterval(beat, everyMs / slotCount)

  return {
    add: (connection) => {
      addedCount += 1
      slots[addedCount % slotCount]?.add(connection)
    },
    delete: (connection) => {
      for (const connections of slots) connections.delete(connection)
    },
    recordPong: (connection) => {
      const wasExpected = connection.missedPongs > 0
      connection.missedPongs = 0
      return wasExpected
    },
    close: () => clearInterval(timer),
  }
}
