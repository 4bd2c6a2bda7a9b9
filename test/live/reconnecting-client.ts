// A member who reconnects after any failure and resends unconfirmed messages, as the page does.
import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import type { ServerMessage } from '#app/live-messages.ts'
import { chatReducer, initialChatLog, type ChatEvent, type ChatLog } from '#features/chat/chat-reducer.ts'
import type { ChatMessage } from '#features/chat/contract.ts'
import { chatHistorySize } from '#shared/constants.ts'
import { timestampToMs } from '#shared/day.ts'
import { closePolicyFor } from '#shared/live/close-codes.ts'
import type { Guest } from './crowd.ts'

export interface ReconnectingClient extends Guest {
  /** The messages that the page would show, and those pending. */
  log(): ChatLog
  /** The number of the node that serves its room; null in no room. */
  nodeIndex(): number | null
  /** The latest online count. */
  onlineCount(): number | null
  /** The latest presence event, as raw text. */
  presence(): string
  sendChat(text: string): void
  /** The message id of each confirmed own message, by client message id. */
  readonly echoed: ReadonlyMap<string, number>
  /** How long each own message took, in the order of confirmation. */
  readonly echoes: readonly { sentAtMs: number; tookMs: number }[]
  /** The id of every message received. */
  readonly received: ReadonlySet<number>
  /** Messages of others that arrived twice on one connection. */
  readonly duplicates: readonly number[]
  /** When a connection broke, and the oldest message shown after the reconnect if older ones exist, else null. */
  readonly gaps: readonly { lostAtMs: number; oldest: ChatMessage | null }[]
  /** The codes with which its connections were closed. */
  readonly closes: readonly number[]
  /** Joins and leaves that the room announced to it, as raw text (LIVE-06). */
  readonly announced: readonly string[]
  /** Every online count it received. */
  readonly counts: readonly number[]
  /** Stops reconnecting after the next close. */
  stopReconnecting(): void
  /** Leaves the room. */
  leave(): void
}

interface ReconnectingClientOptions {
  guest: Guest
  day: string
  /** The nodes; it starts with node number `first` and rotates through them. */
  urls: readonly string[]
  first: number
  random: () => number
}

/** Shorter than the page's 2 to 30 s, which would only make a test long. */
const reconnectDelayMs = { least: 50, spread: 200 }
const resendDelayMs = 200
const echoTimeoutMs = 4_000
const joinTimeoutMs = 5_000
const presencePrefix = '{"type":"online-count-updated","onlineCount":'

interface ClientState {
  log: ChatLog
  inFlight: string | null
  joined: boolean
  isLeaving: boolean
  presence: string
  sentAtMs: Map<string, number>
  /** When it joined the room on the present connection. */
  enteredAtMs: number
  /** Messages sent since then that it received. */
  onLine: Set<number>
  retry: NodeJS.Timeout | undefined
  echo: NodeJS.Timeout | undefined
}

/** Connects in the background and returns at once. */
export function openReconnectingClient({
  guest,
  day,
  urls,
  first,
  random,
}: ReconnectingClientOptions): ReconnectingClient {
  const state: ClientState = {
    log: initialChatLog(),
    inFlight: null,
    joined: false,
    isLeaving: false,
    presence: '',
    sentAtMs: new Map(),
    enteredAtMs: 0,
    onLine: new Set(),
    retry: undefined,
    echo: undefined,
  }
  const echoed = new Map<string, number>()
  const echoes: { sentAtMs: number; tookMs: number }[] = []
  const received = new Set<number>()
  const duplicates: number[] = []
  const gaps: { lostAtMs: number; oldest: ChatMessage | null }[] = []
  const closes: number[] = []
  const announced: string[] = []
  const counts: number[] = []
  let node = first
  let socket = connect()

  function connect(): WebSocket {
    const url = urls[node % urls.length] ?? ''
    const connection = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, {
      perMessageDeflate: false,
      headers: { origin: url, cookie: guest.cookie },
    })
    const joinTimer = setTimeout(() => {
      if (!state.joined) connection.terminate()
    }, joinTimeoutMs)
    connection.on('open', () => {
      connection.send(JSON.stringify({ type: 'join-session', userId: guest.userId, sessionDate: day }))
    })
    connection.on('message', (data: Buffer) => handleText(data.toString()))
    connection.on('error', () => {})
    connection.on('close', (code) => {
      clearTimeout(joinTimer)
      handleClose(code)
    })
    return connection
  }
  function handleClose(code: number): void {
    clearTimeout(state.echo)
    if (state.joined) {
      closes.push(code)
      gaps.push({ lostAtMs: Date.now(), oldest: null })
    }
    state.joined = false
    state.inFlight = null
    state.isLeaving ||= closePolicyFor(code).kind === 'never'
    if (state.isLeaving) return
    state.retry = setTimeout(
      () => {
        node += 1
        socket = connect()
      },
      reconnectDelayMs.least + random() * reconnectDelayMs.spread,
    )
  }
  function handleText(text: string): void {
    if (text.startsWith(presencePrefix)) {
      state.presence = text
      counts.push(onlineCountOf(text))
      return
    }
    const message = JSON.parse(text) as ServerMessage
    if (message.type === 'initial-messages') receiveSnapshot(message.messages)
    else if (message.type === 'new-message') receiveMessage(message.message)
    else if (message.type === 'message-deleted') dispatch({ ...message, type: 'deleted' })
    else if (message.type === 'message-likes-updated') dispatch({ ...message, type: 'likes' })
    else if (message.type === 'user-joined' || message.type === 'user-left') announced.push(text)
    else if (message.type === 'error') handleError(message)
  }
  function receiveSnapshot(messages: readonly ChatMessage[]): void {
    const gap = gaps.at(-1)
    if (gap) gap.oldest = messages.length >= chatHistorySize ? (messages[0] ?? null) : null
    state.joined = true
    state.enteredAtMs = Date.now()
    state.onLine.clear()
    for (const message of messages) recordReceipt(message)
    dispatch({ type: 'initial', messages })
  }
  function receiveMessage(message: ChatMessage): void {
    // A resent message is confirmed again, and a batch may repeat messages of the initial snapshot.
    if (state.onLine.has(message.id) && message.user.id !== guest.userId) duplicates.push(message.id)
    if (timestampToMs(message.timestamp) > state.enteredAtMs) state.onLine.add(message.id)
    recordReceipt(message)
    dispatch({ type: 'message', message })
  }
  function recordReceipt({ id, clientMessageId, user }: ChatMessage): void {
    received.add(id)
    if (user.id !== guest.userId || clientMessageId === undefined) return
    echoed.set(clientMessageId, id)
    const sentAtMs = state.sentAtMs.get(clientMessageId)
    if (sentAtMs === undefined) return
    state.sentAtMs.delete(clientMessageId)
    echoes.push({ sentAtMs, tookMs: performance.now() - sentAtMs })
  }
  function handleError({ clientMessageId }: { clientMessageId?: string | undefined }): void {
    if (!state.joined) socket.terminate()
    else if (clientMessageId === state.inFlight) retryAfter(resendDelayMs)
  }
  function dispatch(event: ChatEvent): void {
    state.log = chatReducer(state.log, event)
    const isPending = state.log.pending.some(({ clientMessageId }) => clientMessageId === state.inFlight)
    if (!isPending) {
      state.inFlight = null
      clearTimeout(state.echo)
    }
    flushOutbox()
  }
  function flushOutbox(): void {
    const [next] = state.log.pending
    if (!next || !state.joined || state.inFlight !== null) return
    state.inFlight = next.clientMessageId
    socket.send(JSON.stringify({ type: 'chat-message', ...next }))
    retryAfter(echoTimeoutMs)
  }
  function retryAfter(ms: number): void {
    clearTimeout(state.echo)
    state.echo = setTimeout(() => {
      state.inFlight = null
      flushOutbox()
    }, ms)
  }

  return {
    ...guest,
    log: () => state.log,
    nodeIndex: () => (state.joined ? node % urls.length : null),
    onlineCount: () => (state.presence === '' ? null : onlineCountOf(state.presence)),
    presence: () => state.presence,
    sendChat: (text) => {
      const pending = { clientMessageId: randomUUID(), text }
      state.sentAtMs.set(pending.clientMessageId, performance.now())
      dispatch({ type: 'sent', pending })
    },
    echoed,
    echoes,
    received,
    duplicates,
    gaps,
    closes,
    announced,
    counts,
    stopReconnecting: () => {
      state.isLeaving = true
    },
    leave: () => {
      state.isLeaving = true
      clearTimeout(state.retry)
      socket.close(1000)
    },
  }
}

function onlineCountOf(presence: string): number {
  return Number.parseInt(presence.slice(presencePrefix.length), 10)
}
