// Where tests look for a member's data of reminders.
import { noReminders } from '#test/data/no-reminders.ts'
import type { MemberDataFacts } from '#test/data/member-data.ts'
import { request } from '#test/request.ts'

export const remindersFacts: MemberDataFacts = {
  exported: {
    reminder_choices: { at: ['reminders.choices'], left: 'userId', why: 'the caller' },
    reminders_sent: {
      at: ['reminders.sent'],
      left: 'sittingId userId version jobId run claimedAt',
      why: 'the day names the sitting; the caller; the run of a job',
    },
  },
  notExported: { reminder_sittings: 'the community’s sittings, as they were announced' },
  erasedColumns: ['reminder_choices.userId', 'reminders_sent.userId'],
  insertCanary: async (app, { canary, sittingId }) => {
    const body = { ...noReminders, dayBefore: 'mail', zone: 'Europe/Berlin' }
    await request(app, 'PUT /api/account/reminders', { as: canary, body })
    const now = new Date(app.clock.now())
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
