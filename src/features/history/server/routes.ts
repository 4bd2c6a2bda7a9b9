// History routes: time and sample data.
import { secondsByDay } from '#features/meditation/server/service.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { historyCalls } from '../contract.ts'
import { replaceSamples } from './sample-data.ts'

export const historyRoutes = defineRoutes(historyCalls, {
  times: ({ caller, database }) => secondsByDay(database.query, caller.user.id),
  addSamples: async (context) => created({ days: await replaceSamples(context, context.caller.user.id) }),
})
