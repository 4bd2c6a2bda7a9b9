// Member data of the thanks.
import type { MemberData } from '#server/member-data.ts'
import { exportedThanksSchema } from '../exported.ts'
import { deleteThanksOf, exportThanks } from './sql.ts'

export const thanksMemberData: MemberData = {
  exported: {
    name: 'thanks',
    schema: exportedThanksSchema,
    read: async (tx, { id }, rowsMax) => ({ sittings: await exportThanks(tx, id, rowsMax) }),
  },
  erase: deleteThanksOf,
}
