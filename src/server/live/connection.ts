// Live connection: one open socket, its user, its state, and the writing of frames.
import type { Socket } from 'node:net'
import type { User } from '#server/context.ts'
import { socketClosesByCode, incrementCount, counters } from '#server/metrics/counters.ts'
import { socketBufferMaxBytes } from '#shared/constants.ts'
import type { Language } from '#shared/i18n/t.ts'
import type { LiveServerMessage } from '#shared/live/channel-messages.ts'
import type { RoomKey } from '#shared/live/room-key.ts'
import type { Persona } from '#shared/roles.ts'
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

const webSocketOpen = 1

/** The part of the socket library that a connection uses. */
interface WebSocketPeer {
  readonly readyState: number
  close(code: number): void
}

/** Whose connection it is, and since when. */
export interface ConnectionOwner {
  user: User
  persona: Persona
  sessionId: number
  aliveUntilMs: number
  address: string
  exempt: boolean
  language: Language
}

/** A class, since a full room has ten thousand of them: methods made for each would take a quarter of a kilobyte. */
export class LiveConnection {
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
  state: ConnectionState = outside
  /** The presence frame that was last written. */
  lastPresenceFrame: Buffer | null = null
  missedPongs = 0
  invalidFrames = 0
  readonly #peer: WebSocketPeer
  readonly #socket: Socket
  #wasTerminated = false

  constructor(owner: ConnectionOwner, peer: WebSocketPeer, socket: Socket) {
    this.user = owner.user
    this.persona = owner.persona
    this.sentIsUnlisted = owner.user.isUnlisted
    this.sessionId = owner.sessionId
    this.aliveUntilMs = owner.aliveUntilMs
    this.address = owner.address
    this.exempt = owner.exempt
    this.language = owner.language
    this.#peer = peer
    this.#socket = socket
  }

  /** False as soon as either side starts closing; nothing is written after that. */
  isOpen(): boolean {
    return this.#peer.readyState === webSocketOpen && !this.#socket.destroyed
  }

  /** Whether the client reads more slowly than the server writes. */
  hasBackpressure(): boolean {
    return this.#socket.writableNeedDrain
  }

  /** Writes a frame that must not be lost. A client with too much unread data is cut. */
  write(frame: Buffer): void {
    if (!this.isOpen()) return
    counters.framesSent += 1
    this.#socket.write(frame)
    if (this.#socket.writableLength <= socketBufferMaxBytes) return
    counters.socketsCutSlow += 1
    this.terminate()
  }

  send(message: LiveServerMessage): void {
    this.write(frameOf(message))
  }

  close(code: number): void {
    if (!this.isOpen()) return
    incrementCount(socketClosesByCode, code)
    this.#peer.close(code)
  }

  /** Closes the socket at once and discards unsent data, in the kernel too. */
  terminate(): void {
    // Frames received before the cut are still emitted, and may call this again.
    if (this.#wasTerminated) return
    this.#wasTerminated = true
    counters.socketsCut += 1
    // A plain destroy leaves megabytes for a stalled reader in kernel buffers.
    this.#socket.resetAndDestroy()
  }
}
