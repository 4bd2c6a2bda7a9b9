// The live channel of one page: joins its room, if it has one, and stays connected through lost connections.
import { clientSilenceMs } from '#shared/constants.ts'
import { afterClose, reconnectDelayMs, type AfterClose } from '../backoff.ts'
import type { ClientMessage, ServerMessage } from '../contract.ts'
import type { Connection, LiveEnd, LiveLine } from '../line.ts'
import { inBrowser, type LiveSocketOptions } from './live-socket-options.ts'
import { onPageStirs } from './page-stirs.ts'
import { isAnswerToJoin, isOfRoom, readMessage } from './server-words.ts'

export interface LiveSocket extends LiveLine {
  /** Opens the channel; the answer leaves the room and closes it. */
  start(): () => void
  /** Joins the room of another day, over the same line; the room before is heard no more. */
  move(day: string): void
}

/** An attempt that isn't joined by then counts as failed. */
const joinPatienceMs = 10_000

/** From this refusal in a row on the session is asked about. */
const refusalsBeforeAsking = 2

interface Life {
  readonly options: Required<LiveSocketOptions>
  readonly listeners: { connection: Set<() => void>; message: Set<(message: ServerMessage) => void> }
  connection: Connection
  /** Whose room is wanted; null for none. */
  day: string | null
  /** Whose room the server has been asked for and hasn't answered. */
  asked: string | null
  socket: WebSocket | null
  opened: boolean
  failures: number
  refusals: number
  gate: AfterClose
  /** How often it was started and stopped: an answer that comes later than a stop says nothing any more. */
  era: number
  callOff: { retry: () => void; watch: () => void; page: () => void }
}

const nothing = () => undefined

/** A channel that isn't started yet. */
export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  const life: Life = {
    options: { ...inBrowser, ...options },
    listeners: { connection: new Set(), message: new Set() },
    connection: { state: 'connecting', ended: null, joinedBefore: false },
    day: options.sessionDate,
    asked: null,
    socket: null,
    opened: false,
    failures: 0,
    refusals: 0,
    gate: { kind: 'retry' },
    era: 0,
    callOff: { retry: nothing, watch: nothing, page: nothing },
  }
  return {
    connection: () => life.connection,
    onConnection: (listener) => listen(life.listeners.connection, listener),
    onMessage: (listener) => listen(life.listeners.message, listener),
    send(message) {
      if (life.connection.state !== 'connected' || !life.socket) return false
      life.socket.send(JSON.stringify(message))
      return true
    },
    start() {
      life.callOff.page = onPageStirs({ stirred: () => wake(life), offline: () => drop(life) })
      connect(life)
      return () => leave(life)
    },
    move(day) {
      if (day === life.day) return
      life.day = day
      loseRoom(life)
      if (life.socket && life.opened && life.asked === null) join(life, life.socket, day)
    },
  }
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function become(
  life: Life,
  state: Connection['state'],
  ended: LiveEnd | null = null,
  joinedBefore = life.connection.joinedBefore || state === 'connected',
): void {
  const before = life.connection
  if (before.state === state && before.ended === ended && before.joinedBefore === joinedBefore) return
  life.connection = { state, ended, joinedBefore }
  for (const listener of life.listeners.connection) listener()
}

/** Begins an attempt unless one is running or the channel is open (LIVE-12). */
function connect(life: Life): void {
  if (life.socket) return
  life.callOff.retry()
  life.gate = { kind: 'retry' }
  life.opened = false
  life.asked = null
  const socket = life.options.openSocket(life.options.url())
  life.socket = socket
  watch(life, socket, joinPatienceMs)
  socket.onopen = () => {
    if (life.socket !== socket) return
    life.opened = true
    if (life.day === null) connected(life, socket)
    else join(life, socket, life.day)
  }
  socket.onmessage = (event) => {
    if (life.socket === socket) hear(life, socket, event.data)
  }
  socket.onclose = (event) => lost(life, socket, event.code)
  // A close always follows, and says as much.
  socket.onerror = nothing
  become(life, 'connecting')
}

function join(life: Life, socket: WebSocket, day: string): void {
  life.asked = day
  watch(life, socket, joinPatienceMs)
  const { userId } = life.options
  socket.send(JSON.stringify({ type: 'join-session', userId, sessionDate: day } satisfies ClientMessage))
}

function connected(life: Life, socket: WebSocket): void {
  watch(life, socket, clientSilenceMs)
  life.failures = 0
  life.refusals = 0
  become(life, 'connected')
}

/** In no room any more, though the line is open: what comes next is a first joining again. */
function loseRoom(life: Life): void {
  const { state, ended } = life.connection
  become(life, state === 'connected' ? 'connecting' : state, ended, false)
}

/** Counts the channel as dead after so long without a frame. */
function watch(life: Life, socket: WebSocket, silenceMs: number): void {
  life.callOff.watch()
  life.callOff.watch = life.options.after(silenceMs, () => abandon(life, socket))
}

function hear(life: Life, socket: WebSocket, data: unknown): void {
  const message = typeof data === 'string' ? readMessage(data) : null
  const joins = message?.type === 'initial-messages'
  if (life.asked !== null && message && isAnswerToJoin(message)) {
    const isWanted = life.asked === life.day
    life.asked = null
    if (!isWanted && life.day !== null) {
      join(life, socket, life.day)
      return
    }
  }
  if (life.connection.state === 'connected') watch(life, socket, clientSilenceMs)
  if (!message || (isOfRoom(message) && life.connection.state !== 'connected')) return
  for (const listener of life.listeners.message) listener(message)
  if (joins) {
    // After the listeners: who waits for the connection finds the room already told.
    connected(life, socket)
  } else if (message.type === 'session-changed' && message.roomClosed) {
    loseRoom(life)
  } else if (
    message.type === 'error' &&
    message.code === 'unavailable' &&
    life.connection.state !== 'connected'
  ) {
    abandon(life, socket)
  }
}

/** Gives a socket up without waiting for its close, which a dead line may keep back for minutes. */
function abandon(life: Life, socket: WebSocket): void {
  socket.close()
  lost(life, socket, 1006)
}

function drop(life: Life): void {
  if (life.socket) abandon(life, life.socket)
}

function lost(life: Life, socket: WebSocket, code: number): void {
  if (life.socket !== socket) return
  life.socket = null
  life.callOff.watch()
  life.refusals = life.opened ? 0 : life.refusals + 1
  const gate = afterClose(code)
  life.gate = gate
  if (gate.kind === 'never') {
    end(life, gate.because)
    return
  }
  const waitMs = gate.kind === 'wait' ? gate.waitMs : reconnectDelayMs(life.failures, life.options.random())
  life.failures += 1
  life.callOff.retry = life.options.after(waitMs, () => {
    if (life.gate.kind !== 'focus' || life.options.hasFocus()) connect(life)
  })
  become(life, 'disconnected')
  if (life.refusals >= refusalsBeforeAsking) void ask(life)
}

async function ask(life: Life): Promise<void> {
  const { era } = life
  const why = await life.options.askWhy().catch(() => null)
  if (why !== null && life.era === era && life.connection.state !== 'connected') end(life, why)
}

function end(life: Life, why: LiveEnd): void {
  hush(life)
  become(life, 'disconnected', why)
}

/** Somebody is at the page again: tries at once, as far as the last close allows (LIVE-11). */
function wake(life: Life): void {
  if (life.gate.kind === 'wait' || life.gate.kind === 'never') return
  if (life.gate.kind === 'focus' && !life.options.hasFocus()) return
  connect(life)
}

function leave(life: Life): void {
  if (life.day !== null && life.socket && life.socket.readyState === life.socket.OPEN) {
    life.socket.send(JSON.stringify({ type: 'leave-session' } satisfies ClientMessage))
  }
  hush(life)
  life.connection = { state: 'connecting', ended: null, joinedBefore: false }
}

/** Nothing that was begun goes on. */
function hush(life: Life): void {
  life.era += 1
  for (const callOff of Object.values(life.callOff)) callOff()
  const { socket } = life
  life.socket = null
  socket?.close(1000)
}
