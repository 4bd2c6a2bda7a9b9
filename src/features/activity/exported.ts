// The entries about a member and by them, in their export.
import * as z from 'zod/mini'
import { actions, targetTypes } from './contract.ts'

/** Changed fields with their values. */
const changedFieldsSchema = z.nullable(z.record(z.string(), z.unknown()))

const timestampSchema = z.iso.datetime()

const action = z.union([z.enum(actions), z.string()])
const targetType = z.union([z.enum(targetTypes), z.string()])

export const exportedActivitySchema = z.object({
  /** Actions of moderators and administrators on the member. */
  aboutMe: z.array(
    z.object({
      action,
      targetType,
      before: changedFieldsSchema,
      after: changedFieldsSchema,
      createdAt: timestampSchema,
    }),
  ),
  /** The member's own actions as a moderator or administrator. */
  byMe: z.array(z.object({ action, targetType, createdAt: timestampSchema })),
})
