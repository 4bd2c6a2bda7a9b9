// Calendar API contract: the address of a member's feed.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint, perHour } from '#shared/endpoint.ts'
import { textLanguageSchema } from '#shared/i18n/translations.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

export const calendarCalls = {
  /** When the caller's feed got its address; null without one. */
  calendarFeed: endpoint({
    method: 'GET',
    path: '/api/account/calendar',
    needs: 'meditation.join',
    response: z.object({ createdAt: z.nullable(timestampSchema) }),
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

/** The name of an event, the same for ever: a sitting's or a schedule's; earlier schedules have a second number. */
const eventKeySchema = z
  .string()
  .check(
    z.regex(/^(sitting-\d{1,10}|schedule-\d{1,10}(-\d{1,10})?)$/, { error: 'This isn’t a valid event.' }),
  )

const weekEntrySchema = z.object({
  /** For `calendarEvent`; null if it is open all day. */
  event: z.nullable(z.string()),
  /** The day of its room. */
  day: daySchema,
  title: z.string(),
  language: textLanguageSchema,
  instructor: z.string(),
  /** The name of who holds it; null while no one does (TEACH-06). */
  host: z.nullable(z.string()),
  minutes: z.int(),
  /** A teacher is there. */
  isLive: z.boolean(),
  /** Epoch milliseconds; null if it is open all day. */
  startsAt: z.nullable(z.int()),
  /** Whether everyone starts together. */
  together: z.boolean(),
  cancelled: z.boolean(),
  /** Why it was canceled, as a host wrote to the members. */
  cancelNote: z.nullable(z.string()),
  /** A host began it at another time than its schedule's, whose own sitting may still come (PHASE-24). */
  startedByHost: z.boolean(),
})
export type WeekEntry = z.infer<typeof weekEntrySchema>

/** The days of the week ahead and the one after (PLAN-03). */
export const weekAheadDays = 14

export const weekCalls = {
  /** One event as an iCalendar file (CAL-05). */
  calendarEvent: endpoint({
    method: 'GET',
    path: '/api/calendar/:event',
    needs: 'meditation.join',
    params: z.object({ event: eventKeySchema }),
    response: z.object({ name: z.string(), text: z.string() }),
    limits: [{ per: 'caller', perMinute: 60 }],
    errors: ['not_found'],
  }),
  /**
   * The sittings and other meditations of 15 days from today on, by day and start (PLAN-03). A sitting of the day before
   * that goes on after midnight comes first.
   */
  weekAhead: endpoint({
    method: 'GET',
    path: '/api/sittings/week',
    needs: 'meditation.join',
    response: z.object({
      /** The first of the days. */
      today: daySchema,
      entries: z.array(weekEntrySchema),
    }),
    isCompressed: true,
  }),
}
