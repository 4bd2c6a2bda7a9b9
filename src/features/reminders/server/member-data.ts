// Member data of reminders.
import type { MemberData } from '#server/member-data.ts'
import { exportedRemindersSchema } from '../exported.ts'
import { eraseReminders, exportReminders } from './sql.ts'

export const remindersMemberData: MemberData = {
  exported: {
    name: 'reminders',
    schema: exportedRemindersSchema,
    read: (tx, { id }, rowsMax) => exportReminders(tx, id, rowsMax),
  },
  erase: eraseReminders,
}
