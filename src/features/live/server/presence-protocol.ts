// Presence protocol: the messages about members between nodes, on the bus channel `presence`.
import * as z from 'zod/mini'
import { busChannel } from '#shared/bus-events.ts'
import { daySchema } from '#shared/day.ts'
import { onlineUserSchema } from '../contract.ts'

const memberSchema = z.extend(onlineUserSchema, { joinedAtMs: z.number() })
const disconnectedMemberSchema = z.object({ id: z.int(), leftMs: z.number() })

/**
 * A snapshot lists all members on the node. Its parts, numbered from 0, follow each other without other messages
 * between.
 */
const snapshotSchema = z.object({
  type: z.literal('picture'),
  part: z.int(),
  isLast: z.boolean(),
  rooms: z.array(z.object({ day: daySchema, members: z.array(memberSchema) })),
})
export type SnapshotPart = z.infer<typeof snapshotSchema>

const changeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('joined'), day: daySchema, members: z.array(memberSchema) }),
  z.object({ type: z.literal('left'), day: daySchema, userIds: z.array(z.int()) }),
  z.object({ type: z.literal('vanished'), day: daySchema, members: z.array(disconnectedMemberSchema) }),
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
