// Where tests look for a member's data of the terms.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const legalFacts: MemberDataFacts = {
  exported: {
    terms_acceptances: { at: ['terms.accepted'], left: 'userId', why: 'the caller' },
  },
  notExported: {
    legal_texts: 'no member’s data',
    terms_versions: 'no member’s data; the accepted texts are under terms.accepted',
  },
  erasedColumns: ['terms_acceptances.userId'],
  insertCanary: async ({ database, clock }, { canary }) => {
    await database.query
      .insertInto('terms_acceptances')
      .values({ userId: canary.userId, version: 1, acceptedAt: new Date(clock.now()) })
      .execute()
  },
}
