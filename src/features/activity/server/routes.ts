// The handler of who did what.
import { routes } from '#server/http.ts'
import { activityCalls } from '../contract.ts'
import { peopleNamedIn } from '../words.ts'
import { actorsOf, latestActivities, namesOf } from './sql.ts'

const usualLimit = 50

export const activityRoutes = routes(activityCalls, {
  activity: async ({ database }, { query: { limit = usualLimit, ...filter } }) => {
    // One more than is shown tells whether there is more.
    const found = await latestActivities(database.query, { ...filter, limit: limit + 1 })
    const activities = found.slice(0, limit)
    return {
      activities,
      hasMore: found.length > limit,
      people: await namesOf(database.query, peopleNamedIn(activities)),
      actors: await actorsOf(database.query),
    }
  },
})
