// News in a member's export: what they have read, and when.
import * as z from 'zod/mini'

export const exportedNewsSchema = z.object({
  read: z.array(z.object({ title: z.string(), readAt: z.iso.datetime() })),
})
