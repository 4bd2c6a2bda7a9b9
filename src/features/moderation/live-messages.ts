// Live messages of moderation: without content, since each page reads what its member may see.
import * as z from 'zod/mini'

export const moderationServerMessages = {
  /** To everyone who may moderate, in a room or not: the cases have changed. At most one a second. */
  'cases-updated': { scope: 'connection', schema: z.object({ type: z.literal('cases-updated') }) },
  /** To one member: what moderators told them has changed, or until when they are muted. */
  'moderation-messages-updated': {
    scope: 'connection',
    schema: z.object({ type: z.literal('moderation-messages-updated') }),
  },
} as const
export type ModerationServerMessage = z.infer<
  (typeof moderationServerMessages)[keyof typeof moderationServerMessages]['schema']
>
