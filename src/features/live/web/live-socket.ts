// The live channel of one sitting: joins its room and stays joined through lost connections.
import * as z from 'zod/mini'
import { clientSilenceMs } from '#shared/constants.ts'
import { afterClose, reconnectDelayMs, type AfterClose } from '../backoff.ts'
import { serverMessageSchema, type ClientMessage, type ServerMessage } from '../contract.ts'
import type { Connection, LiveEnd, LiveLine } from '../line.ts'
import { onPageStirs } from './page-stirs.ts'

export interface LiveSocket extends LiveLine {
  /** Opens the channel; the answer leaves the room and closes it. */
  start(): () => void
}

export interface LiveSocketOptions {
  userId: number
  sessionDate: string
  url: string
  /** Asked after repeated refusals, which a browser doesn't explain: why the channel stays shut, if for good. */
  askWhy: () => Promise<LiveEnd | null>
  openSocket?: (url: string) => WebSocket
  /** Runs something `ms` later; the answer calls it off. */
  after?: (ms: number, run: () => void) => () => void
  random?: () => number
  hasFocus?: () => boolean
}

/** An attempt that isn't joined by then counts as failed. */
const joinPatienceMs = 10_000

/** From this refusal in a row on the session is asked about. */
const refusalsBeforeAsking = 2

interface Life {
  readonly options: Required<LiveSocketOptions>
  readonly listeners: { connection: Set<() => void>; message: Set<(message: ServerMessage) => void> }
  connection: Connection
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
  }
}

const inBrowser = {
  openSocket: (url: string) => new WebSocket(url),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
  hasFocus: () => document.hasFocus(),
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function become(life: Life, state: Connection['state'], ended: LiveEnd | null = null): void {
  const joinedBefore = life.connection.joinedBefore || state === 'connected'
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
  const socket = life.options.openSocket(life.options.url)
  life.socket = socket
  watch(life, socket, joinPatienceMs)
  socket.onopen = () => {
    if (life.socket !== socket) return
    life.opened = true
    const { userId, sessionDate } = life.options
    socket.send(JSON.stringify({ type: 'join-session', userId, sessionDate } satisfies ClientMessage))
  }
  socket.onmessage = (event) => {
    if (life.socket === socket) hear(life, socket, event.data)
  }
  socket.onclose = (event) => lost(life, socket, event.code)
  // A close always follows, and says as much.
  socket.onerror = nothing
  become(life, 'connecting')
}

/** Counts the channel as dead after so long without a frame. */
function watch(life: Life, socket: WebSocket, silenceMs: number): void {
  life.callOff.watch()
  life.callOff.watch = life.options.after(silenceMs, () => abandon(life, socket))
}

function hear(life: Life, socket: WebSocket, data: unknown): void {
  const message = typeof data === 'string' ? readMessage(data) : null
  const joins = message?.type === 'initial-messages'
  if (life.connection.state === 'connected' || joins) watch(life, socket, clientSilenceMs)
  if (!message) return
  for (const listener of life.listeners.message) listener(message)
  if (joins) {
    life.failures = 0
    life.refusals = 0
    // After the listeners: who waits for the connection finds the room already told.
    become(life, 'connected')
  } else if (
    message.type === 'error' &&
    message.code === 'unavailable' &&
    life.connection.state !== 'connected'
  ) {
    abandon(life, socket)
  }
}

/** A frame that this page doesn't know is left alone: a newer server may say more. */
function readMessage(data: string): ServerMessage | null {
  try {
    const result = z.safeParse(serverMessageSchema, JSON.parse(data))
    return result.success ? result.data : null
  } catch {
    return null
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
  if (life.socket && life.socket.readyState === life.socket.OPEN) {
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
