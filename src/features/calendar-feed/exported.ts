// A member's calendar feed in their export.
import * as z from 'zod/mini'
import { timestampSchema } from '#shared/timestamp-schema.ts'

export const exportedCalendarSchema = z.object({
  /** When their feed got its address; null without one. */
  feedCreatedAt: z.nullable(timestampSchema),
})
