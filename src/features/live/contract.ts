// Live channel contract: the messages in both directions, the close codes, and the HTTP calls for presence.
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

interface ClientMessageSpec {
  readonly needs: Capability
  readonly schema: z.core.$ZodType
}

/** Messages from the client, each with the capability it requires. */
export const clientMessages = {
  'join-session': {
    needs: 'meditation.join',
    schema: z.strictObject({
      type: z.literal('join-session'),
      userId: z.int(),
      // Accepts any short text: a wrong date gets the error `bad_date`, not `invalid` (LIVE-21).
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
} as const satisfies Record<string, ClientMessageSpec>

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

/** Default texts of error events. */
export const liveErrorTexts = {
  identity_mismatch: 'This page belongs to another account. Please reload it.',
  bad_date: "Only today's room is open.",
  not_joined: 'Please join the session first.',
  forbidden: "You don't have permission to do this.",
  unknown_type: 'Unknown message type.',
  invalid: 'Please check your input and try again.',
  rate_limited: 'That was a little fast. Please wait a moment and try again.',
  unavailable: 'The service is resting for a moment. Please try again shortly.',
} as const satisfies Record<LiveErrorCode, string>

/** Messages from the server. */
export const serverMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('initial-messages'), messages: z.array(chatMessageSchema) }),
  z.object({ type: z.literal('new-message'), message: chatMessageSchema }),
  z.object({
    type: z.literal('message-deleted'),
    messageId: z.int(),
    /**
     * Set only for an author who resends a message that was stored and then deleted: the client stops sending it.
     */
    clientMessageId: z.optional(z.string()),
  }),
  z.object({ type: z.literal('message-likes-updated'), messageId: z.int(), likes: z.int() }),
  /**
   * The member liked or unliked a message, on this or another device or tab (LIVE-33). Events and responses may
   * arrive out of order; the highest version per message wins.
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
    /** Whether yesterday's room is closed. If false, its members may stay (LIVE-17, LIVE-18). */
    roomClosed: z.boolean(),
    /** Today's meditation may have changed or been removed; the day itself has not (LIVE-31). */
    planChanged: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('access-denied'), reason: z.string() }),
  /** The member's roles have changed: the page reloads the signed-in account (LIVE-32). */
  z.object({ type: z.literal('account-changed') }),
  z.object({
    type: z.literal('error'),
    code: z.enum(liveErrorCodes),
    message: z.string(),
    /** The id of the rejected message, so that the page can restore its text. */
    clientMessageId: z.optional(z.string()),
    retryAfterMs: z.optional(z.int()),
  }),
  /** Shows that the channel is alive: browsers don't report pings to the page (LIVE-11). */
  z.object({ type: z.literal('heartbeat') }),
])
export type ServerMessage = z.infer<typeof serverMessageSchema>

/** The server's close codes. `close-policy.ts` decides whether the client reconnects. */
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
const presenceLimits = [{ per: 'caller', perMinute: 60, burst: 60 }] as const

export const liveCalls = {
  onlineCountOf: endpoint({
    method: 'GET',
    path: '/api/meditation/online-count/:date',
    needs: 'profile.prepare',
    params: z.object({ date: daySchema }),
    answer: countSchema,
    limits: presenceLimits,
  }),
  onlineCount: endpoint({
    method: 'GET',
    path: '/api/meditation/online-count',
    needs: 'profile.prepare',
    query: z.strictObject({ date: z.optional(daySchema) }),
    answer: countSchema,
    limits: presenceLimits,
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
    limits: presenceLimits,
  }),
}
