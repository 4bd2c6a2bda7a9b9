// Presence protocol before the words of `presenceEventSchema`, for nodes that read the old words alone.
// Version 1.0 writes these and reads both; 1.1 writes the new ones and reads both; 1.2 deletes this file.
import * as z from 'zod/mini'
import { busChannel } from '#shared/bus-events.ts'
import {
  disconnectedSchema,
  joinedSchema,
  leftSchema,
  presenceEventSchema,
  snapshotSchema,
  type PresenceEvent,
} from './presence-protocol.ts'

const presenceEventV1Schema = z.union([
  z.object({
    n: z.int(),
    says: z.discriminatedUnion('type', [
      joinedSchema,
      leftSchema,
      z.extend(disconnectedSchema, { type: z.literal('vanished') }),
      z.extend(snapshotSchema, { type: z.literal('picture') }),
    ]),
  }),
  z.object({ ask: z.nullable(z.string()) }),
])
type PresenceEventV1 = z.infer<typeof presenceEventV1Schema>

/** The channel to publish to: nodes that read the old words alone run beside this one during an upgrade. */
export const presenceEventsV1 = busChannel('presence', presenceEventV1Schema)

/** The channel to subscribe to. */
export const presenceEvents = busChannel(
  presenceEventsV1.name,
  z.union([z.pipe(presenceEventV1Schema, z.transform(fromPresenceV1)), presenceEventSchema]),
)

function fromPresenceV1(event: PresenceEventV1): PresenceEvent {
  if ('ask' in event) return { request: event.ask }
  const { n: sequence, says } = event
  switch (says.type) {
    case 'picture':
      return { sequence, message: { ...says, type: 'snapshot' } }
    case 'vanished':
      return { sequence, message: { ...says, type: 'disconnected' } }
    default:
      return { sequence, message: says }
  }
}

export function toPresenceV1(event: PresenceEvent): PresenceEventV1 {
  if ('request' in event) return { ask: event.request }
  const { sequence: n, message } = event
  switch (message.type) {
    case 'snapshot':
      return { n, says: { ...message, type: 'picture' } }
    case 'disconnected':
      return { n, says: { ...message, type: 'vanished' } }
    default:
      return { n, says: message }
  }
}
