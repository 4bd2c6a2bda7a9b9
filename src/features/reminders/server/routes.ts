// Reminder routes: the member's choices.
import { assertNotBanned } from '#features/members/server/service.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { remindersCalls } from '../contract.ts'
import { findReminderChoices, saveReminderChoices } from './sql/choices.ts'

export const remindersRoutes = defineRoutes(remindersCalls, {
  reminders: ({ caller, database }) => findReminderChoices(database.query, caller.user.id),
  chooseReminders: async ({ caller, clock, database }, { body: choices }) => {
    const userId = caller.user.id
    await database.transaction(async (tx) => {
      await assertNotBanned(tx, userId)
      await saveReminderChoices(tx, userId, { choices, now: new Date(clock.now()) })
    })
    return choices
  },
})
