// By hand, a second time: what the contract of notifications declares, and where its members’ data is.
import { members, type Proof } from '#test/gates/proof.ts'
import { request } from '#test/request.ts'
import { noNotificationChoices } from '../rules.ts'

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
        body: {
          ...noNotificationChoices,
          tenMinutes: 'push',
          weekdays: [0],
          times: ['06:30'],
          zone: 'Europe/Berlin',
        },
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
      reminders.choices.times[].zone reminders.choices.weekdays[] reminders.choices.zone`,
    exported: {
      reminder_choices: { at: ['reminders.choices'], left: 'userId', why: 'the caller' },
    },
    notExported: { unsubscribe_tokens: 'secrets of the member’s mails' },
    insertCanary: async (app, { canary }) => {
      const body = { ...noNotificationChoices, dayBefore: 'mail', zone: 'Europe/Berlin' }
      await request(app, 'PUT /api/account/reminders', { as: canary, body })
      const { userId } = canary
      const createdAt = new Date(app.clock.now())
      await app.database.query
        .insertInto('unsubscribe_tokens')
        .values({ tokenHash: Buffer.from(`canary ${userId}`), userId, kind: 'reminders', createdAt })
        .execute()
    },
  },
}
