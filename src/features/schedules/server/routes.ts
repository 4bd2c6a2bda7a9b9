// The handlers of schedules.
import { tellDaysChanged } from '#features/meditation/server/service.ts'
import { routes } from '#server/http.ts'
import { made } from '#server/http-answer.ts'
import { schedulesCalls } from '../contract.ts'
import { addSchedules, changeSchedule, removeSchedule } from './saving.ts'
import { schedulesBetween } from './sql.ts'

export const schedulesRoutes = routes(schedulesCalls, {
  schedules: ({ database }, { query }) => schedulesBetween(database.query, query),
  createSchedule: async ({ caller, clock, bus, once }, { body }) => {
    const order = { adminId: caller.user.id, fields: body }
    const saved = await once((tx) => addSchedules(tx, { ...order, nowMs: clock.now() }))
    await tellDaysChanged(bus)
    return made(saved)
  },
  updateSchedule: async ({ caller, clock, bus, database }, { params, body }) => {
    const order = { adminId: caller.user.id, id: params.id, change: body }
    const saved = await database.transaction((tx) => changeSchedule(tx, { ...order, nowMs: clock.now() }))
    await tellDaysChanged(bus)
    return saved
  },
  deleteSchedule: async ({ caller, clock, bus, database }, { params }) => {
    const order = { adminId: caller.user.id, id: params.id }
    await database.transaction((tx) => removeSchedule(tx, { ...order, nowMs: clock.now() }))
    await tellDaysChanged(bus)
    return { success: true as const }
  },
})
