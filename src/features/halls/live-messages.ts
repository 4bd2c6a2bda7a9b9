// Live messages of halls.
import * as z from 'zod/mini'

export const hallServerMessages = {
  /**
   * The halls of a sitting and the people in them, as its host says (HALL-03). Sent on a change, and to a client that joins
   * if the sitting has had a hall.
   */
  'halls-changed': {
    scope: 'room',
    schema: z.object({
      type: z.literal('halls-changed'),
      sittingId: z.int(),
      halls: z.int(),
      people: z.int(),
    }),
  },
} as const
export type HallMessage = z.infer<(typeof hallServerMessages)['halls-changed']['schema']>
