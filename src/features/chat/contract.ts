// The chat's messages as they are delivered, and the calls that read, like and delete them.
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

/** A message as everyone in the room gets it; `clientMessageId` lets the author's page know its own. */
export const chatMessageSchema = z.object({
  id: z.int(),
  message: z.string(),
  timestamp: z.iso.datetime(),
  user: chatAuthorSchema,
  /** Left out while nobody likes it. */
  likes: z.optional(z.int()),
  clientMessageId: z.optional(z.string()),
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

/** The text of a message, 1 to 500 UTF-16 units after trimming (CHAT-05). */
export const chatTextSchema = textSchema({ name: 'A message', max: chatMessageMaxChars })

/** The page's own id of a send, by which a repeated send stays one message (I14). */
export const clientMessageIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

const ofMessage = z.object({ id: idInPathSchema })
const likesSchema = z.object({ likes: z.int() })
const changedLikeSchema = z.extend(likesSchema, {
  /** Orders the changes of one member's like of one message, as own-like does; left out when nothing changed. */
  version: z.optional(z.int()),
})

export const chatCalls = {
  chatOfDay: endpoint({
    method: 'GET',
    path: '/api/meditation/chat/:date',
    needs: 'chat.read',
    params: z.object({ date: daySchema }),
    answer: z.object({ messages: z.array(chatMessageSchema) }),
    refuses: ['not_found'],
  }),
  likesOf: endpoint({
    method: 'GET',
    path: '/api/messages/:id/likes',
    needs: 'chat.read',
    params: ofMessage,
    answer: likesSchema,
    limits: [{ per: 'caller', perMinute: 120, burst: 90 }],
    refuses: ['not_found'],
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/messages/:id/like',
    needs: 'chat.speak',
    params: ofMessage,
    answer: changedLikeSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    refuses: ['not_found'],
  }),
  unlike: endpoint({
    method: 'DELETE',
    path: '/api/messages/:id/like',
    needs: 'chat.speak',
    params: ofMessage,
    answer: changedLikeSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    refuses: ['not_found'],
  }),
  /** The messages that the caller likes, as far as the chat still shows them. */
  likedMessages: endpoint({
    method: 'GET',
    path: '/api/users/:userId/liked-messages',
    needs: 'chat.read',
    params: z.object({ userId: idInPathSchema }),
    answer: z.object({ likedMessages: z.array(z.int()) }),
    refuses: ['forbidden'],
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/api/messages/:id',
    needs: 'chat.moderate',
    params: ofMessage,
    answer: successSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    refuses: ['not_found'],
  }),
}
