// The entries about a member and by them, in their export.
import * as z from 'zod/mini'
import { timestampSchema } from '#shared/timestamp-schema.ts'

/** Changed fields with their values. */
const changedFieldsSchema = z.nullable(z.record(z.string(), z.unknown()))

export const exportedActivitySchema = z.object({
  /** Actions of moderators and administrators on the member. */
  aboutMe: z.array(
    z.object({
      action: z.string(),
      targetType: z.string(),
      before: changedFieldsSchema,
      after: changedFieldsSchema,
      createdAt: timestampSchema,
    }),
  ),
  /** The member's own actions as a moderator or administrator. */
  byMe: z.array(z.object({ action: z.string(), targetType: z.string(), createdAt: timestampSchema })),
})
