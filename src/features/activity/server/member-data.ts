// Member data of the activity log; the account erases it last.
import type { MemberData } from '#server/member-data.ts'
import { exportedActivitySchema } from '../exported.ts'
import { exportActivitiesAbout, exportActivitiesBy } from './sql.ts'

export const activityMemberData: MemberData = {
  exported: {
    name: 'activity',
    schema: exportedActivitySchema,
    read: async (tx, { id }, rowsMax) => ({
      aboutMe: await exportActivitiesAbout(tx, id, rowsMax),
      byMe: await exportActivitiesBy(tx, id, rowsMax),
    }),
  },
}
