// Mailings API: how many reminders and news wait in the bulk mail queue.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

const waitingMailsSchema = z.object({
  /** Mails that aren't sent yet. */
  waiting: z.int(),
  /** When the oldest batch was queued; null if none waits. */
  oldest: z.nullable(timestampSchema),
  /** The operator's rate, on all nodes together. */
  perSecond: z.number(),
})

export const mailingsCalls = {
  /** The reminders and news that wait in the bulk mail queue (REM-13). */
  waitingMails: endpoint({
    method: 'GET',
    path: '/api/admin/waiting-mails',
    needs: 'community.administer',
    response: waitingMailsSchema,
  }),
}
