// The calendar-feed feature for the server.
import { evictDeletedSchedules } from '#features/schedules/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import { cancelledInCalendarDays } from '#shared/constants.ts'
import { createCalendarFeed, type CalendarFeed } from './calendar-feed.ts'
import { calendarRoutes, createWeekRoutes } from './routes.ts'
import { createWeekAhead } from './week-ahead.ts'

export interface CalendarFeedModule extends FeatureModule {
  /** Reads the feed of a token, for the app's route. */
  findFeed: CalendarFeed['find']
}

export function createCalendarFeedModule(platform: Platform): CalendarFeedModule {
  const feed = createCalendarFeed(platform)
  const week = createWeekAhead(platform)
  return {
    routes: [calendarRoutes, createWeekRoutes(feed, week)],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'deleted-schedules',
        every: 'hour',
        erase: (db, now, max) => evictDeletedSchedules(db, daysBefore(now, cancelledInCalendarDays), max),
      }),
    ],
    close: () => {
      feed.close()
      week.close()
    },
    findFeed: feed.find,
  }
}
