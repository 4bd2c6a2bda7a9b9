// Where tests look for a member's data of reminders.
import { noReminders } from '#test/data/no-reminders.ts'
import type { MemberDataFacts } from '#test/data/member-data.ts'
import { request } from '#test/request.ts'

export const remindersFacts: MemberDataFacts = {
  exported: {
    reminder_choices: { at: ['reminders.choices'], left: 'userId', why: 'the caller' },
    sitting_notifications: {
      at: ['reminders.sent'],
      left: 'sittingId userId number bell evening zone isSilent claimedAt retryAt retries retryDevices',
      why: 'the day names the sitting; the caller; how the next one is decided',
    },
  },
  notExported: {
    reminder_sittings: 'the community’s sittings, as they were announced',
    reminders_sent: 'of the release before, for its nodes during an upgrade',
  },
  erasedColumns: ['reminder_choices.userId', 'reminders_sent.userId', 'sitting_notifications.userId'],
  insertCanary: async (app, { canary, sittingId }) => {
    const body = { ...noReminders, dayBefore: 'mail', zone: 'Europe/Berlin' }
    await request(app, 'PUT /api/account/reminders', { as: canary, body })
    const now = new Date(app.clock.now())
    await app.database.query
      .insertInto('sitting_notifications')
      .values({
        sittingId,
        userId: canary.userId,
        channel: 'mail',
        number: 1,
        kind: 'day-before',
        bell: now,
        zone: 'Europe/Berlin',
        claimedAt: now,
        sentAt: now,
      })
      .execute()
    await app.database.query
      .insertInto('reminders_sent')
      .values({
        sittingId,
        userId: canary.userId,
        kind: 'day-before',
        version: 0,
        channel: 'mail',
        jobId: 0,
        run: 0,
        claimedAt: now,
        sentAt: now,
      })
      .execute()
  },
}
