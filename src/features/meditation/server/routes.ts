// The handler of the day's meditation.
import { chicagoDay } from '#shared/day.ts'
import { routes } from '#server/http.ts'
import { meditationCalls } from '../contract.ts'
import { meditationOf } from './sql.ts'

export const meditationRoutes = routes(meditationCalls, {
  today: ({ database, clock }) => meditationOf(database.query, chicagoDay(clock.now())),
})
