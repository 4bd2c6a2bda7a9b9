// Member data of the terms.
import type { MemberData } from '#server/member-data.ts'
import { exportedTermsSchema } from '../exported.ts'
import { deleteAcceptancesOf, exportAcceptances } from './sql.ts'

export const termsMemberData: MemberData = {
  exported: {
    name: 'terms',
    schema: exportedTermsSchema,
    read: async (tx, { id }, rowsMax) => ({ accepted: await exportAcceptances(tx, id, rowsMax) }),
  },
  erase: deleteAcceptancesOf,
}
