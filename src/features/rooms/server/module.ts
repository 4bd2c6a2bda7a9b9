// The rooms feature for the server: each day has a room on the live channel, and calls tell who is in it.
import type { FeatureModule } from '#server/feature-module.ts'
import { createLiveChannel, type LiveChannel, type LiveOptions } from '#server/live/live-channel.ts'
import { registerGauge } from '#server/metrics/registry.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { createDayRooms, type DayRoomsOptions } from './day-rooms.ts'
import { createRollover, type RolloverOptions } from './rollover.ts'
import { createRoomRoutes, type RoomRoutesDeps } from './routes.ts'

export interface RoomsModule extends FeatureModule {
  readonly channel: LiveChannel
  close(): Promise<void>
}

export type RoomsModuleOptions = Omit<LiveOptions, 'policy'> &
  Omit<DayRoomsOptions, 'rollover'> &
  Pick<RolloverOptions, 'windowOf' | 'dailyMeditationOf'> &
  Pick<RoomRoutesDeps, 'roomDay'>

export function createRoomsModule(options: RoomsModuleOptions): RoomsModule {
  const { platform } = options
  const channel: LiveChannel = createLiveChannel({
    ...options,
    policy: createDayRooms({
      ...options,
      rollover: {
        openUntilMs: (day) => rollover.openUntilMs(day),
        joined: (day, send) => rollover.joined(day, send),
      },
    }),
  })
  const rollover = createRollover({ ...options, members: channel })
  return {
    channel,
    routes: [createRoomRoutes({ presence: channel.presence, roomDay: options.roomDay })],
    registerMetrics: (registry) => {
      channel.registerMetrics(registry)
      registerGauge(registry, {
        name: 'stillwater_members_today',
        help: 'Members in today’s room on all nodes.',
        read: () => channel.presence.count(roomOfDay(platform.calendar.today())),
      })
    },
    close: async () => {
      await channel.close()
      rollover.close()
    },
  }
}
