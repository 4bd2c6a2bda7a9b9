// Member data of moderation: reports, what a member was told, and what was decided about them.
import * as z from 'zod/mini'
import type { MemberData } from '#server/member-data.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { decisionActions } from '../cases-contract.ts'
import { moderationMessageKinds, reportReasons } from '../member-contract.ts'
import { eraseCasesOf } from './sql/cases.ts'
import { exportDecisions, exportReports, exportToldMessages } from './sql/member-data.ts'
import { deleteModerationMessagesOf } from './sql/moderation-messages.ts'
import { deleteMutesOf } from './sql/mutes.ts'
import { eraseNotesOf } from './sql/records.ts'

export const moderationMemberData: MemberData = {
  exported: {
    name: 'moderation',
    schema: z.object({
      /** What they reported. */
      reports: z.array(
        z.object({ reason: z.enum(reportReasons), note: z.string(), createdAt: timestampSchema }),
      ),
      /** What was decided about them; moderators' notes aren't among it. */
      decisions: z.array(
        z.object({
          action: z.enum(decisionActions),
          reason: z.nullable(z.string()),
          sentence: z.string(),
          minutes: z.nullable(z.int()),
          message: z.string(),
          decidedAt: timestampSchema,
          undoneAt: z.nullable(timestampSchema),
          mutedUntil: z.nullable(timestampSchema),
          muteLiftedAt: z.nullable(timestampSchema),
        }),
      ),
      /** What they were told, and when they read it. */
      messages: z.array(
        z.object({
          kind: z.enum(moderationMessageKinds),
          createdAt: timestampSchema,
          seenAt: z.nullable(timestampSchema),
        }),
      ),
    }),
    read: async (tx, { id }, rowsMax) => ({
      reports: await exportReports(tx, id, rowsMax),
      decisions: await exportDecisions(tx, id, rowsMax),
      messages: await exportToldMessages(tx, id, rowsMax),
    }),
  },
  erase: async (tx, userId) => {
    await deleteModerationMessagesOf(tx, userId)
    await deleteMutesOf(tx, userId)
    await eraseNotesOf(tx, userId)
    await eraseCasesOf(tx, userId)
  },
}
