// A member's levels in their export.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { moodTypes } from './contract.ts'

const timestampSchema = z.iso.datetime()

export const exportedEnergySchema = z.object({
  /** Whether the member is part of the room's energy; null before their first choice. */
  reflectionOptIn: z.nullable(z.boolean()),
  /** The care card: whether the member wants it, and when it was last shown. */
  care: z.object({ isOffered: z.boolean(), shownAt: z.nullable(timestampSchema) }),
  entries: z.array(
    z.object({
      id: z.int(),
      sessionDate: daySchema,
      moodType: z.enum(moodTypes),
      /** The stored value, 1 to 8; the app displays `center`. */
      emotionLevel: z.int(),
      center: z.string(),
      comment: z.nullable(z.string()),
      createdAt: timestampSchema,
      isSample: z.boolean(),
      /** The sitting during which it was made. */
      sittingId: z.nullable(z.int()),
      reflectionOptIn: z.boolean(),
    }),
  ),
})
