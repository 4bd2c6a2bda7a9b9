// Routes of hosts.
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { busEvents } from '#shared/bus-events.ts'
import { addDays } from '#shared/day.ts'
import { success } from '#shared/endpoint.ts'
import { can } from '#shared/roles.ts'
import { hostsCalls } from '../contract.ts'
import { chooseHost, freeHost, mayTake, type IsPresent } from './host-choices.ts'
import { heldSittings } from './sql.ts'

const daysAhead = 60

export interface HostsDeps {
  isPresent: IsPresent
}

export function createHostsRoutes({ isPresent }: HostsDeps): Routes {
  const roomContext = ({ caller, roomClock }: Context<'sitting.hold'>) => {
    return { callerId: caller.user.id, nowMs: roomClock.now(), isPresent }
  }
  const choiceContext = (
    context: Context<'sitting.hold'>,
    choice: { scheduleId: number; scope: 'one' | 'from' },
  ) => ({ ...choice, ...roomContext(context), today: context.calendar.today() })
  return defineRoutes(hostsCalls, {
    heldSittings: ({ database, calendar }) => {
      const from = calendar.today()
      return heldSittings(database.query, { from, to: addDays(from, daysAhead) })
    },
    soughtHost: async (context, { params }) => {
      const isAdmin = can(context.caller.persona, 'community.administer')
      const may = await mayTake(context.database.query, isAdmin, { ...params, ...roomContext(context) })
      return { mayTake: may }
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
}
