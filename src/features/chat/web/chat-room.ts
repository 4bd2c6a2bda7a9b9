// One member's chat of one day: what is shown, what is typed, and the messages on their way until their echo comes.
import * as z from 'zod/mini'
import { hasVisibleText } from '#shared/text.ts'
import type { ServerMessage } from '#features/live/contract.ts'
import type { LiveLine } from '#features/live/line.ts'
import { uniqueId } from '#web/unique-id.ts'
import { chatTextSchema } from '../contract.ts'
import { chatLogAfter, emptyLog, type ChatEvent, type ChatLog } from '../log.ts'
import { dropPending, keepDraft, keepPending, readKept } from './chat-drafts.ts'

export interface Composer {
  readonly draft: string
  /** Why the last message wasn't taken, as a sentence. */
  readonly refusal: string | null
  /** What goes on quietly. */
  readonly hint: string | null
}

export interface ChatRoom {
  log(): ChatLog
  composer(): Composer
  subscribe(listener: () => void): () => void
  type(draft: string): void
  /** Sends what was typed, when there is something and the channel is open (CHAT-02); true when it did. */
  send(): boolean
  /** Takes what a call of this page has answered: a count of likes, a deletion, its undoing. */
  take(event: ChatEvent): void
  /** Listens to the channel until the answer is called. */
  start(): () => void
}

export interface ChatRoomOptions {
  line: LiveLine
  day: string
  after?: (ms: number, run: () => void) => () => void
  newId?: () => string
}

/** Without an echo for so long a message is sent again; its id keeps it from standing twice. */
const echoPatienceMs = 10_000

/** The pause after a refusal that names none. */
const pauseMs = 5_000

export const hints = {
  notConnected: 'Not connected right now. Your words stay here.',
  slower: 'That was a little fast. It will be sent in a moment.',
  resting: 'The room is resting for a moment. It will be sent again.',
} as const

interface Life {
  readonly line: LiveLine
  readonly day: string
  readonly after: NonNullable<ChatRoomOptions['after']>
  readonly listeners: Set<() => void>
  log: ChatLog
  composer: Composer
  /** The one message that is on the line: the next waits for its echo, so that the order stays. */
  inFlight: string | null
  callOff: { echo: () => void; pause: (() => void) | null }
}

const nothing = () => undefined

/** A chat that doesn't listen yet; what an earlier visit left behind is in it. */
export function createChatRoom({ line, day, after = later, newId = uniqueId }: ChatRoomOptions): ChatRoom {
  const kept = readKept(day)
  const life: Life = {
    line,
    day,
    after,
    listeners: new Set(),
    log: emptyLog(kept.outbox),
    composer: { draft: kept.draft, refusal: null, hint: null },
    inFlight: null,
    callOff: { echo: nothing, pause: null },
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
    type: (draft) => {
      keepDraft(day, draft)
      compose(life, { draft, refusal: null, hint: null })
    },
    send: () => send(life, newId),
    take: (event) => note(life, event),
    start: () => start(life),
  }
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

function start(life: Life): () => void {
  const stops = [
    life.line.onMessage((message) => hear(life, message)),
    life.line.onConnection(() => {
      land(life)
      const isBack = life.line.connection().state === 'connected'
      if (isBack && life.composer.hint === hints.notConnected) compose(life, { hint: null })
      pump(life)
    }),
  ]
  pump(life)
  return () => {
    for (const stop of stops) stop()
    land(life)
    life.callOff.pause?.()
    life.callOff.pause = null
  }
}

function tell(life: Life): void {
  for (const listener of life.listeners) listener()
}

function compose(life: Life, change: Partial<Composer>): void {
  life.composer = { ...life.composer, ...change }
  tell(life)
}

function send(life: Life, newId: () => string): boolean {
  const { draft } = life.composer
  if (!hasVisibleText(draft)) return false
  const text = z.safeParse(chatTextSchema, draft)
  if (!text.success) {
    compose(life, { refusal: text.error.issues[0]?.message ?? null, hint: null })
    return false
  }
  if (life.line.connection().state !== 'connected') {
    compose(life, { hint: hints.notConnected })
    return false
  }
  const pending = { clientMessageId: newId(), text: text.data }
  keepPending(life.day, pending)
  keepDraft(life.day, '')
  life.composer = { draft: '', refusal: null, hint: null }
  note(life, { type: 'sent', pending })
  pump(life)
  return true
}

/** Takes an event into the log; what is no longer on its way needs no keeping. */
function note(life: Life, event: ChatEvent): void {
  const before = life.log.pending
  const log = chatLogAfter(life.log, event)
  if (log === life.log) return
  life.log = log
  const { pending } = life.log
  const gone = before.filter((one) => !pending.includes(one)).map(({ clientMessageId }) => clientMessageId)
  dropPending(gone)
  if (life.inFlight !== null && gone.includes(life.inFlight)) land(life)
  if (gone.length > 0 && pending.length === 0) life.composer = { ...life.composer, hint: null }
  tell(life)
}

function land(life: Life): void {
  life.inFlight = null
  life.callOff.echo()
}

/** Puts the next message on the line, if it is free. Until this room has told anything the line is another one's. */
function pump(life: Life): void {
  const next = life.log.pending[0]
  if (!next || !life.log.loaded || life.inFlight !== null || life.callOff.pause) return
  const { clientMessageId, text } = next
  if (!life.line.send({ type: 'chat-message', text, clientMessageId })) return
  life.inFlight = clientMessageId
  life.callOff.echo = life.after(echoPatienceMs, () => {
    life.inFlight = null
    pump(life)
  })
}

function pause(life: Life, ms: number): void {
  land(life)
  life.callOff.pause?.()
  life.callOff.pause = life.after(ms, () => {
    life.callOff.pause = null
    pump(life)
  })
}

function hear(life: Life, message: ServerMessage): void {
  switch (message.type) {
    case 'initial-messages':
      note(life, { type: 'initial', messages: message.messages })
      break
    case 'new-message':
      note(life, { type: 'message', message: message.message })
      break
    case 'message-deleted':
      note(life, { ...message, type: 'deleted' })
      break
    case 'message-likes-updated':
      note(life, { type: 'likes', messageId: message.messageId, likes: message.likes })
      break
    case 'online-count-updated':
      note(life, { type: 'people', people: message.onlineUsers })
      return
    case 'user-joined':
      note(life, { type: 'people', people: [message.user] })
      return
    case 'error':
      hearError(life, message)
      break
    default:
      // The end of the session is for others to hear; what waits goes along to the next day's room.
      return
  }
  pump(life)
}

function hearError(life: Life, error: Extract<ServerMessage, { type: 'error' }>): void {
  const refused = life.log.pending.find((one) => one.clientMessageId === error.clientMessageId)
  if (!refused) return
  if (error.code === 'rate_limited') {
    pause(life, error.retryAfterMs ?? pauseMs)
    compose(life, { hint: hints.slower })
  } else if (isForNow(error.code)) {
    pause(life, error.retryAfterMs ?? pauseMs)
    compose(life, { hint: hints.resting })
  } else {
    giveBack(life, refused.clientMessageId, refused.text, error.message)
  }
}

/** A room that has closed is followed by the next one: there it is sent under the same id, and stands once. */
function isForNow(code: string): boolean {
  return code === 'unavailable' || code === 'not_joined' || code === 'bad_date'
}

/** A message that can't be taken goes back to where it was typed, before what was typed since. */
function giveBack(life: Life, clientMessageId: string, text: string, refusal: string | null): void {
  const since = life.composer.draft
  const draft = since === '' ? text : `${text}\n${since}`
  keepDraft(life.day, draft)
  life.composer = { draft, refusal, hint: null }
  note(life, { type: 'withdrawn', clientMessageId })
}
