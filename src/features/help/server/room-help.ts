// Room help: notifies the moderators in a room, who holds the sitting, and the member who asked, of changes.
import * as z from 'zod/mini'
import { findHolder } from '#features/sittings/server/service.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { RoomAccess, RoomExtension, RoomFeature } from '#server/live/room-feature.ts'
import { busChannel, type BusChannel } from '#shared/bus-events.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import type { HelpServerMessage } from '../live-messages.ts'

/** Only the member's id goes over the bus; the texts stay in the database. */
const helpEventSchema = z.object({
  userId: z.int(),
  /** Who holds the sitting sees the request, or saw it until now; older nodes leave it out. */
  isOfHost: z._default(z.boolean(), false),
})

/** The channel of a day's requests. */
export function helpEvents(day: string): BusChannel<z.infer<typeof helpEventSchema>> {
  return busChannel(`help:${day}`, helpEventSchema)
}

interface RoomHelpDeps {
  platform: Pick<Platform, 'bus' | 'database' | 'log'>
  /** The sitting from its doors to the end of its sharing; null without one. */
  sittingUnderWay(): Promise<{ id: number; day: string } | null>
}

/** For the live channel: clients send nothing here. The calls need the channel's presence, and are created after it. */
export function createHelpFeature(deps: RoomHelpDeps): RoomFeature {
  return { clientMessages: {}, handlers: {}, openRoom: (room) => createRoomHelp(deps, room) }
}

const updated: HelpServerMessage = { type: 'help-updated' }

function createRoomHelp({ platform, sittingUnderWay }: RoomHelpDeps, room: RoomAccess): RoomExtension {
  const { bus, database, log } = platform
  const day = dayOfRoom(room.key)
  const sendToHost = async () => {
    const sitting = await sittingUnderWay()
    const hostId = sitting?.day === day ? await findHolder(database.query, sitting.id) : null
    if (hostId !== null) room.sendTo(hostId, updated)
  }
  // Their page polls its queue as well.
  const toHost = () =>
    sendToHost().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error, day }, 'The host of a sitting was not read.')
    })
  const unsubscribe = bus.subscribe(helpEvents(day), ({ userId, isOfHost }) => {
    room.sendToModerators(updated)
    if (isOfHost) void toHost()
    room.sendTo(userId, { type: 'own-help-updated' } satisfies HelpServerMessage)
  })
  return {
    onJoin: async () => () => [],
    // The pages read their requests again after a reconnect.
    onGap: () => {
      room.sendToModerators(updated)
      void toHost()
    },
    close: unsubscribe,
  }
}
