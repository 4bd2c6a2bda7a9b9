// Contract of the rooms: how a day's room is joined, the message when the day or its meditation changes, and the calls
// for presence.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint } from '#shared/endpoint.ts'
import { onlineUserSchema } from '#shared/live/channel-messages.ts'
import type { ClientMessageSpec, MessageOf, ServerMessageSpecs } from '#shared/live/message-specs.ts'

/** The messages by which a client joins a room. */
export const joinMessages = {
  /** Joins the room of a day and leaves the previous one. `userId` must be the caller’s own id. */
  'join-session': {
    needs: 'meditation.join',
    schema: z.strictObject({
      type: z.literal('join-session'),
      userId: z.int(),
      // Accepts any short text: a wrong date gets the error `bad_date`, not `invalid` (LIVE-21).
      sessionDate: z.string().check(z.maxLength(32)),
    }),
  },
} as const satisfies Record<string, ClientMessageSpec>

export type JoinMessage = MessageOf<typeof joinMessages>

export const roomsServerMessages = {
  /** A new day has started; with `meditationChanged`, today’s meditation has changed. */
  'session-changed': {
    scope: 'connection',
    schema: z.object({
      type: z.literal('session-changed'),
      /** The new day, or today when its meditation has changed. */
      sessionDate: daySchema,
      /** Whether yesterday's room is closed. If false, its members may stay (LIVE-17, LIVE-18). */
      roomClosed: z.boolean(),
      /** Today's meditation may have changed or been removed; the day itself has not (LIVE-31). */
      meditationChanged: z.optional(z.boolean()),
    }),
  },
} as const satisfies ServerMessageSpecs

export type SessionChanged = MessageOf<typeof roomsServerMessages>

const countSchema = z.object({ count: z.int() })
const presenceLimits = [{ per: 'caller', perMinute: 60, burst: 60 }] as const

export const roomCalls = {
  onlineCountOf: endpoint({
    method: 'GET',
    path: '/api/meditation/online-count/:date',
    needs: 'profile.prepare',
    params: z.object({ date: daySchema }),
    response: countSchema,
    limits: presenceLimits,
  }),
  onlineCount: endpoint({
    method: 'GET',
    path: '/api/meditation/online-count',
    needs: 'profile.prepare',
    query: z.strictObject({ date: z.optional(daySchema) }),
    response: countSchema,
    limits: presenceLimits,
  }),
  onlineUsers: endpoint({
    method: 'GET',
    path: '/api/meditation/online-users/:date',
    needs: 'meditation.join',
    params: z.object({ date: daySchema }),
    query: z.strictObject({
      page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
      limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
    }),
    response: z.array(onlineUserSchema),
    limits: presenceLimits,
  }),
}
