// Member data of news.
import type { MemberData } from '#server/member-data.ts'
import { exportedNewsSchema } from '../exported.ts'
import { eraseNewsOf, exportReadNews } from './sql.ts'

export const newsMemberData: MemberData = {
  exported: {
    name: 'news',
    schema: exportedNewsSchema,
    read: async (tx, { id }, rowsMax) => ({ read: await exportReadNews(tx, id, rowsMax) }),
  },
  erase: eraseNewsOf,
}
