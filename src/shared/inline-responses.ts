// Responses of calls that the server puts into a page as a JSON data block.
import * as z from 'zod/mini'

/** The id of the block's script element. */
export const inlineResponsesId = 'responses'

export const inlineResponsesSchema = z.object({
  /** The server's time when the page was sent, in epoch milliseconds. */
  serverTimeMs: z.number(),
  /** Responses by path and query. */
  byPath: z.record(z.string(), z.unknown()),
  /** The request had no session, so the page needn't ask for one. */
  isSignedOut: z.boolean(),
})
export type InlineResponses = z.infer<typeof inlineResponsesSchema>
