// By hand, a second time: what the contract of mailings declares, and where its members’ data is.
import { administrators, type Proof } from '#test/gates/proof.ts'

export const proof: Proof = {
  calls: {
    'GET /api/admin/waiting-mails': { responses: administrators('200'), fields: 'oldest perSecond waiting' },
  },
  memberData: {
    notExported: {
      daily_mails: 'the days of mails that the member has; deleted after days',
    },
    insertCanary: async ({ database, calendar }, { canary: { userId } }) => {
      await database.query.insertInto('daily_mails').values({ userId, day: calendar.today() }).execute()
    },
  },
}
