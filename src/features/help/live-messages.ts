// Live messages of help: its contract without the calls, which a page loads with the panel during a sitting.
import * as z from 'zod/mini'

/** Neither has content: each page reads the data that its member may see. */
export const helpServerMessages = {
  /** To moderators in the room, and who holds the sitting: their queue has changed (HELP-03, TEACH-04). */
  'help-updated': { scope: 'room', schema: z.object({ type: z.literal('help-updated') }) },
  /** To the member who asked: their request has changed (HELP-04). */
  'own-help-updated': { scope: 'room', schema: z.object({ type: z.literal('own-help-updated') }) },
} as const
export type HelpServerMessage = z.infer<
  (typeof helpServerMessages)[keyof typeof helpServerMessages]['schema']
>
