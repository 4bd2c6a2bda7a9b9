// Calendar API contract: the address of a member's feed.
import * as z from 'zod/mini'
import { endpoint, perHour } from '#shared/endpoint.ts'

export const calendarCalls = {
  /** When the caller's feed got its address; null without one. */
  calendarFeed: endpoint({
    method: 'GET',
    path: '/api/account/calendar',
    needs: 'meditation.join',
    response: z.object({ createdAt: z.nullable(z.iso.datetime()) }),
  }),
  /** Gives the caller's feed an address, which no later call returns; an earlier one ends (CAL-01). */
  renewCalendarFeed: endpoint({
    method: 'POST',
    path: '/api/account/calendar',
    needs: 'meditation.join',
    response: z.object({ url: z.string() }),
    limits: [{ per: 'caller', ...perHour(10) }],
  }),
}
