// What goes over the wire when the server says no; apart from the catalogue, which few pages need.
import * as z from 'zod/mini'

/** One fault of an input, beside the field it belongs to (`path` such as 'name' or 'sessionSteps.2.title'). */
export const issueSchema = z.object({ path: z.string(), message: z.string() })
export type Issue = z.infer<typeof issueSchema>

/** The body of every answer that is not OK. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.string(),
  reason: z.optional(z.string()),
  issues: z.optional(z.array(issueSchema)),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
