// Where tests look for a member's data of calendars.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const calendarFacts: MemberDataFacts = {
  exported: {
    calendar_tokens: { at: ['calendar'], left: 'userId tokenHash', why: 'the caller; a secret' },
  },
  renamed: { calendar_tokens: { createdAt: 'feedCreatedAt' } },
  notExported: { deleted_sittings: 'no member’s data', deleted_schedules: 'no member’s data' },
  erasedColumns: ['calendar_tokens.userId'],
  insertCanary: async ({ database, clock }, { canary }) => {
    await database.query
      .insertInto('calendar_tokens')
      .values({
        userId: canary.userId,
        tokenHash: Buffer.from(`canary-${canary.userId}`),
        createdAt: new Date(clock.now()),
      })
      .execute()
  },
}
