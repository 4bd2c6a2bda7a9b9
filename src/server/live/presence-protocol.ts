// Presence protocol: the messages about members that nodes publish to each other.
import * as z from 'zod/mini'
import { onlineUserSchema } from '#shared/live/channel-messages.ts'
import type { RoomKey } from '#shared/live/room-key.ts'

const roomKeySchema = z.pipe(
  z.string(),
  z.transform((key) => key as RoomKey),
)
const memberSchema = z.extend(onlineUserSchema, { isUnlisted: z.boolean(), joinedAtMs: z.number() })
const disconnectedMemberSchema = z.object({ id: z.int(), leftMs: z.number() })

export const joinedSchema = z.object({
  type: z.literal('joined'),
  room: roomKeySchema,
  members: z.array(memberSchema),
})
export const leftSchema = z.object({
  type: z.literal('left'),
  room: roomKeySchema,
  userIds: z.array(z.int()),
})
export const disconnectedSchema = z.object({
  type: z.literal('disconnected'),
  room: roomKeySchema,
  members: z.array(disconnectedMemberSchema),
})
export type PresenceChange = z.infer<typeof joinedSchema | typeof leftSchema | typeof disconnectedSchema>

/**
 * A snapshot lists all members on the node. Its parts, numbered from 0, follow each other without other messages
 * between.
 */
export const snapshotSchema = z.object({
  type: z.literal('snapshot'),
  part: z.int(),
  isLast: z.boolean(),
  rooms: z.array(z.object({ room: roomKeySchema, members: z.array(memberSchema) })),
})
export type SnapshotPart = z.infer<typeof snapshotSchema>

export const presenceEventSchema = z.union([
  /** `sequence` numbers the sender's messages; a gap means that messages were missed. */
  z.object({
    sequence: z.int(),
    message: z.discriminatedUnion('type', [joinedSchema, leftSchema, disconnectedSchema, snapshotSchema]),
  }),
  /** Requests a snapshot from one node, or from all (null). */
  z.object({ request: z.nullable(z.string()) }),
])
export type PresenceEvent = z.infer<typeof presenceEventSchema>

/** Maximum number of members in a message. */
const chunkSize = 500

/** Splits a list into chunks that fit a message; an empty list gives none. */
export function chunksOf<Item>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = []
  for (let from = 0; from < items.length; from += chunkSize) chunks.push(items.slice(from, from + chunkSize))
  return chunks
}
