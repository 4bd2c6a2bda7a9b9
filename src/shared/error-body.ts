// The error response body; separate from the catalogue, which few pages need.
import * as z from 'zod/mini'

/** One issue of an input and its field (`path`, such as 'name' or 'sessionSteps.2.title'). */
export const issueSchema = z.object({ path: z.string(), message: z.string() })
export type Issue = z.infer<typeof issueSchema>

/** The body of every error response. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.string(),
  reason: z.optional(z.string()),
  issues: z.optional(z.array(issueSchema)),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
