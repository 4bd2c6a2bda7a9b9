// The versions of the terms that a member accepted, in their export.
import * as z from 'zod/mini'

const timestampSchema = z.iso.datetime()

export const exportedTermsSchema = z.object({
  /** Newest first, each with its text. */
  accepted: z.array(z.object({ version: z.int(), acceptedAt: timestampSchema, text: z.string() })),
})
