// Member data of hosts: the sittings that a member holds or held.
import * as z from 'zod/mini'
import type { MemberData } from '#server/member-data.ts'
import { daySchema } from '#shared/day-schema.ts'
import { clearFormerHost, exportHeld } from './sql.ts'

export const hostsMemberData: MemberData = {
  exported: {
    name: 'hosting',
    schema: z.object({ sittings: z.array(z.object({ date: daySchema, title: z.string() })) }),
    read: async (tx, { id }, rowsMax) => ({ sittings: await exportHeld(tx, id, rowsMax) }),
  },
  erase: clearFormerHost,
}
