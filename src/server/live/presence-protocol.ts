// Presence protocol: the messages about members that nodes publish to each other.
import * as z from 'zod/mini'
import { busChannel } from '#shared/bus-events.ts'
import { onlineUserSchema } from '#shared/live/channel-messages.ts'
import type { RoomKey } from '#shared/live/room-key.ts'

const roomKeySchema = z.pipe(
  z.string(),
  z.transform((key) => key as RoomKey),
)
const memberSchema = z.extend(onlineUserSchema, { isUnlisted: z.boolean(), joinedAtMs: z.number() })
const disconnectedMemberSchema = z.object({ id: z.int(), leftMs: z.number() })

/**
 * A snapshot lists all members on the node. Its parts, numbered from 0, follow each other without other messages
 * between.
 */
const snapshotSchema = z.object({
  type: z.literal('picture'),
  part: z.int(),
  isLast: z.boolean(),
  rooms: z.array(z.object({ room: roomKeySchema, members: z.array(memberSchema) })),
})
export type SnapshotPart = z.infer<typeof snapshotSchema>

const changeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('joined'), room: roomKeySchema, members: z.array(memberSchema) }),
  z.object({ type: z.literal('left'), room: roomKeySchema, userIds: z.array(z.int()) }),
  z.object({ type: z.literal('vanished'), room: roomKeySchema, members: z.array(disconnectedMemberSchema) }),
])
export type PresenceChange = z.infer<typeof changeSchema>

const presenceMessageSchema = z.union([
  /** `n` is the sender's sequence number; a gap means that messages were missed. */
  z.object({ n: z.int(), says: z.union([changeSchema, snapshotSchema]) }),
  /** Requests a snapshot from one node, or from all (null). */
  z.object({ ask: z.nullable(z.string()) }),
])
export type PresenceMessage = z.infer<typeof presenceMessageSchema>

export const presenceEvents = busChannel('presence', presenceMessageSchema)

/** Maximum number of members in a message. */
const chunkSize = 500

/** Splits a list into chunks that fit a message; an empty list gives none. */
export function chunksOf<Item>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = []
  for (let from = 0; from < items.length; from += chunkSize) chunks.push(items.slice(from, from + chunkSize))
  return chunks
}
