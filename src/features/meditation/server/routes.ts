// Routes of the day's meditation and of members' time in it.
import type { SittingsAround } from '#features/sittings/server/service.ts'
import { appError } from '#server/app-error.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { meditationCalls } from '../contract.ts'
import type { DailyMeditationCache } from './daily-meditation-cache.ts'
import type { SubmitTimeReport } from './report-batcher.ts'
import type { RoomWindows } from './room-windows.ts'
import { selectCompleted, visitOf } from './sql.ts'
import { startVisit } from './visits.ts'

interface Deps extends Pick<RoomWindows, 'isOpen'>, Pick<SittingsAround, 'roomDay'> {
  days: DailyMeditationCache
  submitReport: SubmitTimeReport
}

export function createMeditationRoutes({ days, isOpen, roomDay, submitReport }: Deps): Routes {
  return defineRoutes(meditationCalls, {
    today: async () => days.meditationOf(await roomDay()),
    startVisit: async (context, { body: { sessionDate } }) => {
      const day = (await isOpen(sessionDate)) ? sessionDate : await roomDay()
      const { visit, isNew } = await startVisit(context, context.caller.user.id, day)
      return isNew ? created(visit) : visit
    },
    completedCount: async ({ caller, database }) => ({
      count: (await selectCompleted(database.query, caller.user.id)).count,
    }),
    reportTime: ({ caller }, { params, body }) =>
      submitReport({ userId: caller.user.id, visitId: params.id, report: body, isGoodbye: false }),
    reportLeaving: async ({ caller }, { params, body }) => {
      await submitReport({ userId: caller.user.id, visitId: params.id, report: body, isGoodbye: true })
      return null
    },
    visitRecord: async ({ caller, database }, { params }) => {
      const visit = await visitOf(database.query, caller.user.id, params.id)
      if (!visit) throw appError('not_found')
      return visit.record
    },
  })
}
