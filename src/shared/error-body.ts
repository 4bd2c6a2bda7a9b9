// The error response body; separate from the errors, which few pages need.
import * as z from 'zod/mini'

/** One issue of an input and its field (`path`, such as 'name' or 'sessionSteps.2.title'). */
export const issueSchema = z.object({ path: z.string(), message: z.string() })
export type Issue = z.infer<typeof issueSchema>

/** What a schema objects to, as the server names it. */
export function issuesOfSchema(schema: z.core.$ZodType, value: unknown): readonly Issue[] {
  const { error } = z.safeParse(schema, value)
  return error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []
}

/** The body of every error response, as far as pages read it. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.string(),
  /** Of a ban or a mute, in the reader's language. */
  reason: z.optional(z.string()),
  /** With `banned`: when the ban ends by itself, in epoch milliseconds. */
  untilMs: z.optional(z.int()),
  issues: z.optional(z.array(issueSchema)),
  /** With `changed_meanwhile`, of calls that declare it: the record as it is now, as its GET returns it. */
  current: z.optional(z.unknown()),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

/** The body as the server sends it. */
export const errorResponseSchema = z.extend(errorBodySchema, {
  /** The facts in the message, by name, such as the taken dates. */
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))),
})
export type ErrorResponse = z.infer<typeof errorResponseSchema>
