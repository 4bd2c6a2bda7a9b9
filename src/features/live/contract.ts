// Live channel contract: the messages in both directions, the close codes, and the HTTP calls for presence.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint } from '#shared/endpoint.ts'
import type { Capability } from '#shared/roles.ts'

export const onlineUserSchema = z.object({
  id: z.int(),
  name: z.string(),
  profilePicture: z.nullable(z.string()),
})
export type OnlineUser = z.infer<typeof onlineUserSchema>

interface Rate {
  readonly perMinute: number
  readonly burst: number
}

/** Rate limits of a message that a feature adds, over all sockets of its sender. */
export interface MessageLimits {
  readonly perUser: Rate
  /** Members with this capability have twice the allowance. */
  readonly doubledFor: Capability
  /** Once a sender exceeds the limit, the server rejects this message from them for so long. */
  readonly muteMs: number
  /**
   * Over all senders in a room. `reserved` is the share of it that only known members and those with `doubledFor` may
   * use, so that free accounts can't silence them.
   */
  readonly perRoom: Rate & { readonly reserved: number }
}

/** A message from the client: the capability it requires, and its schema. */
export interface ClientMessageSpec {
  readonly needs: Capability
  readonly schema: z.core.$ZodType<{ type: string }>
}

/** Messages that a feature adds; only members in a room may send them. */
export type RoomMessageSpecs = Readonly<
  Record<string, ClientMessageSpec & { readonly limits: MessageLimits }>
>

/**
 * A message from the server. `connection` messages may come at any time. `room` messages belong to the client's room,
 * and follow the `join` message, which accepts the join.
 */
export interface ServerMessageSpec {
  readonly scope: 'connection' | 'room' | 'join'
  readonly schema: z.ZodMiniType<{ type: string }>
}

/** Messages from the server, by type. The app joins those of all features. */
export type ServerMessageSpecs = Readonly<Record<string, ServerMessageSpec>>

/** The union of the messages that `specs` declare. */
export type MessageOf<Specs extends Readonly<Record<string, { readonly schema: z.core.$ZodType }>>> = z.infer<
  Specs[keyof Specs]['schema']
>

/** The client's idempotency key of a message. An error about the message repeats it. */
export const clientMessageIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

/** The live channel's own messages from the client. */
export const liveClientMessages = {
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
    // Not strict: clients may name the user, which is ignored.
    schema: z.object({ type: z.literal('leave-session') }),
  },
} as const satisfies Record<string, ClientMessageSpec>

export type LiveClientMessage = MessageOf<typeof liveClientMessages>

export const liveErrorCodes = [
  'identity_mismatch',
  'bad_date',
  'not_joined',
  'forbidden',
  'unknown_type',
  'invalid',
  'rate_limited',
  'chat_paused',
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
  chat_paused: 'The chat rests while everyone sits.',
  unavailable: 'The service is resting for a moment. Please try again shortly.',
} as const satisfies Record<LiveErrorCode, string>

/** The live channel's own messages from the server. */
export const liveServerMessages = {
  'user-joined': {
    scope: 'room',
    schema: z.object({ type: z.literal('user-joined'), user: onlineUserSchema }),
  },
  'user-left': {
    scope: 'room',
    schema: z.object({ type: z.literal('user-left'), userId: z.int() }),
  },
  'online-count-updated': {
    scope: 'room',
    schema: z.object({
      type: z.literal('online-count-updated'),
      onlineCount: z.int(),
      onlineUsers: z.array(onlineUserSchema),
    }),
  },
  'session-changed': {
    scope: 'connection',
    schema: z.object({
      type: z.literal('session-changed'),
      /** The new day, or today when its meditation has changed. */
      sessionDate: daySchema,
      /** Whether yesterday's room is closed. If false, its members may stay (LIVE-17, LIVE-18). */
      roomClosed: z.boolean(),
      /** Today's meditation may have changed or been removed; the day itself has not (LIVE-31). */
      meditationChanged: z.optional(z.boolean()),
    }),
  },
  'access-denied': {
    scope: 'connection',
    schema: z.object({ type: z.literal('access-denied'), reason: z.string() }),
  },
  /** The member's roles have changed: the page reloads the signed-in account (LIVE-32). */
  'account-changed': {
    scope: 'connection',
    schema: z.object({ type: z.literal('account-changed') }),
  },
  error: {
    scope: 'connection',
    schema: z.object({
      type: z.literal('error'),
      code: z.enum(liveErrorCodes),
      message: z.string(),
      /** The id of the rejected message, so that the page can restore its text. */
      clientMessageId: z.optional(z.string()),
      retryAfterMs: z.optional(z.int()),
      /** With `rate_limited`: the room's allowance is used up, not the member's own. */
      scope: z.optional(z.literal('room')),
      /** With `chat_paused`: when the chat opens again, in epoch milliseconds. */
      opensAtMs: z.optional(z.int()),
    }),
  },
  /** Shows that the channel is alive: browsers don't report pings to the page (LIVE-11). */
  heartbeat: {
    scope: 'connection',
    schema: z.object({ type: z.literal('heartbeat') }),
  },
} as const satisfies ServerMessageSpecs

export type LiveServerMessage = MessageOf<typeof liveServerMessages>

/** The server's close codes. `live-client.ts` decides whether the client reconnects. */
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
    response: countSchema,
    limits: presenceLimits,
  }),
  onlineCount: endpoint({
    method: 'GET',
    path: '/api/meditation/online-count',
    needs: 'profile.prepare',
    query: z.strictObject({ date: z.optional(daySchema) }),
    response: countSchema,
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
    response: z.array(onlineUserSchema),
    limits: presenceLimits,
  }),
}
