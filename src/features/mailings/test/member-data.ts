// Where tests look for a member's data of mailings.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const mailingsFacts: MemberDataFacts = {
  notExported: {
    unsubscribe_tokens: 'secrets of the member’s mails',
    daily_mails: 'the days of mails that the member has; deleted after days',
  },
  erasedColumns: ['unsubscribe_tokens.userId', 'daily_mails.userId'],
  insertCanary: async ({ database, clock, calendar }, { canary }) => {
    const createdAt = new Date(clock.now())
    const { userId } = canary
    await database.query
      .insertInto('unsubscribe_tokens')
      .values({ tokenHash: Buffer.from(`canary ${userId}`), userId, kind: 'reminders', createdAt })
      .execute()
    await database.query.insertInto('daily_mails').values({ userId, day: calendar.today() }).execute()
  },
}
