// Schedule routes.
import { lockCalendar } from '#server/calendar/calendar.ts'
import { lockSettingsForShare } from '#server/community/sql.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { busEvents } from '#shared/bus-events.ts'
import { success } from '#shared/endpoint.ts'
import { can } from '#shared/roles.ts'
import { schedulesCalls } from '../contract.ts'
import { extendSeriesAsAdmin } from './extend-series.ts'
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
      isForAngel: !can(caller.persona, 'community.administer'),
    }),
  createSchedule: async ({ caller, bus, runIdempotent, ...context }, { body }) => {
    const input = { adminId: caller.user.id, fields: body }
    const saved = await runIdempotent(async (tx) =>
      createSchedulesAsAdmin(tx, {
        ...input,
        ...(await lockForScheduling(tx, context)),
      }),
    )
    await bus.publish(busEvents.days, { type: 'changed' })
    return created(saved)
  },
  scheduleDays: async ({ caller, bus, runIdempotent, ...context }, { body }) => {
    const input = { adminId: caller.user.id, days: body.days }
    const saved = await runIdempotent(async (tx) =>
      scheduleDaysAsAdmin(tx, {
        ...input,
        ...(await lockForScheduling(tx, context)),
      }),
    )
    await bus.publish(busEvents.days, { type: 'changed' })
    return created(saved)
  },
  extendSeries: async ({ caller, bus, runIdempotent, ...context }, { params, body }) => {
    const input = { adminId: caller.user.id, id: params.id, until: body.until }
    const saved = await runIdempotent(async (tx) =>
      extendSeriesAsAdmin(tx, {
        ...input,
        ...(await lockForScheduling(tx, context)),
      }),
    )
    await bus.publish(busEvents.days, { type: 'changed' })
    return created(saved)
  },
  updateSchedule: async ({ caller, bus, database, ...context }, { params, body }) => {
    const input = { adminId: caller.user.id, id: params.id, change: body }
    const saved = await database.transaction(async (tx) =>
      updateScheduleAsAdmin(tx, {
        ...input,
        ...(await lockForScheduling(tx, context)),
      }),
    )
    await bus.publish(busEvents.days, { type: 'changed' })
    return saved
  },
  deleteSchedule: async ({ caller, bus, database, ...context }, { params, query }) => {
    const input = { adminId: caller.user.id, id: params.id, scope: query.scope }
    await database.transaction(async (tx) =>
      deleteScheduleAsAdmin(tx, {
        ...input,
        ...(await lockForScheduling(tx, context)),
      }),
    )
    await bus.publish(busEvents.days, { type: 'changed' })
    return success
  },
})

/** Locks what decides about the days of schedules until the transaction ends: the settings first, as everywhere. */
async function lockForScheduling(
  tx: Executor,
  { calendar, clock, roomClock }: Pick<Platform, 'calendar' | 'clock' | 'roomClock'>,
) {
  const { severalADay } = await lockSettingsForShare(tx)
  const locked = await lockCalendar(tx, calendar)
  return { severalADay, calendar: locked, nowMs: clock.now(), roomNowMs: roomClock.now() }
}
