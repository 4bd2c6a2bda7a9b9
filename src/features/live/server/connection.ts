// Live connection: one open socket, its user and room, and the writing of frames.
import type { Socket } from 'node:net'
import { socketBufferMaxBytes } from '#shared/constants.ts'
import type { Persona } from '#shared/roles.ts'
import type { User } from '#server/context.ts'
import { socketClosesByCode, incrementCount, counters } from '#server/metrics/counters.ts'
import type { LiveServerMessage } from '../contract.ts'
import { fileDescriptorOf, writeDirectly } from './direct-write.ts'
import { frameOf } from './frame.ts'

export interface LiveConnection {
  /** The current user; revalidation replaces it. */
  user: User
  persona: Persona
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
  unansweredPings: number
  invalidFrames: number
  /** The server has withdrawn access: messages still queued or arriving are ignored. */
  isRevoked: boolean
  /** Resolves when all messages received so far are handled; they are handled one at a time. */
  pendingMessages: Promise<void>
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
  const descriptor = fileDescriptorOf(socket)
  const write = (frame: Buffer) => {
    if (!isOpen()) return
    counters.framesSent += 1
    const canWriteDirectly = descriptor !== null && socket.writableLength === 0
    const writtenBytes = canWriteDirectly ? writeDirectly(descriptor, frame) : 0
    if (writtenBytes === frame.length) return
    socket.write(writtenBytes === 0 ? frame : frame.subarray(writtenBytes))
    if (socket.writableLength <= socketBufferMaxBytes) return
    counters.socketsCutSlow += 1
    terminate()
  }
  // Named fields keep one hidden class for all connections, which the fan-out relies on; a spread would not.
  return {
    user,
    persona,
    sessionId,
    aliveUntilMs,
    address,
    exempt,
    day: null,
    lastPresenceFrame: null,
    unansweredPings: 0,
    invalidFrames: 0,
    isRevoked: false,
    pendingMessages: Promise.resolve(),
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
