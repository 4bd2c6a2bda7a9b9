// Live connection: one open socket, its user, its state, and the writing of frames.
import type { Socket } from 'node:net'
import { socketBufferMaxBytes } from '#shared/constants.ts'
import type { RoomKey } from '#shared/live/room-key.ts'
import type { Persona } from '#shared/roles.ts'
import type { Language } from '#shared/t.ts'
import type { User } from '#server/context.ts'
import { socketClosesByCode, incrementCount, counters } from '#server/metrics/counters.ts'
import type { LiveServerMessage } from '#shared/live/channel-messages.ts'
import { frameOf } from './frames.ts'

/** Where a connection is. */
export type ConnectionState =
  | { readonly name: 'outside' }
  /** It receives the frames of the room it leaves, if any, until it is inside the other. */
  | { readonly name: 'joining'; readonly leaving: RoomKey | null }
  | { readonly name: 'inside'; readonly room: RoomKey }
  /** The server has withdrawn access: messages still queued or arriving are ignored. */
  | { readonly name: 'revoked' }

export const outside: ConnectionState = { name: 'outside' }

/** The room whose frames a connection receives; null for none. */
export function roomOf({ state }: Pick<LiveConnection, 'state'>): RoomKey | null {
  if (state.name === 'inside') return state.room
  return state.name === 'joining' ? state.leaving : null
}

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
  /** The language of its page. */
  readonly language: Language
  state: ConnectionState
  /** The presence frame that was last written. */
  lastPresenceFrame: Buffer | null
  missedPongs: number
  invalidFrames: number
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
  'user' | 'persona' | 'sessionId' | 'aliveUntilMs' | 'address' | 'exempt' | 'language'
>

export function createLiveConnection(
  owner: ConnectionOwner,
  peer: WebSocketPeer,
  socket: Socket,
): LiveConnection {
  const { user, persona, sessionId, aliveUntilMs, address, exempt, language } = owner
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
    language,
    state: outside,
    lastPresenceFrame: null,
    missedPongs: 0,
    invalidFrames: 0,
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
