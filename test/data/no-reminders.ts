// The choices of a member who has chosen nothing, for tests of the server and of pages.
import type { ReminderChoices } from '#features/reminders/contract.ts'

export const noReminders: ReminderChoices = {
  tenMinutes: null,
  dayBefore: null,
  changes: [],
  weekdays: null,
  times: null,
  zone: null,
  news: false,
}
