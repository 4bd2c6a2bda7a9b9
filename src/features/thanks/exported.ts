// The sittings in whose sharing a member thanked the room, in their export.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'

const timestampSchema = z.iso.datetime()

export const exportedThanksSchema = z.object({
  sittings: z.array(z.object({ day: daySchema, sentAt: timestampSchema })),
})
