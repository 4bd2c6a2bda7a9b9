// The handlers of the calls that tell who is here, from memory.
import { chicagoDay } from '#shared/day.ts'
import { routes, type Routes } from '#server/http.ts'
import { liveCalls } from '../contract.ts'
import type { LiveChannel } from './socket.ts'

const pageSize = 50

/** Joins the calls with the channel that knows the answers. */
export function createLiveRoutes(channel: Pick<LiveChannel, 'onlineCount' | 'onlineUsers'>): Routes {
  return routes(liveCalls, {
    onlineCountOf: async (_, { params }) => ({ count: channel.onlineCount(params.date) }),
    onlineCount: async ({ clock }, { query }) => ({
      count: channel.onlineCount(query.date ?? chicagoDay(clock.now())),
    }),
    onlineUsers: async (_, { params, query }) =>
      channel.onlineUsers(params.date, query.page ?? 1, query.limit ?? pageSize),
  })
}
