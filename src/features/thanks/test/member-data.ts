// Where tests look for a member's data of thanks.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const thanksFacts: MemberDataFacts = {
  exported: {
    sitting_thanks: {
      at: ['thanks.sittings'],
      left: 'sittingId userId',
      why: 'the day names it; the caller',
    },
  },
  erasedColumns: ['sitting_thanks.userId'],
  insertCanary: async ({ database, clock }, { canary, sittingId }) => {
    await database.query
      .insertInto('sitting_thanks')
      .values({ sittingId, userId: canary.userId, sentAt: new Date(clock.now()) })
      .execute()
  },
}
