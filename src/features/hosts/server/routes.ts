// Routes of hosts.
import type { Context } from '#server/context.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { busEvents } from '#shared/bus-events.ts'
import { addDays } from '#shared/day.ts'
import { success } from '#shared/endpoint.ts'
import { hostsCalls } from '../contract.ts'
import { chooseHost, freeHost } from './host-choices.ts'
import { heldSittings } from './sql.ts'

const daysAhead = 60

export const hostsRoutes = defineRoutes(hostsCalls, {
  heldSittings: ({ database, calendar }) => {
    const from = calendar.today()
    return heldSittings(database.query, { from, to: addDays(from, daysAhead) })
  },
  setHost: async (context, { params, body: { hostId, scope } }) => {
    const { schedules } = await context.database.transaction((tx) =>
      chooseHost(tx, choiceContext(context, { ...params, scope }), hostId),
    )
    await context.bus.publish(busEvents.days, { type: 'changed' })
    return { hostId, schedules }
  },
  removeHost: async (context, { params, query: { scope } }) => {
    await context.database.transaction((tx) => freeHost(tx, choiceContext(context, { ...params, scope })))
    await context.bus.publish(busEvents.days, { type: 'changed' })
    return success
  },
})

function choiceContext(
  { caller, calendar, roomClock }: Context<'sitting.hold'>,
  choice: { scheduleId: number; scope: 'one' | 'from' },
) {
  return { ...choice, callerId: caller.user.id, today: calendar.today(), nowMs: roomClock.now() }
}
