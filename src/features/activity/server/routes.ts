// The handler of who did what.
import { defineRoutes } from '#server/http.ts'
import { activityCalls } from '../contract.ts'
import { referencedPersonIds } from '../format-activity.ts'
import { listActors, latestActivities, namedPeople } from './sql.ts'

const defaultLimit = 50

export const activityRoutes = defineRoutes(activityCalls, {
  activity: async ({ database }, { query: { limit = defaultLimit, ...filter } }) => {
    // One more than is shown tells whether there is more.
    const found = await latestActivities(database.query, { ...filter, limit: limit + 1 })
    const activities = found.slice(0, limit)
    return {
      activities,
      hasMore: found.length > limit,
      people: await namedPeople(database.query, referencedPersonIds(activities)),
      actors: await listActors(database.query),
    }
  },
})
