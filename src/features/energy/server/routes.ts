// Energy routes: entries, time and sample data.
import { chicagoDay } from '#shared/day.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { appError } from '#server/app-error.ts'
import { secondsByDay } from '#features/meditation/server/service.ts'
import { assertNotBanned } from '#features/users/server/service.ts'
import { energyCalls } from '../contract.ts'
import { isEntryDayOpen } from '../rules.ts'
import { replaceSamples } from './sample-data.ts'
import { listEntries, insertEntry } from './sql.ts'

export const energyRoutes = defineRoutes(energyCalls, {
  saveEntry: async ({ caller, clock, runIdempotent }, { body }) => {
    const { sessionDate, emotionLevel, moodType, comment } = body
    const entry = { sessionDate, emotionLevel, moodType, comment: comment === '' ? null : (comment ?? null) }
    const userId = caller.user.id
    return created(
      await runIdempotent(async (tx) => {
        const nowMs = clock.now()
        if (!isEntryDayOpen(sessionDate, chicagoDay(nowMs))) {
          const message = 'You can record an entry for today or yesterday only.'
          throw appError('invalid', { issues: [{ path: 'sessionDate', message }] })
        }
        await assertNotBanned(tx, userId)
        return insertEntry(tx, { ...entry, userId, createdAt: new Date(nowMs) })
      }),
    )
  },
  entries: ({ caller, database }, { query }) =>
    listEntries(database.query, caller.user.id, query.date ?? null),
  times: ({ caller, database }) => secondsByDay(database.query, caller.user.id),
  addSamples: async (context) => created({ days: await replaceSamples(context, context.caller.user.id) }),
})
