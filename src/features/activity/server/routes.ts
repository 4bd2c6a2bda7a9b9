// Activity log route.
import { defineRoutes } from '#server/http/calls.ts'
import { activityCalls } from '../contract.ts'
import { referencedUserIds } from '../format-activity.ts'
import { listActors, latestActivities, usersByIds } from './sql.ts'

const defaultLimit = 50

export const activityRoutes = defineRoutes(activityCalls, {
  activity: async ({ database }, { query: { limit = defaultLimit, ...filter } }) => {
    // Reads one entry more than the page, to learn whether more exist.
    const found = await latestActivities(database.query, { ...filter, limit: limit + 1 })
    const activities = found.slice(0, limit)
    return {
      activities,
      hasMore: found.length > limit,
      people: await usersByIds(database.query, referencedUserIds(activities)),
      actors: await listActors(database.query),
    }
  },
})
