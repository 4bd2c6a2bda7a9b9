// Routes for presence: counts and members, served from memory.
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import type { LiveChannel } from '#server/live/live-channel.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { roomCalls } from '../contract.ts'

export interface RoomRoutesDeps extends Pick<LiveChannel, 'presence'> {
  /** The day whose room is that of the moment. */
  roomDay(): Promise<string>
}

const pageSize = 50

export function createRoomRoutes({ presence, roomDay }: RoomRoutesDeps): Routes {
  return defineRoutes(roomCalls, {
    onlineCountOf: (_, { params }) => ({ count: presence.count(roomOfDay(params.date)) }),
    onlineCount: async (_, { query }) => ({
      count: presence.count(roomOfDay(query.date ?? (await roomDay()))),
    }),
    onlineUsers: (_, { params, query }) => {
      const { page = 1, limit = pageSize } = query
      return presence.newest(roomOfDay(params.date), (page - 1) * limit, limit)
    },
  })
}
