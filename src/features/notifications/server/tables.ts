// Member data of notifications: what a member chose, and the links that end mails.
import * as z from 'zod/mini'
import { memberTable } from '#server/member-table.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

export const reminderChoicesTable = memberTable('reminder_choices', {
  owner: 'userId',
  export: {
    at: 'reminders.choices',
    row: z.object({
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
    order: { none: null },
  },
})

export const unsubscribeTokensTable = memberTable('unsubscribe_tokens', { owner: 'userId' })
