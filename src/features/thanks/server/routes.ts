// Routes of thanks: the count for a page that opens in the sharing.
import { sittingOfSchedule } from '#features/sittings/server/service.ts'
import { appError } from '#server/app-error.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { msToTimestamp } from '#shared/day.ts'
import { thanksCalls } from '../contract.ts'
import { findThanks } from './sql.ts'

export function createThanksRoutes(): Routes {
  return defineRoutes(thanksCalls, {
    thanks: async ({ calendar, database, caller }, { params }) => {
      const sitting = await sittingOfSchedule(database.query, calendar.days(), params.id)
      if (!sitting) throw appError('not_found')
      const shared = { scheduleId: sitting.id, sharingAt: msToTimestamp(sitting.sharingAt) }
      return findThanks(database.query, shared, caller.user.id)
    },
  })
}
