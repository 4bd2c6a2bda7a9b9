// Routes of calendars: the address of a member's feed, one event as a file, and the week ahead.
import { assertNotBanned } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { calendarCalls, weekCalls } from '../contract.ts'
import { hashCalendarToken, newCalendarToken, type CalendarFeed } from './calendar-feed.ts'
import { findCalendarTokenTime, saveCalendarToken } from './sql.ts'
import type { WeekAheadReader } from './week-ahead.ts'

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

export function createWeekRoutes(
  feed: Pick<CalendarFeed, 'fileOf'>,
  week: Pick<WeekAheadReader, 'read'>,
): Routes {
  return defineRoutes(weekCalls, {
    calendarEvent: async (_context, { params: { event } }) => {
      const text = await feed.fileOf(event)
      if (text === null) throw appError('not_found')
      return { name: `${event}.ics`, text }
    },
    weekAhead: () => week.read(),
  })
}
