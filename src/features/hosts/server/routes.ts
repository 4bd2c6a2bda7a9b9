// Routes of hosts.
import { publishedReflectionsOf } from '#features/reflections/server/service.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { busEvents } from '#shared/bus-events.ts'
import { thanksRetentionDays } from '#shared/constants.ts'
import { addDays } from '#shared/day.ts'
import { dayMs } from '#shared/durations.ts'
import { success } from '#shared/endpoint.ts'
import { can } from '#shared/roles.ts'
import { hostsCalls } from '../contract.ts'
import { chooseHost, chooseMeeting, freeHost, mayTake, type IsPresent } from './host-choices.ts'
import { countFreed, heldSittings, listPossibleHosts, pastSittings } from './sql.ts'

/** Ahead and back. */
const shownDays = 60

export interface HostsDeps {
  isPresent: IsPresent
  /** How many sat, by sitting; null where the number isn't published. */
  turnoutsOf(
    db: Executor,
    sittingIds: readonly number[],
    viewer: { nowMs: number; isAdmin: boolean },
  ): Promise<ReadonlyMap<number, number | null>>
  /** How many thanked, by sitting; none of a sitting without thanks. */
  countThanksOf(db: Executor, sittingIds: readonly number[]): Promise<ReadonlyMap<number, number>>
}

export function createHostsRoutes({ isPresent, turnoutsOf, countThanksOf }: HostsDeps): Routes {
  const roomContext = ({ caller, roomClock }: Context<'sitting.hold'>) => {
    return { callerId: caller.user.id, nowMs: roomClock.now(), isPresent }
  }
  const choiceContext = (
    context: Context<'sitting.hold'>,
    choice: { scheduleId: number; scope: 'one' | 'from' },
  ) => ({ ...choice, ...roomContext(context), today: context.calendar.today() })
  return defineRoutes(hostsCalls, {
    heldSittings: ({ caller, database, calendar, roomClock }) => {
      const today = calendar.today()
      const readsMeetingOf = can(caller.persona, 'community.administer') ? 'all' : caller.user.id
      const range = { days: calendar.days(), today, to: addDays(today, shownDays), nowMs: roomClock.now() }
      return heldSittings(database.query, { ...range, readsMeetingOf })
    },
    soughtHost: async (context, { params }) => {
      const isAdmin = can(context.caller.persona, 'community.administer')
      const may = await mayTake(context.database.query, isAdmin, { ...params, ...roomContext(context) })
      return { mayTake: may }
    },
    pastSittings: async ({ caller, database, roomClock }) => {
      const nowMs = roomClock.now()
      const db = database.query
      const held = await pastSittings(db, caller.user.id, { fromMs: nowMs - shownDays * dayMs, nowMs })
      const ids = held.map(({ id }) => id)
      const isAdmin = can(caller.persona, 'community.administer')
      const turnouts = await turnoutsOf(db, ids, { nowMs, isAdmin })
      const thanks = await countThanksOf(db, ids)
      const reflections = await publishedReflectionsOf(db, ids)
      const hasThanks = ({ endsAt }: { endsAt: number }) => endsAt > nowMs - thanksRetentionDays * dayMs
      return held.map((sitting) => ({
        ...sitting,
        count: turnouts.get(sitting.id) ?? null,
        thanks: hasThanks(sitting) ? (thanks.get(sitting.id) ?? 0) : null,
        reflection: reflections.get(sitting.id) ?? null,
      }))
    },
    possibleHosts: ({ database }) => listPossibleHosts(database.query),
    freedSittings: ({ database, calendar, roomClock }) =>
      countFreed(database.query, { today: calendar.today(), nowMs: roomClock.now() }),
    setHost: async (context, { params, body: { hostId, scope } }) => {
      const { schedules } = await context.database.transaction((tx) =>
        chooseHost(tx, choiceContext(context, { ...params, scope }), hostId),
      )
      await publishChanged(context)
      return { hostId, schedules }
    },
    removeHost: async (context, { params, query: { scope } }) => {
      await context.database.transaction((tx) => freeHost(tx, choiceContext(context, { ...params, scope })))
      await publishChanged(context)
      return success
    },
    setMeeting: async (context, { params, body: { meetingUrl } }) => {
      await context.database.transaction((tx) =>
        chooseMeeting(tx, choiceContext(context, { ...params, scope: 'one' }), meetingUrl),
      )
      await publishChanged(context)
      return { meetingUrl }
    },
  })
}

const publishChanged = ({ bus }: Pick<Context, 'bus'>) => bus.publish(busEvents.days, { type: 'changed' })
