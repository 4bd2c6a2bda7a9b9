// The handlers of the day's meditation and of the time that a member spends in it.
import { routes, type Routes } from '#server/http.ts'
import { made } from '#server/http-answer.ts'
import { refuse } from '#server/refusal.ts'
import { meditationCalls } from '../contract.ts'
import type { Days } from './days.ts'
import type { TakeReport } from './reports.ts'
import { startSession } from './sessions.ts'
import { sessionOf } from './sql.ts'

interface Means {
  /** The Chicago day that this node goes by. */
  today(): string
  days: Days
  takeReport: TakeReport
}

/** Joins the calls with what this node knows of the days, and with the place where its reports come in. */
export function createMeditationRoutes({ today, days, takeReport }: Means): Routes {
  return routes(meditationCalls, {
    today: () => days.meditationOf(today()),
    startSession: async (context, { body }) => {
      const { id } = context.caller.user
      const { record, isNew } = await startSession(context, id, body.sessionDate, today())
      return isNew ? made(record) : record
    },
    reportTime: ({ caller }, { params, body }) =>
      takeReport({ userId: caller.user.id, sessionId: params.id, report: body, isGoodbye: false }),
    reportLeaving: async ({ caller }, { params, body }) => {
      await takeReport({ userId: caller.user.id, sessionId: params.id, report: body, isGoodbye: true })
      return null
    },
    sessionRecord: async ({ caller, database }, { params }) => {
      const session = await sessionOf(database.query, caller.user.id, params.id)
      if (!session) throw refuse('not_found')
      return session.record
    },
  })
}
