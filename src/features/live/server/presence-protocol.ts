// What a node says of its members to the others, on the bus channel `presence`.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day.ts'
import { onlineUserSchema } from '../contract.ts'

export const presenceChannel = 'presence'

const memberSchema = z.extend(onlineUserSchema, { joinedAtMs: z.number() })
const disconnectedMemberSchema = z.object({ id: z.int(), leftMs: z.number() })

/** A picture is everybody whom the node holds; its parts, from 0 on, follow each other without anything between. */
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

export const presenceMessageSchema = z.union([
  /** `n` is the sender's running number: one that is left out says that something was missed. */
  z.object({ n: z.int(), says: z.union([changeSchema, snapshotSchema]) }),
  /** A picture is wanted of a node, or of everybody. */
  z.object({ ask: z.nullable(z.string()) }),
])
export type PresenceMessage = z.infer<typeof presenceMessageSchema>

/** How many members a message names. */
const chunkSize = 500

/** A list in pieces that a message can hold; none for an empty one. */
export function chunksOf<Item>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = []
  for (let from = 0; from < items.length; from += chunkSize) chunks.push(items.slice(from, from + chunkSize))
  return chunks
}
