// Reminders in a member's export: what they were sent. What they chose: features/notifications/server/tables.ts.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

export const exportedRemindersSchema = z.object({
  sent: z.array(
    z.object({
      day: z.nullable(daySchema),
      kind: z.string(),
      channel: z.string(),
      sentAt: timestampSchema,
    }),
  ),
})
