// Bus events: what a community's nodes publish to each other, by channel. Features add channels of their own.
import * as z from 'zod/mini'
import { daySchema } from './day-schema.ts'

/** A channel of the message bus, and the schema of its events. */
export interface BusChannel<Event> {
  readonly name: string
  readonly schema: z.core.$ZodType<Event>
}

export function busChannel<Event>(name: string, schema: z.core.$ZodType<Event>): BusChannel<Event> {
  return { name, schema }
}

const sessionEventSchema = z.discriminatedUnion('type', [
  /** Sessions that were signed out together. */
  z.object({ type: z.literal('ended'), sessionIds: z.array(z.int()) }),
  z.object({ type: z.literal('banned'), userId: z.int(), reason: z.string() }),
  /** The account was deleted. */
  z.object({ type: z.literal('erased'), userId: z.int() }),
  /** Any other visible change: name, picture, address, roles, or a lifted ban. */
  z.object({ type: z.literal('changed'), uid: z.string() }),
])
export type SessionEvent = z.infer<typeof sessionEventSchema>

/** The events that cross features. */
export const busEvents = {
  /** Ended sessions, bans, erasures, and account changes. */
  sessions: busChannel('sessions', sessionEventSchema),
  /** A member's new name, picture, or choice to be unlisted. */
  people: busChannel(
    'people',
    z.object({
      id: z.int(),
      name: z.string(),
      profilePicture: z.nullable(z.string()),
      /** Only if it changed: a change of the name must not undo a concurrent choice. */
      isUnlisted: z.optional(z.boolean()),
    }),
  ),
  days: busChannel(
    'days',
    z.discriminatedUnion('type', [
      /** Some day's meditation may have changed, or been added or removed. */
      z.object({ type: z.literal('changed') }),
      /** A day has begun. */
      z.object({ type: z.literal('began'), day: daySchema }),
    ]),
  ),
  /** The community's settings or its zone may have changed. */
  community: busChannel('community', z.object({ type: z.literal('changed') })),
  addressBans: busChannel('address-bans', z.object({ type: z.literal('changed') })),
  /** It is unknown whether a write of a chat message or a like was committed. */
  rooms: busChannel('rooms', z.object({ type: z.literal('in-doubt') })),
}
