// API contract of the turnout: how many sat in each past sitting.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'

export const turnoutSchema = z.object({
  scheduleId: z.int(),
  /** The bell, in epoch milliseconds. */
  startsAt: z.int(),
  /** How many sat; null for a moderator where they were fewer than five. */
  count: z.nullable(z.int()),
})
export type Turnout = z.infer<typeof turnoutSchema>

export const turnoutCalls = {
  /** The sittings of a month (YYYY-MM) that took place and are over, by their bells (SCH-38). */
  turnouts: endpoint({
    method: 'GET',
    path: '/api/admin/turnouts',
    needs: 'schedule.read',
    query: z.strictObject({
      month: z.string().check(
        z.regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, {
          error: () => t('A month is written YYYY-MM, such as 2026-11.'),
        }),
      ),
    }),
    response: z.array(turnoutSchema),
  }),
}
