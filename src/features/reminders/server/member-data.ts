// Member data of reminders.
import type { MemberData } from '#server/member-data.ts'
import { exportedRemindersSchema } from '../exported.ts'
import { eraseReminderChoices, exportReminderChoices } from './sql/choices.ts'
import { eraseNotifications, exportNotifications } from './sql/notifications.ts'

export const remindersMemberData: MemberData = {
  exported: {
    name: 'reminders',
    schema: exportedRemindersSchema,
    read: async (tx, { id }, rowsMax) => ({
      choices: await exportReminderChoices(tx, id),
      sent: await exportNotifications(tx, id, rowsMax),
    }),
  },
  erase: async (tx, userId) => {
    await eraseReminderChoices(tx, userId)
    await eraseNotifications(tx, userId)
  },
}
