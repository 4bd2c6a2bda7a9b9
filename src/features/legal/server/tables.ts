// Member data of the terms: the versions that a member accepted, newest first, each with its text.
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { memberTable } from '#server/member-table.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

export const termsAcceptancesTable = memberTable('terms_acceptances', {
  owner: 'userId',
  export: {
    at: 'terms.accepted',
    row: z.object({ version: z.int(), acceptedAt: timestampSchema, text: z.string() }),
    from: {
      text: sql`(select text from terms_versions as accepted where accepted.version = terms_acceptances.version)`,
    },
    order: { newest: 'version' },
  },
})
