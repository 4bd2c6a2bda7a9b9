// Room events: what the chat publishes to all nodes about a room.
import * as z from 'zod/mini'
import { busChannel, type BusChannel } from '#shared/bus-events.ts'
import { chatMessageSchema, chatServerMessages } from '../../contract.ts'

/**
 * The message's like count changed; each node reads it again. `own` goes to the member who liked or unliked. It is
 * absent when likes are deleted with their member's account.
 */
const likesChangedSchema = z.object({
  type: z.literal('likes-changed'),
  messageId: z.int(),
  own: z.optional(z.object({ userId: z.int(), liked: z.boolean(), version: z.int() })),
})

/** A held message, for the sockets of its author. */
const messageHeldSchema = z.object({ type: z.literal('message-held'), message: chatMessageSchema })

/** Changed likes, a held message, or a message to the room's clients. */
const roomEventSchema = z.discriminatedUnion('type', [
  chatServerMessages['new-message'].schema,
  chatServerMessages['message-deleted'].schema,
  likesChangedSchema,
  messageHeldSchema,
])
export type RoomEvent = z.infer<typeof roomEventSchema>

/** The channel of a day's room. */
export function roomEvents(day: string): BusChannel<RoomEvent> {
  return busChannel(`room:${day}`, roomEventSchema)
}

/** The slow mode of all rooms has changed. */
export const slowModeEvents = busChannel('slow-mode', z.object({ type: z.literal('changed') }))
