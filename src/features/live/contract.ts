// Every message of the live channel in both directions, and the calls that tell who is here.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day.ts'
import { endpoint } from '#shared/endpoint.ts'
import type { Capability } from '#shared/roles.ts'
import { chatMessageSchema, chatTextSchema, clientMessageIdSchema } from '#features/chat/contract.ts'

export const onlineUserSchema = z.object({
  id: z.int(),
  name: z.string(),
  profilePicture: z.nullable(z.string()),
})
export type OnlineUser = z.infer<typeof onlineUserSchema>

interface LiveMessage {
  readonly needs: Capability
  readonly schema: z.core.$ZodType
}

/** What a client may send, each with the capability it needs. */
export const clientMessages = {
  'join-session': {
    needs: 'meditation.join',
    schema: z.strictObject({
      type: z.literal('join-session'),
      userId: z.int(),
      // Any text: a wrong date is the error `bad_date`, not `invalid` (LIVE-21).
      sessionDate: z.string().check(z.maxLength(32)),
    }),
  },
  'leave-session': {
    needs: 'meditation.join',
    schema: z.object({ type: z.literal('leave-session') }),
  },
  'chat-message': {
    needs: 'chat.speak',
    schema: z.strictObject({
      type: z.literal('chat-message'),
      text: chatTextSchema,
      clientMessageId: z.optional(clientMessageIdSchema),
    }),
  },
} as const satisfies Record<string, LiveMessage>

export type ClientMessageType = keyof typeof clientMessages
export type ClientMessage<Type extends ClientMessageType = ClientMessageType> = z.infer<
  (typeof clientMessages)[Type]['schema']
>

export const liveErrorCodes = [
  'identity_mismatch',
  'bad_date',
  'not_joined',
  'forbidden',
  'unknown_type',
  'invalid',
  'rate_limited',
  'unavailable',
] as const
export type LiveErrorCode = (typeof liveErrorCodes)[number]

/** The sentence of an error event where its sender has no better one. */
export const liveErrorTexts = {
  identity_mismatch: 'This page belongs to another account. Please reload it.',
  bad_date: 'Only the room of today is open.',
  not_joined: 'Please join the session first.',
  forbidden: "You don't have permission to do this.",
  unknown_type: 'That is not a message of this channel.',
  invalid: 'Please check your input and try again.',
  rate_limited: 'That was a little fast. Please wait a moment and try again.',
  unavailable: 'The service is resting for a moment. Please try again shortly.',
} as const satisfies Record<LiveErrorCode, string>

/** What the server sends. */
export const serverMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('initial-messages'), messages: z.array(chatMessageSchema) }),
  z.object({ type: z.literal('new-message'), message: chatMessageSchema }),
  z.object({
    type: z.literal('message-deleted'),
    messageId: z.int(),
    /** Only to an author who sends again what was stored and deleted since: it is on its way no more. */
    clientMessageId: z.optional(z.string()),
  }),
  z.object({ type: z.literal('message-likes-updated'), messageId: z.int(), likes: z.int() }),
  /**
   * The member likes a message now, or no more: here, in another tab or on another device (LIVE-33). Events and answers
   * may overtake one another; of one message, the highest version is true.
   */
  z.object({ type: z.literal('own-like'), messageId: z.int(), liked: z.boolean(), version: z.int() }),
  z.object({ type: z.literal('user-joined'), user: onlineUserSchema }),
  z.object({ type: z.literal('user-left'), userId: z.int() }),
  z.object({
    type: z.literal('online-count-updated'),
    onlineCount: z.int(),
    onlineUsers: z.array(onlineUserSchema),
  }),
  z.object({
    type: z.literal('session-changed'),
    /** The new day, or today when its plan has changed. */
    sessionDate: daySchema,
    /** Whether the room of the day before is closed; else those who sit may stay in it (LIVE-17, LIVE-18). */
    roomClosed: z.boolean(),
    /** The day has begun before; it may have another meditation than the page shows, or none (LIVE-31). */
    planChanged: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('access-denied'), reason: z.string() }),
  /** The roles of the member have changed: the page reads who is signed in (LIVE-32). */
  z.object({ type: z.literal('account-changed') }),
  z.object({
    type: z.literal('error'),
    code: z.enum(liveErrorCodes),
    message: z.string(),
    /** The send that it answers, so that the page can put the text back. */
    clientMessageId: z.optional(z.string()),
    retryAfterMs: z.optional(z.int()),
  }),
  /** Says only that the channel lives: a browser can't see the pings (LIVE-11). */
  z.object({ type: z.literal('heartbeat') }),
])
export type ServerMessage = z.infer<typeof serverMessageSchema>

/** How the server closes a socket; what the client does then is in `web/live-socket.ts`. */
export const closeCodes = {
  unsupportedData: 1003,
  policy: 1008,
  tooBig: 1009,
  restarting: 1012,
  tooManyTabs: 4008,
  signedOut: 4401,
  banned: 4403,
  flooded: 4429,
} as const

const countSchema = z.object({ count: z.int() })
const countLimits = [{ per: 'caller', perMinute: 60, burst: 60 }] as const

export const liveCalls = {
  onlineCountOf: endpoint({
    method: 'GET',
    path: '/api/meditation/online-count/:date',
    needs: 'profile.prepare',
    params: z.object({ date: daySchema }),
    answer: countSchema,
    limits: countLimits,
  }),
  onlineCount: endpoint({
    method: 'GET',
    path: '/api/meditation/online-count',
    needs: 'profile.prepare',
    query: z.strictObject({ date: z.optional(daySchema) }),
    answer: countSchema,
    limits: countLimits,
  }),
  onlineUsers: endpoint({
    method: 'GET',
    path: '/api/meditation/online-users/:date',
    needs: 'meditation.join',
    params: z.object({ date: daySchema }),
    query: z.strictObject({
      page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
      limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
    }),
    answer: z.array(onlineUserSchema),
    limits: countLimits,
  }),
}
