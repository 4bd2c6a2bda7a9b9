// Member data of calendars: when the member's feed got its address.
import type { MemberData } from '#server/member-data.ts'
import { exportedCalendarSchema } from '../exported.ts'
import { deleteCalendarTokenOf, findCalendarTokenTime } from './sql.ts'

export const calendarMemberData: MemberData = {
  exported: {
    name: 'calendar',
    schema: exportedCalendarSchema,
    read: async (tx, { id }) => ({ feedCreatedAt: await findCalendarTokenTime(tx, id) }),
  },
  erase: deleteCalendarTokenOf,
}
