// Chat room client: one member's chat of one day, with its draft and an outbox that waits for echoes.
import * as z from 'zod/mini'
import { hasVisibleText } from '#shared/text.ts'
import type { ServerMessage } from '#features/live/contract.ts'
import type { LiveClient } from '#features/live/live-client.ts'
import { uniqueId } from '#web/unique-id.ts'
import { chatTextSchema } from '../contract.ts'
import { chatReducer, initialChatLog, type ChatEvent, type ChatLog } from '../chat-reducer.ts'
import { deletePendingMessages, saveChatDraft, savePendingMessage, readSavedChat } from './chat-drafts.ts'

export interface Composer {
  readonly draft: string
  /** Why the last message was rejected, as a sentence. */
  readonly error: string | null
  /** A sentence on a problem that is being retried. */
  readonly hint: string | null
}

export interface ChatRoom {
  log(): ChatLog
  composer(): Composer
  subscribe(listener: () => void): () => void
  setDraft(draft: string): void
  /** Sends the draft if it isn't empty and the channel is open (CHAT-02); returns whether it did. */
  send(): boolean
  /** Applies the result of an HTTP call of this page: a like count, a deletion or its undo. */
  dispatch(event: ChatEvent): void
  /** Listens to the channel until the returned function is called. */
  start(): () => void
}

export interface ChatRoomOptions {
  client: LiveClient
  day: string
  setTimer?: (ms: number, run: () => void) => () => void
  newId?: () => string
}

/** After this time without an echo a message is sent again; its id prevents a duplicate. */
const echoTimeoutMs = 10_000

/** The retry delay for errors that name none. */
const defaultRetryMs = 5_000

export const composerHints = {
  notConnected: 'Not connected right now. Your words stay here.',
  slower: 'That was a little fast. It will be sent in a moment.',
  resting: 'The room is resting for a moment. It will be sent again.',
} as const

interface ChatRoomState {
  readonly client: LiveClient
  readonly day: string
  readonly setTimer: NonNullable<ChatRoomOptions['setTimer']>
  readonly listeners: Set<() => void>
  log: ChatLog
  composer: Composer
  /** The one message in flight: the next waits for its echo, which preserves the order. */
  inFlight: string | null
  cancelTimer: { echo: () => void; pause: (() => void) | null }
}

const noop = () => undefined

/** Creates a room that isn't listening yet, with the draft and outbox of an earlier visit. */
export function createChatRoom({
  client: line,
  day,
  setTimer = startTimer,
  newId = uniqueId,
}: ChatRoomOptions): ChatRoom {
  const kept = readSavedChat(day)
  const life: ChatRoomState = {
    client: line,
    day,
    setTimer,
    listeners: new Set(),
    log: initialChatLog(kept.outbox),
    composer: { draft: kept.draft, error: null, hint: null },
    inFlight: null,
    cancelTimer: { echo: noop, pause: null },
  }
  return {
    log: () => life.log,
    composer: () => life.composer,
    subscribe: (listener) => {
      life.listeners.add(listener)
      return () => {
        life.listeners.delete(listener)
      }
    },
    setDraft: (draft) => {
      saveChatDraft(day, draft)
      updateComposer(life, { draft, error: null, hint: null })
    },
    send: () => sendDraft(life, newId),
    dispatch: (event) => dispatchEvent(life, event),
    start: () => connectRoom(life),
  }
}

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

function connectRoom(life: ChatRoomState): () => void {
  const stops = [
    life.client.onMessage((message) => handleServerMessage(life, message)),
    life.client.onStatusChange(() => {
      clearInFlight(life)
      const isBack = life.client.status().state === 'connected'
      if (isBack && life.composer.hint === composerHints.notConnected) updateComposer(life, { hint: null })
      flushOutbox(life)
    }),
  ]
  flushOutbox(life)
  return () => {
    for (const stop of stops) stop()
    clearInFlight(life)
    life.cancelTimer.pause?.()
    life.cancelTimer.pause = null
  }
}

function notifyListeners(life: ChatRoomState): void {
  for (const listener of life.listeners) listener()
}

function updateComposer(life: ChatRoomState, change: Partial<Composer>): void {
  life.composer = { ...life.composer, ...change }
  notifyListeners(life)
}

function sendDraft(life: ChatRoomState, newId: () => string): boolean {
  const { draft } = life.composer
  if (!hasVisibleText(draft)) return false
  const text = z.safeParse(chatTextSchema, draft)
  if (!text.success) {
    updateComposer(life, { error: text.error.issues[0]?.message ?? null, hint: null })
    return false
  }
  if (life.client.status().state !== 'connected') {
    updateComposer(life, { hint: composerHints.notConnected })
    return false
  }
  const pending = { clientMessageId: newId(), text: text.data }
  savePendingMessage(life.day, pending)
  saveChatDraft(life.day, '')
  life.composer = { draft: '', error: null, hint: null }
  dispatchEvent(life, { type: 'sent', pending })
  flushOutbox(life)
  return true
}

/** Applies an event to the log and saves the outbox without the messages that arrived. */
function dispatchEvent(life: ChatRoomState, event: ChatEvent): void {
  const before = life.log.pending
  const log = chatReducer(life.log, event)
  if (log === life.log) return
  life.log = log
  const { pending } = life.log
  const gone = before.filter((one) => !pending.includes(one)).map(({ clientMessageId }) => clientMessageId)
  deletePendingMessages(gone)
  if (life.inFlight !== null && gone.includes(life.inFlight)) clearInFlight(life)
  if (gone.length > 0 && pending.length === 0) life.composer = { ...life.composer, hint: null }
  notifyListeners(life)
}

function clearInFlight(life: ChatRoomState): void {
  life.inFlight = null
  life.cancelTimer.echo()
}

/**
 * Sends the next message if none is in flight. Before the initial messages the channel still belongs to another
 * room.
 */
function flushOutbox(life: ChatRoomState): void {
  const next = life.log.pending[0]
  if (!next || !life.log.loaded || life.inFlight !== null || life.cancelTimer.pause) return
  const { clientMessageId, text } = next
  if (!life.client.send({ type: 'chat-message', text, clientMessageId })) return
  life.inFlight = clientMessageId
  life.cancelTimer.echo = life.setTimer(echoTimeoutMs, () => {
    life.inFlight = null
    flushOutbox(life)
  })
}

function pauseOutbox(life: ChatRoomState, ms: number): void {
  clearInFlight(life)
  life.cancelTimer.pause?.()
  life.cancelTimer.pause = life.setTimer(ms, () => {
    life.cancelTimer.pause = null
    flushOutbox(life)
  })
}

function handleServerMessage(life: ChatRoomState, message: ServerMessage): void {
  switch (message.type) {
    case 'initial-messages':
      dispatchEvent(life, { type: 'initial', messages: message.messages })
      break
    case 'new-message':
      dispatchEvent(life, { type: 'message', message: message.message })
      break
    case 'message-deleted':
      dispatchEvent(life, { ...message, type: 'deleted' })
      break
    case 'message-likes-updated':
      dispatchEvent(life, { type: 'likes', messageId: message.messageId, likes: message.likes })
      break
    case 'online-count-updated':
      dispatchEvent(life, { type: 'people', people: message.onlineUsers })
      return
    case 'user-joined':
      dispatchEvent(life, { type: 'people', people: [message.user] })
      return
    case 'error':
      handleServerError(life, message)
      break
    default:
      // Others handle the end of the session; the outbox moves on to the next day's room.
      return
  }
  flushOutbox(life)
}

function handleServerError(life: ChatRoomState, error: Extract<ServerMessage, { type: 'error' }>): void {
  const refused = life.log.pending.find((one) => one.clientMessageId === error.clientMessageId)
  if (!refused) return
  if (error.code === 'rate_limited') {
    pauseOutbox(life, error.retryAfterMs ?? defaultRetryMs)
    updateComposer(life, { hint: composerHints.slower })
  } else if (isTemporaryError(error.code)) {
    pauseOutbox(life, error.retryAfterMs ?? defaultRetryMs)
    updateComposer(life, { hint: composerHints.resting })
  } else {
    rejectMessage(life, refused.clientMessageId, refused.text, error.message)
  }
}

/**
 * Errors after which the same message is sent again. A closed room is followed by the next day's: there the message
 * is sent under the same id, and stored once.
 */
function isTemporaryError(code: string): boolean {
  return code === 'unavailable' || code === 'not_joined' || code === 'bad_date'
}

/** Returns a rejected message to the composer, before the text typed since. */
function rejectMessage(
  life: ChatRoomState,
  clientMessageId: string,
  text: string,
  error: string | null,
): void {
  const since = life.composer.draft
  const draft = since === '' ? text : `${text}\n${since}`
  saveChatDraft(life.day, draft)
  life.composer = { draft, error, hint: null }
  dispatchEvent(life, { type: 'withdrawn', clientMessageId })
}
