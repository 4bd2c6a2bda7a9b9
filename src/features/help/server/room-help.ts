// Room help: notifies the moderators in a room, and the member who asked, of changes.
import * as z from 'zod/mini'
import type { Bus } from '#server/bus/bus.ts'
import type { RoomAccess, RoomExtension, RoomFeature } from '#server/live/room-feature.ts'
import { busChannel, type BusChannel } from '#shared/bus-events.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import type { HelpServerMessage } from '../live-messages.ts'

/** Only the member's id goes over the bus; the texts stay in the database. */
const helpEventSchema = z.object({ userId: z.int() })

/** The channel of a day's requests. */
export function helpEvents(day: string): BusChannel<z.infer<typeof helpEventSchema>> {
  return busChannel(`help:${day}`, helpEventSchema)
}

/** For the live channel: clients send nothing here. The calls need the channel's presence, and are created after it. */
export function createHelpFeature(bus: Bus): RoomFeature {
  return { clientMessages: {}, handlers: {}, openRoom: (room) => createRoomHelp(bus, room) }
}

function createRoomHelp(bus: Bus, room: RoomAccess): RoomExtension {
  const toModerators = () => room.sendToModerators({ type: 'help-updated' } satisfies HelpServerMessage)
  const unsubscribe = bus.subscribe(helpEvents(dayOfRoom(room.key)), ({ userId }) => {
    toModerators()
    room.sendTo(userId, { type: 'own-help-updated' } satisfies HelpServerMessage)
  })
  return {
    onJoin: async () => () => [],
    // The pages read their requests again after a reconnect.
    onGap: toModerators,
    close: unsubscribe,
  }
}
