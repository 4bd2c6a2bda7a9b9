// Day events: the messages about days between nodes, on the bus.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day.ts'

export const daysChannel = 'days'

export const dayEventSchema = z.discriminatedUnion('type', [
  /** Some day's meditation may have changed, or been added or removed. */
  z.object({ type: z.literal('changed') }),
  /** A Chicago day has begun. */
  z.object({ type: z.literal('began'), day: daySchema }),
])
export type DayEvent = z.infer<typeof dayEventSchema>
