// The calendar-feed feature for the server.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
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
    close: () => {
      feed.close()
      week.close()
    },
    findFeed: feed.find,
  }
}
