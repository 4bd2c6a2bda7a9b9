// Member data of thanks: the sittings in whose sharing a member thanked the room.
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { memberTable } from '#server/member-table.ts'
import { daySchema } from '#shared/day-schema.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

export const thanksTable = memberTable('sitting_thanks', {
  owner: 'userId',
  export: {
    at: 'thanks.sittings',
    row: z.object({ day: daySchema, sentAt: timestampSchema }),
    from: { day: sql`(select "roomDay" from sittings where id = "sittingId")` },
    order: { newest: 'sentAt' },
  },
})
