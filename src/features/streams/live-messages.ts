// Live messages of streams.
import * as z from 'zod/mini'

/** `off`: nothing arrives. `on`: segments arrive. `ended`: for good, unless its teacher starts once more. */
const streamStates = ['off', 'on', 'ended'] as const
export type StreamState = (typeof streamStates)[number]

/** What members follow. The group's second is room clock − leadMs; a stamp of the stream plus offsetMs is the room clock. */
export const streamStateFields = {
  /** Grows with every change; a page applies only a higher one. */
  version: z.int(),
  state: z.enum(streamStates),
  leadMs: z.int(),
  /** 0 for a stream of this site: its playlists are stamped by the room clock. */
  offsetMs: z.int(),
}

/** A jump of the encoder's clock: stamps from the segment `seq` on are ahead by `byMs` more than those before. */
export const stampJumpSchema = z.object({ seq: z.int(), byMs: z.int() })
export type StampJump = z.infer<typeof stampJumpSchema>

export const streamServerMessages = {
  /** The state of a live sitting's stream; `off` until the first. Sent on a change, and to a client that joins. */
  'stream-changed': {
    scope: 'room',
    schema: z.object({
      type: z.literal('stream-changed'),
      sittingId: z.int(),
      ...streamStateFields,
      /** Of an outside playlist. */
      jump: z.optional(stampJumpSchema),
    }),
  },
} as const
export type StreamMessage = z.infer<(typeof streamServerMessages)['stream-changed']['schema']>
