// Schedule routes.
import { lockCalendar, type Calendar } from '#server/calendar/calendar.ts'
import { lockSettingsForShare } from '#server/community/sql.ts'
import type { Executor } from '#server/db/database.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { busEvents } from '#shared/bus-events.ts'
import { success } from '#shared/endpoint.ts'
import { can } from '#shared/roles.ts'
import { schedulesCalls } from '../contract.ts'
import {
  createSchedulesAsAdmin,
  scheduleDaysAsAdmin,
  updateScheduleAsAdmin,
  deleteScheduleAsAdmin,
} from './schedule-commands.ts'
import { schedulesBetween } from './sql.ts'

export const schedulesRoutes = defineRoutes(schedulesCalls, {
  schedules: ({ caller, database }, { query }) =>
    schedulesBetween(database.query, {
      ...query,
      isTranslated: !can(caller.persona, 'community.administer'),
    }),
  createSchedule: async ({ calendar, caller, clock, roomClock, bus, runIdempotent }, { body }) => {
    const input = { adminId: caller.user.id, fields: body }
    const saved = await runIdempotent(async (tx) =>
      createSchedulesAsAdmin(tx, {
        ...input,
        ...(await lockForScheduling(tx, calendar)),
        nowMs: clock.now(),
        roomNowMs: roomClock.now(),
      }),
    )
    await bus.publish(busEvents.days, { type: 'changed' })
    return created(saved)
  },
  scheduleDays: async ({ calendar, caller, clock, roomClock, bus, runIdempotent }, { body }) => {
    const input = { adminId: caller.user.id, days: body.days }
    const saved = await runIdempotent(async (tx) =>
      scheduleDaysAsAdmin(tx, {
        ...input,
        ...(await lockForScheduling(tx, calendar)),
        nowMs: clock.now(),
        roomNowMs: roomClock.now(),
      }),
    )
    await bus.publish(busEvents.days, { type: 'changed' })
    return created(saved)
  },
  updateSchedule: async ({ calendar, caller, clock, roomClock, bus, database }, { params, body }) => {
    const input = { adminId: caller.user.id, id: params.id, change: body }
    const saved = await database.transaction(async (tx) =>
      updateScheduleAsAdmin(tx, {
        ...input,
        ...(await lockForScheduling(tx, calendar)),
        nowMs: clock.now(),
        roomNowMs: roomClock.now(),
      }),
    )
    await bus.publish(busEvents.days, { type: 'changed' })
    return saved
  },
  deleteSchedule: async ({ calendar, caller, clock, roomClock, bus, database }, { params, query }) => {
    const input = { adminId: caller.user.id, id: params.id, scope: query.scope }
    await database.transaction(async (tx) =>
      deleteScheduleAsAdmin(tx, {
        ...input,
        ...(await lockForScheduling(tx, calendar)),
        nowMs: clock.now(),
        roomNowMs: roomClock.now(),
      }),
    )
    await bus.publish(busEvents.days, { type: 'changed' })
    return success
  },
})

/** Locks what decides about the days of schedules until the transaction ends: the settings first, as everywhere. */
async function lockForScheduling(tx: Executor, calendar: Calendar) {
  const { severalADay } = await lockSettingsForShare(tx)
  return { severalADay, calendar: await lockCalendar(tx, calendar) }
}
