// Member data of the activity log; the account erases it last.
import type { MemberData } from '#server/member-data.ts'
import { exportedActivitySchema } from '../exported.ts'
import { exportActivityData } from './service.ts'

export const activityMemberData: MemberData = {
  exported: {
    name: 'activity',
    schema: exportedActivitySchema,
    read: (tx, { id }, rowsMax) => exportActivityData(tx, id, rowsMax),
  },
}
