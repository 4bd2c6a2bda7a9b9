// Channel messages: those of the live channel itself, whatever its rooms are.
import * as z from 'zod/mini'
import { communitySchema } from '../community.ts'
import { liveErrorCodes } from './live-errors.ts'
import type { ClientMessageSpec, MessageOf, ServerMessageSpecs } from './message-specs.ts'

export const onlineUserSchema = z.object({
  id: z.int(),
  name: z.string(),
  profilePicture: z.nullable(z.string()),
})
export type OnlineUser = z.infer<typeof onlineUserSchema>

/** The channel's own message from the client; how a room is joined is a matter of the rooms. */
export const liveClientMessages = {
  /** Leaves the room; the socket stays open. */
  'leave-session': {
    needs: 'meditation.join',
    // Not strict: clients may name the user, which is ignored.
    schema: z.object({ type: z.literal('leave-session') }),
  },
} as const satisfies Record<string, ClientMessageSpec>

/** The live channel's own messages from the server. */
export const liveServerMessages = {
  /** A member joined; small rooms only. */
  'user-joined': {
    scope: 'room',
    schema: z.object({ type: z.literal('user-joined'), user: onlineUserSchema }),
  },
  /** A member left; small rooms only. */
  'user-left': {
    scope: 'room',
    schema: z.object({ type: z.literal('user-left'), userId: z.int() }),
  },
  /** The number of members in the room, and the latest to join. */
  'online-count-updated': {
    scope: 'room',
    schema: z.object({
      type: z.literal('online-count-updated'),
      onlineCount: z.int(),
      onlineUsers: z.array(onlineUserSchema),
    }),
  },
  /** The member is banned, with the reason; the channel closes with 4403. */
  'access-denied': {
    scope: 'connection',
    schema: z.object({ type: z.literal('access-denied'), reason: z.string() }),
  },
  /** The member's roles have changed: the page reloads the signed-in account (LIVE-32). */
  'account-changed': {
    scope: 'connection',
    schema: z.object({ type: z.literal('account-changed') }),
  },
  /** The community's settings or its zone have changed. */
  'community-changed': {
    scope: 'connection',
    schema: z.object({ type: z.literal('community-changed'), community: communitySchema }),
  },
  /** News was published, changed or withdrawn, or its time has come or passed: pages read it again (NEWS-04). */
  'news-changed': {
    scope: 'connection',
    schema: z.object({ type: z.literal('news-changed'), id: z.int(), version: z.int() }),
  },
  /** A message from the client was rejected. */
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
      /** With `muted`: until when, in epoch milliseconds, and why in the member's language. */
      untilMs: z.optional(z.int()),
      reason: z.optional(z.string()),
      /** With `slow_mode`: when the member may write again, in epoch milliseconds. */
      retryAtMs: z.optional(z.int()),
    }),
  },
  /** Shows that the channel is alive: browsers don't report pings to the page (LIVE-11). */
  heartbeat: {
    scope: 'connection',
    schema: z.object({ type: z.literal('heartbeat') }),
  },
} as const satisfies ServerMessageSpecs

export type LiveClientMessage = MessageOf<typeof liveClientMessages>
export type LiveServerMessage = MessageOf<typeof liveServerMessages>
