// Live socket: one page's connection to the live channel; joins its room, if any, and reconnects.
import { clientSilenceMs } from '#shared/constants.ts'
import { reconnectDelayMs } from '#shared/backoff.ts'
import { closePolicyFor, type ClosePolicy } from '../close-policy.ts'
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

/** The time limit of a connection attempt, and of each join request. */
const joinTimeoutMs = 10_000

/** After this many rejections in a row the client checks its session. */
const rejectionsBeforeSessionCheck = 2

interface LiveSocketState {
  readonly options: Required<LiveSocketOptions>
  readonly listeners: { status: Set<() => void>; message: Set<(message: ServerMessage) => void> }
  status: LiveStatus
  /** The day whose room is wanted; null for none. */
  day: string | null
  /** The day of the join request that the server hasn't answered. */
  joiningDay: string | null
  /** The day of the room that the server has this socket in. */
  joinedDay: string | null
  socket: WebSocket | null
  /** Whether the current socket has opened, or the last one had. */
  hasOpened: boolean
  /** Closes since the last connected state; they lengthen the backoff. */
  failures: number
  /** Attempts in a row whose socket never opened. */
  rejections: number
  closePolicy: ClosePolicy
  /** Increased by each teardown: async results of an earlier generation are ignored. */
  generation: number
  cancel: { retry: () => void; silenceTimer: () => void; triggers: () => void }
}

const noop = () => undefined

export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  const channel: LiveSocketState = {
    options: { ...browserDefaults, ...options },
    listeners: { status: new Set(), message: new Set() },
    status: { state: 'connecting', ended: null, joinedBefore: false },
    day: options.sessionDate,
    joiningDay: null,
    joinedDay: null,
    socket: null,
    hasOpened: false,
    failures: 0,
    rejections: 0,
    closePolicy: { kind: 'retry' },
    generation: 0,
    cancel: { retry: noop, silenceTimer: noop, triggers: noop },
  }
  return {
    status: () => channel.status,
    onStatusChange: (listener) => addListener(channel.listeners.status, listener),
    onMessage: (listener) => addListener(channel.listeners.message, listener),
    send(message) {
      if (channel.status.state !== 'connected' || !channel.socket) return false
      channel.socket.send(JSON.stringify(message))
      return true
    },
    start() {
      channel.cancel.triggers = onReconnectTrigger({
        onActivity: () => reconnectNow(channel),
        onOffline: () => handleOffline(channel),
      })
      connect(channel)
      return () => leaveAndClose(channel)
    },
    switchDay(day) {
      if (day === channel.day) return
      channel.day = day
      resetRoom(channel)
      if (channel.socket && channel.hasOpened && channel.joiningDay === null)
        sendJoin(channel, channel.socket, day)
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
  channel: LiveSocketState,
  state: LiveStatus['state'],
  ended: LiveCloseReason | null = null,
  joinedBefore = channel.status.joinedBefore || state === 'connected',
): void {
  const previous = channel.status
  if (previous.state === state && previous.ended === ended && previous.joinedBefore === joinedBefore) return
  channel.status = { state, ended, joinedBefore }
  for (const listener of channel.listeners.status) listener()
}

/** Opens a socket, unless one is opening or open (LIVE-12). */
function connect(channel: LiveSocketState): void {
  if (channel.socket) return
  channel.cancel.retry()
  channel.closePolicy = { kind: 'retry' }
  channel.hasOpened = false
  channel.joiningDay = null
  channel.joinedDay = null
  const socket = channel.options.openSocket(channel.options.url())
  channel.socket = socket
  startSilenceTimer(channel, socket, joinTimeoutMs)
  socket.onopen = () => {
    if (channel.socket !== socket) return
    channel.hasOpened = true
    if (channel.day === null) handleConnected(channel, socket)
    else sendJoin(channel, socket, channel.day)
  }
  socket.onmessage = (event) => {
    if (channel.socket === socket) handleMessage(channel, socket, event.data)
  }
  socket.onclose = (event) => handleClose(channel, socket, event.code)
  // A close event always follows, with the same information.
  socket.onerror = noop
  setStatus(channel, 'connecting')
}

function sendJoin(channel: LiveSocketState, socket: WebSocket, day: string): void {
  const send = (message: ClientMessage) => socket.send(JSON.stringify(message))
  // The server ignores a join of the room it has the socket in, for example after it rejected the next day's.
  if (day === channel.joinedDay) send({ type: 'leave-session' })
  channel.joiningDay = day
  startSilenceTimer(channel, socket, joinTimeoutMs)
  send({ type: 'join-session', userId: channel.options.userId, sessionDate: day })
}

function handleConnected(channel: LiveSocketState, socket: WebSocket): void {
  startSilenceTimer(channel, socket, clientSilenceMs)
  channel.failures = 0
  channel.rejections = 0
  setStatus(channel, 'connected')
}

/** The page is in no room while the socket stays open: the next join counts as the first. */
function resetRoom(channel: LiveSocketState): void {
  const { state, ended } = channel.status
  setStatus(channel, state === 'connected' ? 'connecting' : state, ended, false)
}

/** Restarts the timer that drops the socket after `silenceMs` without a frame. */
function startSilenceTimer(channel: LiveSocketState, socket: WebSocket, silenceMs: number): void {
  channel.cancel.silenceTimer()
  channel.cancel.silenceTimer = channel.options.after(silenceMs, () => abortSocket(channel, socket))
}

function handleMessage(channel: LiveSocketState, socket: WebSocket, data: unknown): void {
  const message = typeof data === 'string' ? parseServerMessage(data) : null
  const isJoined = message?.type === 'initial-messages'
  if (channel.joiningDay !== null && message && isJoinResponse(message)) {
    const isForWantedDay = channel.joiningDay === channel.day
    if (isJoined) channel.joinedDay = channel.joiningDay
    channel.joiningDay = null
    // The page switched to another day while this join was pending.
    if (!isForWantedDay && channel.day !== null) {
      sendJoin(channel, socket, channel.day)
      return
    }
  }
  if (channel.status.state === 'connected') startSilenceTimer(channel, socket, clientSilenceMs)
  if (!message || (isRoomMessage(message) && channel.status.state !== 'connected')) return
  for (const listener of channel.listeners.message) listener(message)
  if (isJoined) {
    // After the message listeners, so that status listeners see the room's messages.
    handleConnected(channel, socket)
  } else if (message.type === 'session-changed' && message.roomClosed) {
    channel.joinedDay = null
    resetRoom(channel)
  } else if (
    message.type === 'error' &&
    message.code === 'unavailable' &&
    message.clientMessageId === undefined &&
    channel.status.state !== 'connected'
  ) {
    // The join failed: the reconnect joins again, after the backoff.
    abortSocket(channel, socket)
  }
}

/** Drops a socket without waiting for its close event, which a dead connection may delay for minutes. */
function abortSocket(channel: LiveSocketState, socket: WebSocket): void {
  socket.close()
  // The code that browsers report for a lost connection.
  handleClose(channel, socket, 1006)
}

function handleOffline(channel: LiveSocketState): void {
  if (channel.socket) abortSocket(channel, channel.socket)
}

function handleClose(channel: LiveSocketState, socket: WebSocket, code: number): void {
  if (channel.socket !== socket) return
  channel.socket = null
  channel.cancel.silenceTimer()
  channel.rejections = channel.hasOpened ? 0 : channel.rejections + 1
  const policy = closePolicyFor(code)
  channel.closePolicy = policy
  if (policy.kind === 'never') {
    closePermanently(channel, policy.reason)
    return
  }
  const waitMs =
    policy.kind === 'wait' ? policy.waitMs : reconnectDelayMs(channel.failures, channel.options.random())
  channel.failures += 1
  channel.cancel.retry = channel.options.after(waitMs, () => {
    if (channel.closePolicy.kind !== 'focus' || channel.options.hasFocus()) connect(channel)
  })
  setStatus(channel, 'disconnected')
  if (channel.rejections >= rejectionsBeforeSessionCheck) void checkCloseReason(channel)
}

async function checkCloseReason(channel: LiveSocketState): Promise<void> {
  const { generation } = channel
  const reason = await channel.options.fetchCloseReason().catch(() => null)
  if (reason !== null && channel.generation === generation && channel.status.state !== 'connected')
    closePermanently(channel, reason)
}

function closePermanently(channel: LiveSocketState, reason: LiveCloseReason): void {
  teardown(channel)
  setStatus(channel, 'disconnected', reason)
}

/** Reconnects at once on user activity, if the last close allows it (LIVE-11). */
function reconnectNow(channel: LiveSocketState): void {
  if (channel.closePolicy.kind === 'wait' || channel.closePolicy.kind === 'never') return
  if (channel.closePolicy.kind === 'focus' && !channel.options.hasFocus()) return
  connect(channel)
}

function leaveAndClose(channel: LiveSocketState): void {
  if (channel.day !== null && channel.socket && channel.socket.readyState === channel.socket.OPEN) {
    channel.socket.send(JSON.stringify({ type: 'leave-session' } satisfies ClientMessage))
  }
  teardown(channel)
  channel.status = { state: 'connecting', ended: null, joinedBefore: false }
}

/** Cancels all timers and listeners, and closes the socket. */
function teardown(channel: LiveSocketState): void {
  channel.generation += 1
  for (const cancel of Object.values(channel.cancel)) cancel()
  const { socket } = channel
  channel.socket = null
  socket?.close(1000)
}
