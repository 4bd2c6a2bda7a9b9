// The chat's messages as they are delivered, and the call that reads a day's chat.
import * as z from 'zod/mini'
import { chatMessageMaxChars } from '#shared/constants.ts'
import { daySchema } from '#shared/day.ts'
import { endpoint } from '#shared/endpoint.ts'
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
  clientMessageId: z.optional(z.string()),
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

/** The text of a message, 1 to 500 UTF-16 units after trimming (CHAT-05). */
export const chatTextSchema = textSchema({ name: 'A message', max: chatMessageMaxChars })

/** The page's own id of a send, by which a repeated send stays one message (I14). */
export const clientMessageIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

export const chatCalls = {
  chatOfDay: endpoint({
    method: 'GET',
    path: '/api/meditation/chat/:date',
    needs: 'chat.read',
    params: z.object({ date: daySchema }),
    answer: z.object({ messages: z.array(chatMessageSchema) }),
  }),
}
