// Reminders in a member's export: what they chose, and what they were sent.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

export const exportedRemindersSchema = z.object({
  choices: z.nullable(
    z.object({
      tenMinutes: z.nullable(z.string()),
      dayBefore: z.nullable(z.string()),
      changes: z.array(z.string()),
      weekdays: z.nullable(z.array(z.int())),
      times: z.nullable(z.array(z.object({ time: z.string(), zone: z.nullable(z.string()) }))),
      zone: z.nullable(z.string()),
      news: z.boolean(),
      /** Of the latest change. */
      chosenAt: timestampSchema,
      /** Since when each kind is chosen; null while it isn't. */
      tenMinutesChosenAt: z.nullable(timestampSchema),
      dayBeforeChosenAt: z.nullable(timestampSchema),
      changesChosenAt: z.nullable(timestampSchema),
    }),
  ),
  sent: z.array(
    z.object({
      day: z.nullable(daySchema),
      kind: z.string(),
      channel: z.string(),
      sentAt: timestampSchema,
    }),
  ),
})
