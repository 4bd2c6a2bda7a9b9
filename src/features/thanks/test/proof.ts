// By hand, a second time: what the contract of thanks declares, and where its members’ data is.
import { missingId, sending } from '#test/gates/matrix/sample-requests.ts'
import { withSitting } from '#test/gates/matrix/with-sitting.ts'
import { members, membersReceive, type Proof } from '#test/gates/proof.ts'

export const proof: Proof = {
  calls: {
    'GET /api/sittings/:id/thanks': {
      responses: members('200'),
      fields: 'count hasThanked',
      request: withSitting(-300, ({ sittingId }) => ({
        path: `/api/sittings/${sittingId}/thanks`,
      })),
    },
    'GET /api/sittings/:id/thanks of nothing': {
      responses: members('404 not_found'),
      request: () => ({ path: `/api/sittings/${missingId}/thanks` }),
    },
  },
  messages: {
    thank: { ...membersReceive('nothing'), send: sending({ type: 'thank' }) },
    'thank before a join': {
      ...membersReceive('not_joined'),
      send: ({ client }) => client.send({ type: 'thank' }),
    },
    'thank that names a member': {
      ...membersReceive('invalid'),
      send: sending({ type: 'thank', userId: 1 }),
    },
  },
  events: {
    'thanks-updated': 'count sittingId type',
  },
  memberData: {
    fields: 'thanks.sittings[].day thanks.sittings[].sentAt',
    exported: {
      sitting_thanks: {
        at: ['thanks.sittings'],
        left: 'sittingId userId',
        why: 'the day names it; the caller',
      },
    },
    insertCanary: async ({ database, clock }, { canary, sittingId }) => {
      await database.query
        .insertInto('sitting_thanks')
        .values({ sittingId, userId: canary.userId, sentAt: new Date(clock.now()) })
        .execute()
    },
  },
}
