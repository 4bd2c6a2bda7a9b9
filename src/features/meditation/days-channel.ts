// What the nodes tell each other about days on the bus.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day.ts'

/** The bus channel of these events. */
export const daysChannel = 'days'

export const dayEventSchema = z.discriminatedUnion('type', [
  /** Some day may have another meditation than before, a changed one, or none. */
  z.object({ type: z.literal('changed') }),
  /** A Chicago day has begun. */
  z.object({ type: z.literal('began'), day: daySchema }),
])
export type DayEvent = z.infer<typeof dayEventSchema>
