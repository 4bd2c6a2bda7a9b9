// Where tests look for a member's data of help.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const helpFacts: MemberDataFacts = {
  exported: {
    help_requests: {
      at: ['help.requests'],
      left: 'id sittingId userId takenBy takenAt askedAt',
      why: 'the day names it; the moderator’s data; its messages have the time of the last one',
    },
    help_messages: {
      at: ['help.requests.0.messages'],
      left: 'id requestId',
      why: 'it is in its request',
    },
  },
  retainedColumns: {
    'help_requests.takenBy': 'the helper’s number, without a name',
  },
  erasedColumns: ['help_requests.userId'],
  insertCanary: async ({ database, clock }, { canary, sittingId }) => {
    const createdAt = new Date(clock.now())
    const { id } = await database.query
      .insertInto('help_requests')
      .values({
        userId: canary.userId,
        sittingId,
        kind: 'technical',
        details: JSON.stringify({
          browser: 'canary',
          video: 'file',
          playerError: null,
          videoStatus: null,
          connection: 'connected',
        }),
        createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.query
      .insertInto('help_messages')
      .values({ requestId: id, isReply: false, text: 'canary: no sound', createdAt })
      .execute()
  },
}
