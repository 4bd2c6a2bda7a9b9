// Chat contract: the message schema, the live messages, and the endpoints that read, like and delete messages.
import * as z from 'zod/mini'
import { chatBurst, chatMessageMaxChars, chatFloodPauseMs, chatRefillMs } from '#shared/constants.ts'
import { daySchema } from '#shared/day-schema.ts'
import { minuteMs } from '#shared/durations.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import {
  clientMessageIdSchema,
  type MessageOf,
  type RoomMessageSpecs,
  type ServerMessageSpecs,
} from '#shared/live/message-specs.ts'
import { textSchema } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

const chatAuthorSchema = z.object({
  id: z.int(),
  name: z.string(),
  profilePicture: z.nullable(z.string()),
  isGardenAngel: z.boolean(),
})

/** A message as broadcast to the room; `clientMessageId` lets the author's page match its pending copy. */
export const chatMessageSchema = z.object({
  id: z.int(),
  message: z.string(),
  timestamp: timestampSchema,
  user: chatAuthorSchema,
  /** Omitted while the message has no likes. */
  likes: z.optional(z.int()),
  clientMessageId: z.optional(z.string()),
  /** Rests until a moderator has looked: its text is empty for all but moderators and its author (MOD-14). */
  isFolded: z.optional(z.literal(true)),
  /** Held for one of the community's words: its author alone has it (MOD-21). */
  isHeld: z.optional(z.literal(true)),
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

/** The text of a message, 1 to 500 UTF-16 units after trimming (CHAT-05). */
export const chatTextSchema = textSchema({
  max: chatMessageMaxChars,
  empty: () => t('A message can’t be empty.'),
  tooLong: (facts) => t('A message has at most {max} characters.', facts),
})

/** Messages from the client to the chat of the room it has joined. */
export const chatClientMessages = {
  /**
   * Sends a chat message to the joined room. A repeat with the same `clientMessageId` creates no second message (I14).
   */
  'chat-message': {
    needs: 'chat.speak',
    limits: {
      perUser: { perMinute: minuteMs / chatRefillMs, burst: chatBurst },
      doubledFor: 'chat.moderate',
      floodPauseMs: chatFloodPauseMs,
      // Keeps a busy chat readable.
      perRoom: { perMinute: 1_200, burst: 100, reserved: 0.25 },
    },
    schema: z.strictObject({
      type: z.literal('chat-message'),
      text: chatTextSchema,
      /** A repeated send with the same id is stored once (I14). */
      clientMessageId: z.optional(clientMessageIdSchema),
      /** While the chat is paused, by a moderator or who holds the sitting (QUIET-05, TEACH-03); ignored from others. */
      duringPause: z.optional(z.boolean()),
    }),
  },
} as const satisfies RoomMessageSpecs

export type ChatClientMessage = MessageOf<typeof chatClientMessages>

/** The chat's messages from the server. */
export const chatServerMessages = {
  /** The latest messages of the joined room. */
  'initial-messages': {
    scope: 'join',
    schema: z.object({ type: z.literal('initial-messages'), messages: z.array(chatMessageSchema) }),
  },
  /** A new chat message; its author receives it as well. */
  'new-message': {
    scope: 'room',
    schema: z.object({
      type: z.literal('new-message'),
      message: chatMessageSchema,
      /** A moderator's message while the chat is paused: pages show and announce it (QUIET-05). */
      duringPause: z.optional(z.literal(true)),
    }),
  },
  /** A message was deleted. */
  'message-deleted': {
    scope: 'room',
    schema: z.object({
      type: z.literal('message-deleted'),
      messageId: z.int(),
      /**
       * Set only for an author who resends a message that was stored and then deleted: the client stops sending it.
       */
      clientMessageId: z.optional(z.string()),
    }),
  },
  /** A message as it now is, for its place among the others: brought back, no longer folded, or the receiver's own. */
  'message-restored': {
    scope: 'room',
    schema: z.object({ type: z.literal('message-restored'), message: chatMessageSchema }),
  },
  /** A message rests until a moderator has looked; those who may still read it keep its text. */
  'message-folded': {
    scope: 'room',
    schema: z.object({ type: z.literal('message-folded'), messageId: z.int() }),
  },
  /** The room's slow mode: after the first messages while it is on, and at each change. */
  'room-settings': {
    scope: 'room',
    schema: z.object({ type: z.literal('room-settings'), slowSeconds: z.int() }),
  },
  /** The current number of likes of a message. */
  'message-likes-updated': {
    scope: 'room',
    schema: z.object({ type: z.literal('message-likes-updated'), messageId: z.int(), likes: z.int() }),
  },
  /**
   * The member liked or unliked a message, on this or another device or tab (LIVE-33). Events and responses may
   * arrive out of order; the highest version per message wins.
   */
  'own-like': {
    scope: 'room',
    schema: z.object({
      type: z.literal('own-like'),
      messageId: z.int(),
      liked: z.boolean(),
      version: z.int(),
    }),
  },
} as const satisfies ServerMessageSpecs

export type ChatServerMessage = MessageOf<typeof chatServerMessages>

const ofMessage = z.object({ id: idInPathSchema })
const likesSchema = z.object({ likes: z.int() })
const changedLikeSchema = z.extend(likesSchema, {
  /** Orders the changes of one member's like on one message, as in own-like; omitted when nothing changed. */
  version: z.optional(z.int()),
})

export const chatCalls = {
  chatOfDay: endpoint({
    method: 'GET',
    path: '/api/meditation/chat/:date',
    needs: 'chat.read',
    params: z.object({ date: daySchema }),
    response: z.object({ messages: z.array(chatMessageSchema) }),
    errors: ['not_found'],
  }),
  likesOf: endpoint({
    method: 'GET',
    path: '/api/messages/:id/likes',
    needs: 'chat.read',
    params: ofMessage,
    response: likesSchema,
    limits: [{ per: 'caller', perMinute: 120, burst: 90 }],
    errors: ['not_found'],
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/messages/:id/like',
    needs: 'chat.speak',
    params: ofMessage,
    response: changedLikeSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    errors: ['not_found'],
  }),
  unlike: endpoint({
    method: 'DELETE',
    path: '/api/messages/:id/like',
    needs: 'chat.speak',
    params: ofMessage,
    response: changedLikeSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    errors: ['not_found'],
  }),
  /** Ids of the messages that the caller likes, limited to those that the chat still shows. */
  likedMessages: endpoint({
    method: 'GET',
    path: '/api/users/:userId/liked-messages',
    needs: 'chat.read',
    params: z.object({ userId: idInPathSchema }),
    response: z.object({ likedMessages: z.array(z.int()) }),
    errors: ['forbidden'],
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/api/messages/:id',
    needs: 'chat.moderate',
    params: ofMessage,
    response: successSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    errors: ['not_found'],
  }),
}
