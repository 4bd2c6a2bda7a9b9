// Routes for presence: counts and members, served from memory.
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { liveCalls } from '../contract.ts'
import type { LiveChannel, LiveOptions } from './live-channel.ts'

const pageSize = 50

export function createLiveRoutes(
  channel: Pick<LiveChannel, 'onlineCount' | 'onlineUsers'> & Pick<LiveOptions, 'roomDay'>,
): Routes {
  return defineRoutes(liveCalls, {
    onlineCountOf: (_, { params }) => ({ count: channel.onlineCount(params.date) }),
    onlineCount: async (_, { query }) => ({
      count: channel.onlineCount(query.date ?? (await channel.roomDay())),
    }),
    onlineUsers: (_, { params, query }) =>
      channel.onlineUsers(params.date, query.page ?? 1, query.limit ?? pageSize),
  })
}
