// By hand, a second time: what the contract of calendar-feed declares, and where its members’ data is.
import { missingId } from '#test/gates/matrix/sample-requests.ts'
import { withSitting } from '#test/gates/matrix/with-sitting.ts'
import { members, type Proof } from '#test/gates/proof.ts'

export const proof: Proof = {
  calls: {
    'GET /api/account/calendar': { responses: members('200'), fields: 'createdAt' },
    'POST /api/account/calendar': {
      responses: members('200'),
      fields: 'url',
      limits: [{ per: 'caller', max: 10, within: 60 }],
    },
    'GET /api/calendar/:event': {
      responses: members('200'),
      fields: 'name text',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: withSitting(600, ({ sittingId }) => ({
        path: `/api/calendar/sitting-${sittingId}`,
      })),
    },
    'GET /api/calendar/:event of nothing': {
      responses: members('404 not_found'),
      request: () => ({ path: `/api/calendar/sitting-${missingId}` }),
    },
    'GET /api/sittings/week': {
      responses: members('200'),
      fields: `
        entries[].cancelNote entries[].cancelled entries[].day entries[].event entries[].host entries[].instructor
        entries[].isLive entries[].language entries[].minutes entries[].startedByHost entries[].startsAt entries[].title
        entries[].together today`,
    },
  },
  memberData: {
    fields: 'calendar.feedCreatedAt',
    exported: {
      calendar_tokens: { at: ['calendar'], left: 'userId tokenHash', why: 'the caller; a secret' },
    },
    renamed: { calendar_tokens: { createdAt: 'feedCreatedAt' } },
    notExported: { deleted_sittings: 'no member’s data', deleted_schedules: 'no member’s data' },
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
  },
}
