// The handlers of the day's meditation and of the time that a member spends in it.
import { chicagoDay } from '#shared/day.ts'
import { made, routes } from '#server/http.ts'
import { refuse } from '#server/refusal.ts'
import { meditationCalls } from '../contract.ts'
import { creditTime, startSession } from './sessions.ts'
import { meditationOf, sessionOf } from './sql.ts'

export const meditationRoutes = routes(meditationCalls, {
  today: ({ database, clock }) => meditationOf(database.query, chicagoDay(clock.now())),
  startSession: async (context, { body }) => {
    const { record, isNew } = await startSession(context, context.caller.user.id, body.sessionDate)
    return isNew ? made(record) : record
  },
  reportTime: (context, { params, body }) =>
    creditTime(context, {
      userId: context.caller.user.id,
      sessionId: params.id,
      report: body,
      isGoodbye: false,
    }),
  reportLeaving: async (context, { params, body }) => {
    const userId = context.caller.user.id
    await creditTime(context, { userId, sessionId: params.id, report: body, isGoodbye: true })
    return null
  },
  sessionRecord: async ({ caller, database }, { params }) => {
    const session = await sessionOf(database.query, caller.user.id, params.id)
    if (!session) throw refuse('not_found')
    return session.record
  },
})
