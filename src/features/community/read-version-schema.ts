// The version of the settings that a page has read, in the address of calls that carry no JSON.
import * as z from 'zod/mini'

/** Without a version a change is never stale. */
export const readVersionSchema = z.strictObject({
  version: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))),
})
