// The handlers of schedules.
import { made, routes } from '#server/http.ts'
import { schedulesCalls } from '../contract.ts'
import { addSchedules, changeSchedule, removeSchedule } from './saving.ts'
import { schedulesBetween } from './sql.ts'

export const schedulesRoutes = routes(schedulesCalls, {
  schedules: ({ database }, { query }) => schedulesBetween(database.query, query),
  createSchedule: async ({ caller, clock, once }, { body }) =>
    made(await once((tx) => addSchedules(tx, { adminId: caller.user.id, nowMs: clock.now(), fields: body }))),
  updateSchedule: ({ caller, clock, database }, { params, body }) =>
    database.transaction((tx) =>
      changeSchedule(tx, { adminId: caller.user.id, nowMs: clock.now(), id: params.id, change: body }),
    ),
  deleteSchedule: async ({ caller, clock, database }, { params }) => {
    await database.transaction((tx) =>
      removeSchedule(tx, { adminId: caller.user.id, nowMs: clock.now(), id: params.id }),
    )
    return { success: true as const }
  },
})
