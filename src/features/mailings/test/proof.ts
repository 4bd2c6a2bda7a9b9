// By hand, a second time: what the contract of mailings declares, and where its members’ data is.
import { administrators, type Proof } from '#test/gates/proof.ts'

export const proof: Proof = {
  calls: {
    'GET /api/admin/waiting-mails': { responses: administrators('200'), fields: 'oldest perSecond waiting' },
  },
  memberData: {
    notExported: {
      unsubscribe_tokens: 'secrets of the member’s mails',
      daily_mails: 'the days of mails that the member has; deleted after days',
    },
    insertCanary: async ({ database, clock, calendar }, { canary }) => {
      const createdAt = new Date(clock.now())
      const { userId } = canary
      await database.query
        .insertInto('unsubscribe_tokens')
        .values({ tokenHash: Buffer.from(`canary ${userId}`), userId, kind: 'reminders', createdAt })
        .execute()
      await database.query.insertInto('daily_mails').values({ userId, day: calendar.today() }).execute()
    },
  },
}
