// By hand, a second time: where the data of members that reminders store is.
import type { Proof } from '#test/gates/proof.ts'

export const proof: Proof = {
  memberData: {
    fields: 'reminders.sent[].channel reminders.sent[].day reminders.sent[].kind reminders.sent[].sentAt',
    exported: {
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
    insertCanary: async (app, { canary, sittingId }) => {
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
  },
}
