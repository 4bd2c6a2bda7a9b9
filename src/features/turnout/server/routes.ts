// Turnout route: moderators get no number below five.
import { satSecondsMin } from '#features/meditation/visit-time.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { can } from '#shared/roles.ts'
import { turnoutCalls } from '../contract.ts'
import { publishedTurnout } from '../rules.ts'
import { turnoutsOfMonth } from './sql.ts'

export const turnoutRoutes = defineRoutes(turnoutCalls, {
  turnouts: async ({ caller, database, roomClock }, { query: { month } }) => {
    const isAdmin = can(caller.persona, 'community.administer')
    const rows = await turnoutsOfMonth(database.query, { month, nowMs: roomClock.now(), satSecondsMin })
    return rows.map(({ scheduleId, startsAt, count }) => ({
      scheduleId,
      startsAt,
      count: publishedTurnout(count, { isAdmin }),
    }))
  },
})
