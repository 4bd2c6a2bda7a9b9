// Notification routes: the member's choices.
import { assertNotBanned } from '#features/members/server/service.ts'
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { addDays } from '#shared/day.ts'
import { notificationsCalls } from '../contract.ts'
import { plannedDays, plannedStarts } from '../rules.ts'
import { findNotificationChoices, saveNotificationChoices } from './sql/choices.ts'

export const notificationsRoutes = defineRoutes(notificationsCalls, {
  reminders: ({ caller, database }) => findNotificationChoices(database.query, caller.user.id),
  chooseReminders: ({ caller, clock, database }, { body: part }) => {
    const userId = caller.user.id
    return database.transaction(async (tx) => {
      await assertNotBanned(tx, userId)
      return saveNotificationChoices(tx, userId, { part, now: new Date(clock.now()) })
    })
  },
  plannedStarts: async ({ calendar, database, roomClock }) => {
    const today = calendar.today()
    const range = { from: today, to: addDays(today, plannedDays - 1) }
    const sittings = await storedSittingsBetween(database.query, range)
    const planned = sittings.flatMap((sitting) => sitting.planned ?? [])
    return plannedStarts(calendar.days(), planned, roomClock.now())
  },
})
