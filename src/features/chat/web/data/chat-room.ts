// Chat room client: one member's chat of one day, with its draft and pending messages without an echo.
import * as z from 'zod/mini'
import { t } from '#shared/i18n/t.ts'
import { liveServerMessages, type LiveServerMessage } from '#shared/live/channel-messages.ts'
import type { LiveClient } from '#shared/live/live-client.ts'
import { hasVisibleText } from '#shared/text.ts'
import { serverNow } from '#web/server-clock.ts'
import { uniqueId } from '#web/unique-id.ts'
import {
  chatReducer,
  initialChatLog,
  type ChatEvent,
  type ChatLog,
  type PendingMessage,
} from '../../chat-reducer.ts'
import {
  chatServerMessages,
  chatTextSchema,
  type ChatClientMessage,
  type ChatServerMessage,
} from '../../contract.ts'
import { slowUntilMs } from '../../writing-limits.ts'
import { deletePendingMessages, saveChatDraft, savePendingMessage, readSavedChat } from './chat-drafts.ts'
import type { ChatRoom, ChatRoomOptions, Composer } from './chat-room-interface.ts'
import { ownMute } from './own-mute.ts'

/** After this time without an echo a message is sent again; its id prevents a duplicate. */
const echoTimeoutMs = 10_000

/** The retry delay after errors without `retryAfterMs`. */
const defaultRetryMs = 5_000

/** How long the page tries to send a message for which the room has no room (QUIET-06). */
const roomWaitMaxMs = 60_000

/**
 * The retries of the members who wait are spread over this time. On average they come more slowly than a member's own
 * allowance refills.
 */
const roomRetrySpreadMs = 5_000

export const composerHints = {
  notConnected: t('Not connected right now. Your text stays here.'),
  rateLimited: t('That was a little fast. Your message will be sent in a moment.'),
  unavailable: t('The chat is unavailable for a moment. Your message will be sent again.'),
  waiting: t('The chat is busy. Your message is waiting its turn.'),
  chatPaused: t('The chat rests while everyone sits. Your text stays here.'),
} as const

interface ChatRoomState {
  readonly client: LiveClient
  readonly day: string
  readonly setTimer: NonNullable<ChatRoomOptions['setTimer']>
  readonly now: NonNullable<ChatRoomOptions['now']>
  readonly random: NonNullable<ChatRoomOptions['random']>
  readonly reader: ChatRoomOptions['reader']
  readonly clock: NonNullable<ChatRoomOptions['clock']>
  readonly listeners: Set<() => void>
  log: ChatLog
  composer: Composer
  delivery: DeliveryState
  /** The message for which the room has no room, and until when the page tries again. */
  waiting: { readonly clientMessageId: string; readonly untilMs: number } | null
  /** The message in flight that the member has withdrawn: it may be stored already. */
  withdrawnId: string | null
  slowSeconds: number
  /** When slow mode lets the member write again, as the server said with a refusal; 0 without one. */
  refusedUntilMs: number
  /** The message that was sent last: it may be stored already. */
  triedId: string | null
}

/** The state of the delivery, which sends one pending message at a time. */
type DeliveryState =
  | { readonly name: 'ready' }
  /** The echo of the one message in flight, which preserves the order; without it, the message is sent again. */
  | { readonly name: 'in-flight'; readonly clientMessageId: string; readonly cancelTimer: () => void }
  /** The time of the next attempt, after an error. */
  | { readonly name: 'paused'; readonly cancelTimer: () => void }

/** Creates a room that isn't listening yet, with the draft and pending messages of an earlier visit. */
export function createChatRoom({
  client,
  day,
  reader,
  setTimer = startTimer,
  newId = uniqueId,
  now = () => performance.now(),
  random = Math.random,
  clock = serverNow,
}: ChatRoomOptions): ChatRoom {
  const saved = readSavedChat(day)
  const state: ChatRoomState = {
    client,
    day,
    setTimer,
    now,
    random,
    reader,
    clock,
    listeners: new Set(),
    log: initialChatLog(saved.pending),
    composer: { draft: saved.draft, error: null, hint: null },
    delivery: { name: 'ready' },
    waiting: null,
    withdrawnId: null,
    slowSeconds: 0,
    refusedUntilMs: 0,
    triedId: null,
  }
  return {
    log: () => state.log,
    composer: () => state.composer,
    slowSeconds: () => state.slowSeconds,
    slowUntilMs: () => slowEndMs(state),
    subscribe: (listener) => {
      state.listeners.add(listener)
      return () => {
        state.listeners.delete(listener)
      }
    },
    setDraft: (draft) => {
      saveChatDraft(day, draft)
      updateComposer(state, { draft, error: null, hint: null })
    },
    send: ({ duringPause } = { duringPause: false }) => sendDraft(state, newId, duringPause),
    withdraw: (clientMessageId) => withdrawMessage(state, clientMessageId),
    endPause: () => {
      updateComposer(state, { error: null, hint: null })
      dispatchEvent(state, { type: 'pause-ended' })
    },
    dispatch: (event) => dispatchEvent(state, event),
    start: () => startListening(state),
  }
}

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

function startListening(state: ChatRoomState): () => void {
  const unsubscribes = [
    state.client.onMessage({ ...liveServerMessages, ...chatServerMessages }, (message) =>
      handleServerMessage(state, message),
    ),
    state.client.onStatusChange(() => {
      // The echo may have been lost with the connection: the message is sent again.
      if (state.delivery.name === 'in-flight') resetDelivery(state)
      const isConnected = state.client.status().state === 'connected'
      if (isConnected && state.composer.hint === composerHints.notConnected)
        updateComposer(state, { hint: null })
      sendNextPending(state)
    }),
  ]
  sendNextPending(state)
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    resetDelivery(state)
  }
}

function notifyListeners(state: ChatRoomState): void {
  for (const listener of state.listeners) listener()
}

function updateComposer(state: ChatRoomState, change: Partial<Composer>): void {
  state.composer = { ...state.composer, ...change }
  notifyListeners(state)
}

function sendDraft(state: ChatRoomState, newId: () => string, duringPause: boolean): boolean {
  const { draft } = state.composer
  if (!hasVisibleText(draft)) return false
  const text = z.safeParse(chatTextSchema, draft)
  if (!text.success) {
    updateComposer(state, { error: text.error.issues[0]?.message ?? null, hint: null })
    return false
  }
  if (state.client.status().state !== 'connected') {
    updateComposer(state, { hint: composerHints.notConnected })
    return false
  }
  if (!mayWrite(state)) return false
  const pending = { clientMessageId: newId(), text: text.data, ...(duringPause ? { duringPause } : {}) }
  savePendingMessage(state.day, pending)
  saveChatDraft(state.day, '')
  state.composer = { draft: '', error: null, hint: null }
  dispatchEvent(state, { type: 'sent', pending })
  sendNextPending(state)
  return true
}

/** Applies an event to the log, and deletes messages that are no longer pending from the saved ones. */
function dispatchEvent(state: ChatRoomState, event: ChatEvent): void {
  const pendingBefore = state.log.pending
  const log = chatReducer(state.log, event)
  if (log === state.log) return
  state.log = log
  const { pending } = state.log
  const storedIds = pendingBefore
    .filter((message) => !pending.includes(message))
    .map(({ clientMessageId }) => clientMessageId)
  deletePendingMessages(storedIds)
  const { delivery } = state
  if (delivery.name === 'in-flight' && storedIds.includes(delivery.clientMessageId)) resetDelivery(state)
  if (storedIds.length > 0 && pending.length === 0) state.composer = { ...state.composer, hint: null }
  notifyListeners(state)
}

function resetDelivery(state: ChatRoomState): void {
  if (state.delivery.name !== 'ready') state.delivery.cancelTimer()
  state.delivery = { name: 'ready' }
}

/**
 * Sends the next message if the delivery is ready. Waits for the initial messages: until then the channel is still in
 * another room.
 */
function sendNextPending(state: ChatRoomState): void {
  const next = state.log.pending[0]
  if (!next || !state.log.loaded || state.delivery.name !== 'ready') return
  const { clientMessageId } = next
  // A message that was sent before may be stored, and then slow mode doesn't matter.
  if (state.clock() < slowEndMs(state) && clientMessageId !== state.triedId) {
    returnToComposer(state, state.log.pending, null)
    return
  }
  const message: ChatClientMessage = { type: 'chat-message', ...next }
  if (!state.client.send(message)) return
  state.triedId = clientMessageId
  const cancelTimer = sendAfter(state, echoTimeoutMs)
  state.delivery = { name: 'in-flight', clientMessageId, cancelTimer }
}

function pauseDelivery(state: ChatRoomState, ms: number): void {
  resetDelivery(state)
  state.delivery = { name: 'paused', cancelTimer: sendAfter(state, ms) }
}

function sendAfter(state: ChatRoomState, ms: number): () => void {
  return state.setTimer(ms, () => {
    state.delivery = { name: 'ready' }
    sendNextPending(state)
  })
}

function handleServerMessage(state: ChatRoomState, message: LiveServerMessage | ChatServerMessage): void {
  switch (message.type) {
    case 'initial-messages':
      // The room sends its slow mode next, if it has one.
      setSlowSeconds(state, 0)
      dispatchEvent(state, { type: 'initial', messages: message.messages })
      break
    case 'new-message':
      dispatchEvent(state, { ...message, type: 'message' })
      break
    case 'message-restored':
      dispatchEvent(state, { ...message, type: 'restored' })
      break
    case 'message-folded':
      dispatchEvent(state, { ...message, type: 'folded', reader: state.reader() })
      break
    case 'room-settings':
      setSlowSeconds(state, message.slowSeconds)
      return
    case 'message-deleted':
      dispatchEvent(state, { ...message, type: 'deleted' })
      break
    case 'message-likes-updated':
      dispatchEvent(state, { type: 'likes', messageId: message.messageId, likes: message.likes })
      break
    case 'online-count-updated':
      dispatchEvent(state, { type: 'profiles', profiles: message.onlineUsers })
      return
    case 'user-joined':
      dispatchEvent(state, { type: 'profiles', profiles: [message.user] })
      return
    case 'error':
      handleServerError(state, message)
      break
    default:
      // Other modules handle the rest. After a day change, the next day's room reads these pending messages from storage.
      return
  }
  sendNextPending(state)
}

function handleServerError(state: ChatRoomState, error: Extract<LiveServerMessage, { type: 'error' }>): void {
  const rejected = state.log.pending.find((message) => message.clientMessageId === error.clientMessageId)
  if (!rejected) return
  const { pending } = state.log
  if (error.code === 'rate_limited' && rejected.clientMessageId === state.withdrawnId) {
    returnToComposer(state, [rejected], null)
  } else if (error.code === 'rate_limited' && error.scope === 'room') {
    waitForRoom(state, rejected, error)
  } else if (error.code === 'chat_paused') {
    // The others would be rejected too, and return in reverse order.
    const returned = pending.filter((message) => message === rejected || !message.duringPause)
    returnToComposer(state, returned, null)
    updateComposer(state, { hint: composerHints.chatPaused })
  } else if (error.code === 'muted') {
    ownMute.set({ untilMs: error.untilMs ?? state.clock(), reason: error.reason ?? '' })
    returnToComposer(state, pending, null)
  } else if (error.code === 'slow_mode') {
    state.refusedUntilMs = error.retryAtMs ?? 0
    // The others would be rejected too, and return in reverse order.
    returnToComposer(state, pending, null)
  } else if (error.code === 'rate_limited') {
    pauseDelivery(state, error.retryAfterMs ?? defaultRetryMs)
    updateComposer(state, { hint: composerHints.rateLimited })
  } else if (isTemporaryError(error.code)) {
    pauseDelivery(state, error.retryAfterMs ?? defaultRetryMs)
    updateComposer(state, { hint: composerHints.unavailable })
  } else {
    returnToComposer(state, [rejected], error.message)
  }
}

/** Whether neither a mute nor slow mode forbids a message now; slow mode starts with the echo of the one before. */
function mayWrite(state: ChatRoomState): boolean {
  const { log, slowSeconds, reader, clock } = state
  const awaitsEcho = slowSeconds > 0 && log.pending.length > 0 && !reader().mayModerate
  return !awaitsEcho && clock() >= Math.max(ownMute.get()?.untilMs ?? 0, slowEndMs(state))
}

/** When slow mode allows the next message; 0 for now, and for moderators (MOD-13). */
function slowEndMs({ log, slowSeconds, refusedUntilMs, reader }: ChatRoomState): number {
  const { userId, mayModerate } = reader()
  return mayModerate ? 0 : Math.max(refusedUntilMs, slowUntilMs(log.messages, { slowSeconds, userId }))
}

function setSlowSeconds(state: ChatRoomState, slowSeconds: number): void {
  state.slowSeconds = slowSeconds
  state.refusedUntilMs = 0
  notifyListeners(state)
}

/** Tries again until the time is up; then all pending messages return to the composer. */
function waitForRoom(
  state: ChatRoomState,
  { clientMessageId }: PendingMessage,
  { retryAfterMs = defaultRetryMs, message }: { retryAfterMs?: number | undefined; message: string },
): void {
  if (state.waiting?.clientMessageId !== clientMessageId)
    state.waiting = { clientMessageId, untilMs: state.now() + roomWaitMaxMs }
  const leftMs = state.waiting.untilMs - state.now()
  if (leftMs <= 0) {
    returnToComposer(state, state.log.pending, message)
    return
  }
  pauseDelivery(state, Math.min(leftMs, retryAfterMs + state.random() * roomRetrySpreadMs))
  dispatchEvent(state, { type: 'waiting', clientMessageId })
  updateComposer(state, { hint: composerHints.waiting })
}

function withdrawMessage(state: ChatRoomState, clientMessageId: string): void {
  const { log, delivery } = state
  if (delivery.name === 'in-flight' && delivery.clientMessageId === clientMessageId) {
    state.withdrawnId = clientMessageId
    return
  }
  const message = log.pending.find((pending) => pending.clientMessageId === clientMessageId)
  if (message) returnToComposer(state, [message], null)
}

/**
 * Whether the same message is sent again after this error. Once the room has closed, the next day's room sends it.
 * The id stays the same, so that it is stored once.
 */
function isTemporaryError(code: string): boolean {
  return code === 'unavailable' || code === 'not_joined' || code === 'bad_date'
}

/** Puts pending messages back into the composer, before the text typed since. */
function returnToComposer(
  state: ChatRoomState,
  returned: readonly PendingMessage[],
  error: string | null,
): void {
  const newerDraft = state.composer.draft
  const texts = returned.map(({ text }) => text)
  const draft = [...texts, ...(newerDraft === '' ? [] : [newerDraft])].join('\n')
  saveChatDraft(state.day, draft)
  state.composer = { draft, error, hint: null }
  const clientMessageIds = returned.map(({ clientMessageId }) => clientMessageId)
  dispatchEvent(state, { type: 'withdrawn', clientMessageIds })
}
