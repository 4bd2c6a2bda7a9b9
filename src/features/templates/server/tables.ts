// Member data of proposals: a teacher's own go with them. What was published is the community's, and stays.
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { memberTable } from '#server/member-table.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { templateContentSchema } from '../template-content.ts'

export const templateProposalsTable = memberTable('template_proposals', {
  owner: 'byId',
  clear: ['decidedBy'],
  export: {
    at: 'templates.proposals',
    row: z.object({
      // The link to a meeting is in no file.
      template: z.omit(templateContentSchema, { meetingUrl: true }),
      proposedAt: timestampSchema,
      templateId: z.nullable(z.int()),
      sentence: z.nullable(z.string()),
      decidedAt: z.nullable(timestampSchema),
      seenAt: z.nullable(timestampSchema),
    }),
    from: { template: sql`template - 'meetingUrl'` },
    order: { newest: 'id' },
  },
})
