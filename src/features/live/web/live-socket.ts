// Live socket: one page's connection to the live channel; joins its room, if any, and reconnects.
import { clientSilenceMs } from '#shared/constants.ts'
import { closePolicyFor, reconnectDelayMs, type ClosePolicy } from '../backoff.ts'
import type { ClientMessage, ServerMessage } from '../contract.ts'
import type { LiveStatus, LiveCloseReason, LiveClient } from '../live-client.ts'
import { browserDefaults, type LiveSocketOptions } from './live-socket-options.ts'
import { onReconnectTrigger } from './reconnect-triggers.ts'
import { isJoinResponse, isRoomMessage, parseServerMessage } from './parse-server-message.ts'

export interface LiveSocket extends LiveClient {
  /** Opens the channel; returns a function that leaves the room and closes it. */
  start(): () => void
  /** Joins another day's room over the same socket; events of the previous room are ignored. */
  switchDay(day: string): void
}

/** An attempt that hasn't joined by then has failed. */
const joinTimeoutMs = 10_000

/** After this many rejections in a row the client checks its session. */
const refusalsBeforeSessionCheck = 2

interface LiveSocketState {
  readonly options: Required<LiveSocketOptions>
  readonly listeners: { connection: Set<() => void>; message: Set<(message: ServerMessage) => void> }
  connection: LiveStatus
  /** The day whose room is wanted; null for none. */
  day: string | null
  /** The day of the join request that the server hasn't answered. */
  joiningDay: string | null
  socket: WebSocket | null
  opened: boolean
  failures: number
  refusals: number
  closePolicy: ClosePolicy
  /** The generation, increased by each teardown: results from an earlier one are ignored. */
  generation: number
  cancel: { retry: () => void; watch: () => void; page: () => void }
}

const noop = () => undefined

export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  const life: LiveSocketState = {
    options: { ...browserDefaults, ...options },
    listeners: { connection: new Set(), message: new Set() },
    connection: { state: 'connecting', ended: null, joinedBefore: false },
    day: options.sessionDate,
    joiningDay: null,
    socket: null,
    opened: false,
    failures: 0,
    refusals: 0,
    closePolicy: { kind: 'retry' },
    generation: 0,
    cancel: { retry: noop, watch: noop, page: noop },
  }
  return {
    status: () => life.connection,
    onStatusChange: (listener) => addListener(life.listeners.connection, listener),
    onMessage: (listener) => addListener(life.listeners.message, listener),
    send(message) {
      if (life.connection.state !== 'connected' || !life.socket) return false
      life.socket.send(JSON.stringify(message))
      return true
    },
    start() {
      life.cancel.page = onReconnectTrigger({
        stirred: () => reconnectNow(life),
        offline: () => handleOffline(life),
      })
      connect(life)
      return () => leaveAndClose(life)
    },
    switchDay(day) {
      if (day === life.day) return
      life.day = day
      resetRoom(life)
      if (life.socket && life.opened && life.joiningDay === null) sendJoin(life, life.socket, day)
    },
  }
}

function addListener<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function setStatus(
  life: LiveSocketState,
  state: LiveStatus['state'],
  ended: LiveCloseReason | null = null,
  joinedBefore = life.connection.joinedBefore || state === 'connected',
): void {
  const before = life.connection
  if (before.state === state && before.ended === ended && before.joinedBefore === joinedBefore) return
  life.connection = { state, ended, joinedBefore }
  for (const listener of life.listeners.connection) listener()
}

/** Opens a socket, unless one is opening or open (LIVE-12). */
function connect(life: LiveSocketState): void {
  if (life.socket) return
  life.cancel.retry()
  life.closePolicy = { kind: 'retry' }
  life.opened = false
  life.joiningDay = null
  const socket = life.options.openSocket(life.options.url())
  life.socket = socket
  startSilenceTimer(life, socket, joinTimeoutMs)
  socket.onopen = () => {
    if (life.socket !== socket) return
    life.opened = true
    if (life.day === null) handleConnected(life, socket)
    else sendJoin(life, socket, life.day)
  }
  socket.onmessage = (event) => {
    if (life.socket === socket) handleMessage(life, socket, event.data)
  }
  socket.onclose = (event) => handleClose(life, socket, event.code)
  // A close event always follows, with the same information.
  socket.onerror = noop
  setStatus(life, 'connecting')
}

function sendJoin(life: LiveSocketState, socket: WebSocket, day: string): void {
  life.joiningDay = day
  startSilenceTimer(life, socket, joinTimeoutMs)
  const { userId } = life.options
  socket.send(JSON.stringify({ type: 'join-session', userId, sessionDate: day } satisfies ClientMessage))
}

function handleConnected(life: LiveSocketState, socket: WebSocket): void {
  startSilenceTimer(life, socket, clientSilenceMs)
  life.failures = 0
  life.refusals = 0
  setStatus(life, 'connected')
}

/** The page is in no room while the socket stays open: the next join counts as the first. */
function resetRoom(life: LiveSocketState): void {
  const { state, ended } = life.connection
  setStatus(life, state === 'connected' ? 'connecting' : state, ended, false)
}

/** Treats the channel as dead after `silenceMs` without a frame. */
function startSilenceTimer(life: LiveSocketState, socket: WebSocket, silenceMs: number): void {
  life.cancel.watch()
  life.cancel.watch = life.options.after(silenceMs, () => abortSocket(life, socket))
}

function handleMessage(life: LiveSocketState, socket: WebSocket, data: unknown): void {
  const message = typeof data === 'string' ? parseServerMessage(data) : null
  const joins = message?.type === 'initial-messages'
  if (life.joiningDay !== null && message && isJoinResponse(message)) {
    const isWanted = life.joiningDay === life.day
    life.joiningDay = null
    if (!isWanted && life.day !== null) {
      sendJoin(life, socket, life.day)
      return
    }
  }
  if (life.connection.state === 'connected') startSilenceTimer(life, socket, clientSilenceMs)
  if (!message || (isRoomMessage(message) && life.connection.state !== 'connected')) return
  for (const listener of life.listeners.message) listener(message)
  if (joins) {
    // After the message listeners, so that status listeners see the room's messages.
    handleConnected(life, socket)
  } else if (message.type === 'session-changed' && message.roomClosed) {
    resetRoom(life)
  } else if (
    message.type === 'error' &&
    message.code === 'unavailable' &&
    life.connection.state !== 'connected'
  ) {
    abortSocket(life, socket)
  }
}

/** Drops a socket without waiting for its close event, which a dead connection may delay for minutes. */
function abortSocket(life: LiveSocketState, socket: WebSocket): void {
  socket.close()
  handleClose(life, socket, 1006)
}

function handleOffline(life: LiveSocketState): void {
  if (life.socket) abortSocket(life, life.socket)
}

function handleClose(life: LiveSocketState, socket: WebSocket, code: number): void {
  if (life.socket !== socket) return
  life.socket = null
  life.cancel.watch()
  life.refusals = life.opened ? 0 : life.refusals + 1
  const gate = closePolicyFor(code)
  life.closePolicy = gate
  if (gate.kind === 'never') {
    closePermanently(life, gate.because)
    return
  }
  const waitMs = gate.kind === 'wait' ? gate.waitMs : reconnectDelayMs(life.failures, life.options.random())
  life.failures += 1
  life.cancel.retry = life.options.after(waitMs, () => {
    if (life.closePolicy.kind !== 'focus' || life.options.hasFocus()) connect(life)
  })
  setStatus(life, 'disconnected')
  if (life.refusals >= refusalsBeforeSessionCheck) void checkCloseReason(life)
}

async function checkCloseReason(life: LiveSocketState): Promise<void> {
  const { generation } = life
  const why = await life.options.fetchCloseReason().catch(() => null)
  if (why !== null && life.generation === generation && life.connection.state !== 'connected')
    closePermanently(life, why)
}

function closePermanently(life: LiveSocketState, why: LiveCloseReason): void {
  teardown(life)
  setStatus(life, 'disconnected', why)
}

/** The user is back at the page: reconnects at once, if the last close allows it (LIVE-11). */
function reconnectNow(life: LiveSocketState): void {
  if (life.closePolicy.kind === 'wait' || life.closePolicy.kind === 'never') return
  if (life.closePolicy.kind === 'focus' && !life.options.hasFocus()) return
  connect(life)
}

function leaveAndClose(life: LiveSocketState): void {
  if (life.day !== null && life.socket && life.socket.readyState === life.socket.OPEN) {
    life.socket.send(JSON.stringify({ type: 'leave-session' } satisfies ClientMessage))
  }
  teardown(life)
  life.connection = { state: 'connecting', ended: null, joinedBefore: false }
}

/** Cancels all timers and listeners, and closes the socket. */
function teardown(life: LiveSocketState): void {
  life.generation += 1
  for (const callOff of Object.values(life.cancel)) callOff()
  const { socket } = life
  life.socket = null
  socket?.close(1000)
}
