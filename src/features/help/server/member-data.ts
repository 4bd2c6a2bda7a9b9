// Member data of the requests for help.
import type { MemberData } from '#server/member-data.ts'
import { exportedHelpSchema } from '../exported.ts'
import { deleteRequestsOf, exportRequests } from './sql.ts'

export const helpMemberData: MemberData = {
  exported: {
    name: 'help',
    schema: exportedHelpSchema,
    read: async (tx, { id }, rowsMax) => ({ requests: await exportRequests(tx, id, rowsMax) }),
  },
  erase: deleteRequestsOf,
}
