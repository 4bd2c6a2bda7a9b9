// Routes of calendars: the address of a member's feed, one event as a file, and the week ahead.
import { assertNotBanned } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { addDays } from '#shared/day.ts'
import { momentsOfEntry } from '../calendar-entry.ts'
import { calendarCalls } from '../contract.ts'
import { weekAheadDays, weekCalls } from '../week-contract.ts'
import { eventKeyOf, hashCalendarToken, newCalendarToken, type CalendarFeed } from './calendar-feed.ts'
import { findCalendarTokenTime, readCalendar, saveCalendarToken } from './sql.ts'

export const calendarRoutes = defineRoutes(calendarCalls, {
  calendarFeed: async ({ caller, database }) => ({
    createdAt: await findCalendarTokenTime(database.query, caller.user.id),
  }),
  renewCalendarFeed: async ({ caller, clock, config, database }) => {
    const userId = caller.user.id
    const token = newCalendarToken()
    await database.transaction(async (tx) => {
      await assertNotBanned(tx, userId)
      const createdAt = new Date(clock.now())
      await saveCalendarToken(tx, { userId, tokenHash: hashCalendarToken(token), createdAt })
    })
    return { url: `${config.publicUrl}/calendar/${token}.ics` }
  },
})

export function createWeekRoutes(feed: Pick<CalendarFeed, 'fileOf'>): Routes {
  return defineRoutes(weekCalls, {
    calendarEvent: async (_context, { params: { event } }) => {
      const text = await feed.fileOf(event)
      if (text === null) throw appError('not_found')
      return { name: `${event}.ics`, text }
    },
    weekAhead: async ({ calendar, database }) => {
      const today = calendar.today()
      const days = calendar.days()
      const rows = await readCalendar(database.query, {
        from: today,
        to: addDays(today, weekAheadDays - 1),
      })
      const entries = rows.map((row) => {
        const { kind, day, title, instructor, minutes, cancelledAt, cancelNote } = row
        const startsAt = momentsOfEntry(days, row)?.startsAt ?? null
        return {
          event: startsAt === null ? null : eventKeyOf(row),
          day,
          title,
          instructor,
          minutes,
          startsAt,
          together: kind === 'sitting',
          cancelled: cancelledAt !== null,
          cancelNote,
        }
      })
      return {
        today,
        entries: entries.toSorted(
          (a, b) => a.day.localeCompare(b.day) || (a.startsAt ?? 0) - (b.startsAt ?? 0),
        ),
      }
    },
  })
}
