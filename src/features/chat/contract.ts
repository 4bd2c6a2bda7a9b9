// Chat API contract: the message schema and the endpoints that read, like and delete messages.
import * as z from 'zod/mini'
import { chatMessageMaxChars } from '#shared/constants.ts'
import { daySchema } from '#shared/day.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { idInPathSchema } from '#shared/id.ts'
import { textSchema } from '#shared/text.ts'

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
  timestamp: z.iso.datetime(),
  user: chatAuthorSchema,
  /** Omitted while the message has no likes. */
  likes: z.optional(z.int()),
  clientMessageId: z.optional(z.string()),
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

/** The text of a message, 1 to 500 UTF-16 units after trimming (CHAT-05). */
export const chatTextSchema = textSchema({ name: 'A message', max: chatMessageMaxChars })

/** The client's idempotency key of a message: a repeated send is stored once (I14). */
export const clientMessageIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

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
    answer: z.object({ messages: z.array(chatMessageSchema) }),
    errorCodes: ['not_found'],
  }),
  likesOf: endpoint({
    method: 'GET',
    path: '/api/messages/:id/likes',
    needs: 'chat.read',
    params: ofMessage,
    answer: likesSchema,
    limits: [{ per: 'caller', perMinute: 120, burst: 90 }],
    errorCodes: ['not_found'],
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/messages/:id/like',
    needs: 'chat.speak',
    params: ofMessage,
    answer: changedLikeSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    errorCodes: ['not_found'],
  }),
  unlike: endpoint({
    method: 'DELETE',
    path: '/api/messages/:id/like',
    needs: 'chat.speak',
    params: ofMessage,
    answer: changedLikeSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    errorCodes: ['not_found'],
  }),
  /** Ids of the messages that the caller likes, limited to those that the chat still shows. */
  likedMessages: endpoint({
    method: 'GET',
    path: '/api/users/:userId/liked-messages',
    needs: 'chat.read',
    params: z.object({ userId: idInPathSchema }),
    answer: z.object({ likedMessages: z.array(z.int()) }),
    errorCodes: ['forbidden'],
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/api/messages/:id',
    needs: 'chat.moderate',
    params: ofMessage,
    answer: successSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    errorCodes: ['not_found'],
  }),
}
