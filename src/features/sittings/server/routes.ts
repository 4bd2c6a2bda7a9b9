// Routes of sittings: the list for members, and what hosts do.
import { lockCommunityDays } from '#server/calendar/calendar.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { counters } from '#server/metrics/counters.ts'
import { busEvents } from '#shared/bus-events.ts'
import { sittingsCalls } from '../contract.ts'
import { type Sitting } from '../sitting.ts'
import { hostCommands, type HostContext } from './host-commands.ts'
import type { SittingsAround } from './sittings-around.ts'
import { sittingsBetween } from './sql.ts'

export function createSittingsRoutes(around: Pick<SittingsAround, 'read'>): Routes {
  return defineRoutes(sittingsCalls, {
    sittings: async ({ database }, { query: { from, to } }) =>
      from === undefined || to === undefined
        ? [...(await around.read())]
        : sittingsBetween(database.query, { from, to }),
    begin: (context, { params, body }) =>
      host(context, params.scheduleId, (tx, by) =>
        hostCommands.begin(tx, by, { ...body, today: context.calendar.today() }),
      ),
    delay: (context, { params, body }) =>
      host(context, params.id, (tx, by) => hostCommands.delay(tx, by, body)),
    extend: (context, { params, body }) =>
      host(context, params.id, (tx, by) => hostCommands.extend(tx, by, body)),
    end: (context, { params }) => host(context, params.id, hostCommands.end),
    cancel: (context, { params, body }) =>
      host(context, params.id, (tx, by) => hostCommands.cancel(tx, by, body)),
    restore: (context, { params }) => host(context, params.scheduleId, hostCommands.restore),
  })
}

/** Runs a host's command in a transaction, and publishes it to every node. */
async function host(
  { caller, database, roomClock, bus }: Context<'sitting.hold' | 'sitting.host'>,
  id: number,
  command: (tx: Executor, by: HostContext) => Promise<Sitting>,
): Promise<Sitting> {
  const sitting = await database.transaction(async (tx) => {
    const days = await lockCommunityDays(tx)
    return command(tx, { hostId: caller.user.id, id, nowMs: roomClock.now(), days })
  })
  counters.hostChanges += 1
  await bus.publish(busEvents.days, { type: 'changed' })
  return sitting
}
