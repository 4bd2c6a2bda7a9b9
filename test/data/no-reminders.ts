// The choices of a member who has chosen nothing, for tests of the server and of pages.
import type { NotificationChoices } from '#features/notifications/contract.ts'

export const noReminders: NotificationChoices = {
  tenMinutes: null,
  dayBefore: null,
  changes: [],
  weekdays: null,
  times: null,
  zone: null,
  news: false,
}
