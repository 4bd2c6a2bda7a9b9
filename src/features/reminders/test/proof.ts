// By hand, a second time: what the contract of reminders declares, and where its members’ data is.
import { noReminders } from '#test/data/no-reminders.ts'
import { request } from '#test/request.ts'
import { members, type Proof } from '#test/gates/proof.ts'

export const proof: Proof = {
  calls: {
    'GET /api/account/reminders': {
      responses: members('200'),
      fields: 'changes[] dayBefore news tenMinutes times[].time times[].zone weekdays[] zone',
    },
    'PUT /api/account/reminders': {
      responses: members('200'),
      fields: 'changes[] dayBefore news tenMinutes times[].time times[].zone weekdays[] zone',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: () => ({
        body: { ...noReminders, tenMinutes: 'push', weekdays: [0], times: ['06:30'], zone: 'Europe/Berlin' },
      }),
    },
    'GET /api/account/reminders/starts': {
      responses: members('200'),
      fields: '[].startsAt[] [].time [].zone',
    },
  },
  memberData: {
    fields: `
      reminders.choices.changes[] reminders.choices.changesChosenAt reminders.choices.chosenAt
      reminders.choices.dayBefore reminders.choices.dayBeforeChosenAt reminders.choices.news
      reminders.choices.tenMinutes reminders.choices.tenMinutesChosenAt reminders.choices.times[].time
      reminders.choices.times[].zone reminders.choices.weekdays[] reminders.choices.zone
      reminders.sent[].channel reminders.sent[].day reminders.sent[].kind reminders.sent[].sentAt`,
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
  },
}
