// A member's calendar feed in their export.
import * as z from 'zod/mini'

export const exportedCalendarSchema = z.object({
  /** When their feed got its address; null without one. */
  feedCreatedAt: z.nullable(z.iso.datetime()),
})
