// The handlers of energy entries, of the time beside them and of samples.
import { chicagoDay } from '#shared/day.ts'
import { routes } from '#server/http.ts'
import { made } from '#server/http-answer.ts'
import { refuse } from '#server/refusal.ts'
import { secondsByDay } from '#features/meditation/server/service.ts'
import { refuseBanned } from '#features/users/server/service.ts'
import { energyCalls } from '../contract.ts'
import { isDayOpen } from '../rules.ts'
import { replaceSamples } from './sample-data.ts'
import { entriesOf, insertEntry } from './sql.ts'

export const energyRoutes = routes(energyCalls, {
  saveEntry: async ({ caller, clock, once }, { body }) => {
    const { sessionDate, emotionLevel, moodType, comment } = body
    const entry = { sessionDate, emotionLevel, moodType, comment: comment === '' ? null : (comment ?? null) }
    const userId = caller.user.id
    return made(
      await once(async (tx) => {
        const nowMs = clock.now()
        if (!isDayOpen(sessionDate, chicagoDay(nowMs))) {
          const message = 'An entry can be noted for today or yesterday.'
          throw refuse('invalid', { issues: [{ path: 'sessionDate', message }] })
        }
        await refuseBanned(tx, userId)
        return insertEntry(tx, { ...entry, userId, createdAt: new Date(nowMs) })
      }),
    )
  },
  entries: ({ caller, database }, { query }) => entriesOf(database.query, caller.user.id, query.date ?? null),
  times: ({ caller, database }) => secondsByDay(database.query, caller.user.id),
  addSamples: async (context) => made({ days: await replaceSamples(context, context.caller.user.id) }),
})
