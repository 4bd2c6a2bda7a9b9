// Routes of halls: what their host does, and what their screen reads.
import { findStoredSitting } from '#features/sittings/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { success } from '#shared/endpoint.ts'
import { roomOfDay, type RoomKey } from '#shared/live/room-key.ts'
import { hallPath, isHallToken } from '../address.ts'
import { hallsCalls } from '../contract.ts'
import { hallErrors } from '../errors.ts'
import { isLinkOpen } from '../rules.ts'
import { hallEvents } from './hall-events.ts'
import { makeHall, readHalls, revokeHall, savePeople, type HallHost } from './hall-links.ts'
import { hallView } from './hall-view.ts'
import { countHalls, findLink } from './sql.ts'
import { hashHallToken } from './token.ts'

export interface HallsDeps {
  /** How many members are in a room, on all nodes. */
  presence: { count: (room: RoomKey) => number }
}

export function createHallsRoutes({ presence }: HallsDeps): Routes {
  return defineRoutes(hallsCalls, {
    halls: (context, { params }) =>
      context.database.transaction((tx) => readHalls(tx, hostOf(context, params.id))),
    makeHall: async (context, { params }) => {
      const { token, ...hall } = await context.database.transaction((tx) =>
        makeHall(tx, hostOf(context, params.id)),
      )
      await publish(context, params.id)
      return { ...hall, url: `${context.config.publicUrl}${hallPath}#${token}` }
    },
    setHallPeople: async (context, { params: { id, hallId }, body: { people } }) => {
      const { hall, hasChanged } = await context.database.transaction((tx) =>
        savePeople(tx, hostOf(context, id), { hallId, people }),
      )
      if (hasChanged) await publish(context, id)
      return hall
    },
    revokeHall: async (context, { params: { id, hallId } }) => {
      const { hasChanged } = await context.database.transaction((tx) =>
        revokeHall(tx, hostOf(context, id), hallId),
      )
      if (hasChanged) await publish(context, id)
      return success
    },
    hall: async ({ database, headerToken, roomClock }) => {
      const isToken = headerToken !== null && isHallToken(headerToken)
      const link = isToken ? await findLink(database.query, hashHallToken(headerToken)) : null
      const stored = link && (await findStoredSitting(database.query, link.sittingId))
      if (!stored || !isLinkOpen(link.madeAtMs, stored.sitting, roomClock.now()))
        throw appError(hallErrors.hall_closed)
      const { people = 0 } = (await countHalls(database.query, link.sittingId)) ?? {}
      return hallView(stored, { present: presence.count(roomOfDay(stored.sitting.day)), people })
    },
  })
}

function hostOf({ caller, roomClock }: Context<'sitting.hold'>, sittingId: number): HallHost {
  return { hostId: caller.user.id, sittingId, nowMs: roomClock.now() }
}

function publish({ bus }: Pick<Context, 'bus'>, sittingId: number): Promise<void> {
  return bus.publish(hallEvents, { type: 'changed', sittingId })
}
