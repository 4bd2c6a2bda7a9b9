// A member's messages and likes in their export.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

export const exportedChatSchema = z.object({
  messages: z.array(
    z.object({
      id: z.int(),
      sessionDate: daySchema,
      timestamp: timestampSchema,
      /** Empty once retention has erased the text of a deleted message. */
      message: z.string(),
      deletedAt: z.nullable(timestampSchema),
    }),
  ),
  likes: z.array(z.object({ messageId: z.int(), createdAt: timestampSchema })),
})
