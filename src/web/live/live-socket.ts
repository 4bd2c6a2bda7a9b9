// Live socket: one page's connection to the live channel; joins its room, if any, and reconnects.
import * as z from 'zod/mini'
import { reconnectDelayMs } from '#shared/backoff.ts'
import { clientSilenceMs } from '#shared/constants.ts'
import { liveServerMessages, type LiveClientMessage } from '#shared/live/channel-messages.ts'
import { closePolicyFor, type ClosePolicy } from '#shared/live/close-codes.ts'
import type { LiveStatus, LiveCloseReason, LiveClient } from '#shared/live/live-client.ts'
import type { LiveErrorCode } from '#shared/live/live-errors.ts'
import {
  isMessageOf,
  type MessageOf,
  type ServerMessageSpec,
  type ServerMessageSpecs,
} from '#shared/live/message-specs.ts'
import type { RoomKey } from '#shared/live/room-key.ts'
import { onReconnectTrigger } from './reconnect-trigger.ts'

export interface LiveSocket extends LiveClient {
  /** Opens the channel; returns a function that leaves the room and closes it. */
  start(): () => void
  /** Joins another room over the same socket; events of the previous one are ignored. */
  switchRoom(room: RoomRequest): void
}

/** A room as a page asks for it. */
export interface RoomRequest {
  readonly key: RoomKey
  readonly joinMessage: { readonly type: string }
}

export interface LiveSocketOptions {
  /** The room that is joined first; null for a page without a room, which only receives account events. */
  room: RoomRequest | null
  /** Whether a message has moved the page out of its room. */
  movesOut: (message: { readonly type: string }) => boolean
  /** The messages that this page knows; the socket ignores all others. */
  serverMessages: ServerMessageSpecs
  /** Called for every attempt. */
  url: () => string
  /**
   * Called after repeated rejections, which browsers don't explain: the reason if the close is permanent, else
   * null.
   */
  fetchCloseReason: () => Promise<LiveCloseReason | null>
  openSocket?: (url: string) => WebSocket
  /** Runs `run` after `ms`; returns the cancel function. */
  after?: (ms: number, run: () => void) => () => void
  random?: () => number
  hasFocus?: () => boolean
}

/** The browser's implementations; tests pass their own. */
const browserDefaults = {
  openSocket: (url: string) => new WebSocket(url),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
  hasFocus: () => document.hasFocus(),
}

/** The time limit of a connection attempt, and of each join request. */
const joinTimeoutMs = 10_000

/** After this many rejections in a row the client checks its session. */
const rejectionsBeforeSessionCheck = 2

interface OpenSocket {
  readonly socket: WebSocket
  /** The room that the server has this socket in. */
  readonly serverRoom: RoomKey | null
}

type Phase =
  /** Not started, stopped, or ended for good. */
  | { readonly name: 'stopped' }
  | { readonly name: 'opening'; readonly socket: WebSocket }
  /** A join request is without a response. */
  | (OpenSocket & { readonly name: 'joining'; readonly room: RoomRequest })
  /** Open without the wanted room: its join was rejected, or the server closed it. */
  | (OpenSocket & { readonly name: 'outside' })
  /** In the wanted room; open, for a page without a room. */
  | (OpenSocket & { readonly name: 'joined' })
  /** The socket was lost; the next attempt is pending. */
  | { readonly name: 'waiting'; readonly policy: ClosePolicy }

const noop = () => undefined
const initialStatus: LiveStatus = { state: 'connecting', ended: null, joinedBefore: false }

export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  return new ReconnectingSocket(options)
}

class ReconnectingSocket implements LiveSocket {
  readonly #options: Required<LiveSocketOptions>
  readonly #statusListeners = new Set<() => void>()
  readonly #messageListeners = new Set<(message: { type: string }) => void>()
  #phase: Phase = { name: 'stopped' }
  #status = initialStatus
  /** The wanted room; null for none. */
  #room: RoomRequest | null
  /** Closes since the last join; they lengthen the backoff. */
  #failures = 0
  /** Attempts in a row whose socket never opened. */
  #rejections = 0
  /** Cancels the one timer: it aborts a silent socket, or starts the next attempt. */
  #cancelTimer: () => void = noop
  /** Aborted by each stop: later results of this start are ignored. */
  #lifetime = new AbortController()

  constructor(options: LiveSocketOptions) {
    this.#options = { ...browserDefaults, ...options }
    this.#room = options.room
  }

  readonly status = () => this.#status
  readonly onStatusChange = (listener: () => void) => addListener(this.#statusListeners, listener)
  readonly onMessage = <Specs extends ServerMessageSpecs>(
    specs: Specs,
    listener: (message: MessageOf<Specs>) => void,
  ) =>
    addListener(this.#messageListeners, (message: { type: string }) => {
      if (isMessageOf(specs, message)) listener(message)
    })

  readonly send = (message: { readonly type: string }) => {
    if (this.#phase.name !== 'joined') return false
    this.#phase.socket.send(JSON.stringify(message))
    return true
  }

  readonly start = () => {
    this.#lifetime = new AbortController()
    onReconnectTrigger({
      signal: this.#lifetime.signal,
      onActivity: () => this.#reconnectNow(),
      onOffline: () => {
        if ('socket' in this.#phase) this.#abort(this.#phase.socket)
      },
    })
    this.#connect()
    return () => this.#leaveAndStop()
  }

  readonly switchRoom = (room: RoomRequest) => {
    if (room.key === this.#room?.key) return
    this.#room = room
    this.#resetRoom()
    if (this.#phase.name === 'outside') this.#join(this.#phase, room)
  }

  /** Opens a socket, unless one is opening or open (LIVE-12). */
  #connect(): void {
    if ('socket' in this.#phase) return
    const socket = this.#options.openSocket(this.#options.url())
    this.#phase = { name: 'opening', socket }
    this.#abortAfter(joinTimeoutMs, socket)
    socket.onopen = () => {
      if (!this.#isCurrent(socket)) return
      const open = { socket, serverRoom: null }
      if (this.#room === null) this.#onJoined(open)
      else this.#join(open, this.#room)
    }
    socket.onmessage = (event) => {
      if (this.#isCurrent(socket)) this.#onData(event.data)
    }
    socket.onclose = (event) => this.#onClose(socket, event.code)
    // A close event always follows, with the same information.
    socket.onerror = noop
    this.#setStatus('connecting')
  }

  #isCurrent(socket: WebSocket): boolean {
    return 'socket' in this.#phase && this.#phase.socket === socket
  }

  #join({ socket, serverRoom }: OpenSocket, room: RoomRequest): void {
    // The server ignores a join of the room it has the socket in, for example after it rejected another.
    if (room.key === serverRoom) sendLeave(socket)
    this.#phase = { name: 'joining', socket, serverRoom, room }
    this.#abortAfter(joinTimeoutMs, socket)
    socket.send(JSON.stringify(room.joinMessage))
  }

  #onJoined({ socket, serverRoom }: OpenSocket): void {
    this.#phase = { name: 'joined', socket, serverRoom }
    this.#abortAfter(clientSilenceMs, socket)
    this.#failures = 0
    this.#rejections = 0
    this.#setStatus('connected')
  }

  /** The page is in no room while the socket stays open: the next join counts as the first. */
  #resetRoom(): void {
    if (this.#phase.name === 'joined') this.#phase = { ...this.#phase, name: 'outside' }
    const { state, ended } = this.#status
    this.#setStatus(state === 'connected' ? 'connecting' : state, ended, false)
  }

  #onData(data: unknown): void {
    const parsed = typeof data === 'string' ? parseServerMessage(this.#options.serverMessages, data) : null
    if (this.#phase.name === 'joined') this.#abortAfter(clientSilenceMs, this.#phase.socket)
    if (!parsed) return
    const { message, scope } = parsed
    const isJoin = scope === 'join'
    if (this.#phase.name === 'joining' && (isJoin || isJoinError(message, 'bad_date'))) {
      const { socket, room } = this.#phase
      const open = { socket, serverRoom: isJoin ? room.key : this.#phase.serverRoom }
      // The page switched to another room while this join was pending.
      if (this.#room !== null && this.#room.key !== room.key) {
        this.#join(open, this.#room)
        return
      }
      this.#phase = { name: 'outside', ...open }
    }
    if (scope === 'room' && this.#phase.name !== 'joined') return
    const { socket } = this.#phase as OpenSocket
    for (const listener of this.#messageListeners) listener(message)
    if (!this.#isCurrent(socket)) return
    // After the message listeners, so that status listeners see the room's messages.
    if (isJoin && this.#phase.name === 'outside') this.#onJoined(this.#phase)
    else if (this.#options.movesOut(message)) {
      if ('serverRoom' in this.#phase) this.#phase = { ...this.#phase, serverRoom: null }
      this.#resetRoom()
    } else if (isJoinError(message, 'unavailable') && this.#phase.name !== 'joined') {
      // The join failed: the reconnect joins again, after the backoff.
      this.#abort(socket)
    }
  }

  /** Restarts the timer that drops the socket after `silenceMs` without a frame. */
  #abortAfter(silenceMs: number, socket: WebSocket): void {
    this.#setTimer(silenceMs, () => this.#abort(socket))
  }

  #setTimer(ms: number, run: () => void): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#options.after(ms, run)
  }

  /** Drops a socket without waiting for its close event, which a dead connection may delay for minutes. */
  #abort(socket: WebSocket): void {
    socket.close()
    // The code that browsers report for a lost connection.
    this.#onClose(socket, 1006)
  }

  #onClose(socket: WebSocket, code: number): void {
    if (!this.#isCurrent(socket)) return
    this.#rejections = this.#phase.name === 'opening' ? this.#rejections + 1 : 0
    const policy = closePolicyFor(code)
    if (policy.kind === 'never') {
      this.#end(policy.reason)
      return
    }
    const waitMs =
      policy.kind === 'wait' ? policy.waitMs : reconnectDelayMs(this.#failures, this.#options.random())
    this.#failures += 1
    this.#phase = { name: 'waiting', policy }
    this.#setTimer(waitMs, () => {
      if (policy.kind !== 'focus' || this.#options.hasFocus()) this.#connect()
    })
    this.#setStatus('disconnected')
    if (this.#rejections >= rejectionsBeforeSessionCheck) void this.#checkCloseReason()
  }

  async #checkCloseReason(): Promise<void> {
    const { signal } = this.#lifetime
    const reason = await this.#options.fetchCloseReason().catch(() => null)
    if (reason !== null && !signal.aborted && this.#phase.name !== 'joined') this.#end(reason)
  }

  /** Reconnects at once on user activity, if the last close allows it (LIVE-11). */
  #reconnectNow(): void {
    if (this.#phase.name !== 'waiting') return
    const { kind } = this.#phase.policy
    if (kind === 'retry' || (kind === 'focus' && this.#options.hasFocus())) this.#connect()
  }

  /** Ends without another attempt. */
  #end(reason: LiveCloseReason): void {
    this.#stop()
    this.#setStatus('disconnected', reason)
  }

  #leaveAndStop(): void {
    const phase = this.#phase
    if (this.#room !== null && 'socket' in phase && phase.socket.readyState === phase.socket.OPEN)
      sendLeave(phase.socket)
    this.#stop()
    this.#status = initialStatus
  }

  /** Cancels the timer and all listeners, and closes the socket. */
  #stop(): void {
    this.#lifetime.abort()
    this.#cancelTimer()
    const phase = this.#phase
    this.#phase = { name: 'stopped' }
    if ('socket' in phase) phase.socket.close(1000)
  }

  #setStatus(
    state: LiveStatus['state'],
    ended: LiveCloseReason | null = null,
    joinedBefore = this.#status.joinedBefore || state === 'connected',
  ): void {
    const previous = this.#status
    if (previous.state === state && previous.ended === ended && previous.joinedBefore === joinedBefore) return
    this.#status = { state, ended, joinedBefore }
    for (const listener of this.#statusListeners) listener()
  }
}

function addListener<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const typedSchema = z.looseObject({ type: z.string() })

/** Returns null for unknown messages: a newer server may send types that this page doesn't know. */
function parseServerMessage(
  specs: ServerMessageSpecs,
  data: string,
): { message: { type: string }; scope: ServerMessageSpec['scope'] } | null {
  try {
    const value = z.parse(typedSchema, JSON.parse(data))
    const spec = Object.hasOwn(specs, value.type) ? specs[value.type] : undefined
    return spec ? { message: z.parse(spec.schema, value), scope: spec.scope } : null
  } catch {
    return null
  }
}

function sendLeave(socket: WebSocket): void {
  socket.send(JSON.stringify({ type: 'leave-session' } satisfies LiveClientMessage))
}

/** Whether a message is such an error about the latest join request, rather than about a message of the previous room. */
function isJoinError(message: { type: string }, code: LiveErrorCode): boolean {
  return (
    isMessageOf(liveServerMessages, message) &&
    message.type === 'error' &&
    message.code === code &&
    message.clientMessageId === undefined
  )
}
