// The entries about a member and by them, in their export.
import * as z from 'zod/mini'

/** Changed fields with their values. */
const changedFieldsSchema = z.nullable(z.record(z.string(), z.unknown()))

const timestampSchema = z.iso.datetime()

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
