// Member data of reminders: what a member was sent.
import type { MemberData } from '#server/member-data.ts'
import { exportedRemindersSchema } from '../exported.ts'
import { eraseNotifications, exportNotifications } from './sql/sitting-notifications.ts'

export const remindersMemberData: MemberData = {
  exported: {
    name: 'reminders',
    schema: exportedRemindersSchema,
    read: async (tx, { id }, rowsMax) => ({ sent: await exportNotifications(tx, id, rowsMax) }),
  },
  erase: eraseNotifications,
}
