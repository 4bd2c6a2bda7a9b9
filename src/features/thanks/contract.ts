// Thanks contract: in the sharing, one press thanks the room. Everyone sees the number, but no names.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { idInPathSchema } from '#shared/id.ts'
import {
  clientMessageIdSchema,
  type MessageOf,
  type RoomMessageSpecs,
  type ServerMessageSpecs,
} from '#shared/live/message-specs.ts'

export const thanksClientMessages = {
  /** Thanks the room of the sitting in its sharing; only the first one counts (THANK-01). */
  thank: {
    needs: 'meditation.join',
    limits: {
      perUser: { perMinute: 12, burst: 6 },
      doubledFor: 'chat.moderate',
      floodPauseMs: 10_000,
      // Everyone in a room of 10,000 may thank at the same moment.
      perRoom: { perMinute: 60_000, burst: 20_000, reserved: 0 },
    },
    schema: z.strictObject({
      type: z.literal('thank'),
      /** An error repeats it. */
      clientMessageId: z.optional(clientMessageIdSchema),
    }),
  },
} as const satisfies RoomMessageSpecs

export type ThanksClientMessage = MessageOf<typeof thanksClientMessages>

export const thanksServerMessages = {
  /** How many have thanked in a sitting; at most once a second (THANK-02). */
  'thanks-updated': {
    scope: 'room',
    schema: z.object({ type: z.literal('thanks-updated'), sittingId: z.int(), count: z.int() }),
  },
} as const satisfies ServerMessageSpecs
export type ThanksServerMessage = MessageOf<typeof thanksServerMessages>

const thanksSchema = z.object({
  /** Members who have thanked, the caller among them. */
  count: z.int(),
  /** Whether the caller has. */
  hasThanked: z.boolean(),
})
export type Thanks = z.infer<typeof thanksSchema>

export const thanksCalls = {
  /** The thanks of a sitting, for a page that opens in its sharing. */
  thanks: endpoint({
    method: 'GET',
    path: '/api/sittings/:id/thanks',
    needs: 'meditation.join',
    params: z.object({ id: idInPathSchema }),
    response: thanksSchema,
    errors: ['not_found'],
  }),
}
