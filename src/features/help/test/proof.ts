// By hand, a second time: what the contract of help declares, and where its members’ data is.
import type { TestApp } from '#test/app.ts'
import { type SampleRequest, missingId } from '#test/gates/matrix/sample-requests.ts'
import { withSitting } from '#test/gates/matrix/with-sitting.ts'
import { holders, members, type Proof } from '#test/gates/proof.ts'
import type { HelpKind } from '../contract.ts'

/** A garden angel who isn't one of the shared people, as other calls of the matrix change its roles. */
async function insertAngel({ database, clock }: TestApp): Promise<number> {
  const { id } = await database.query
    .insertInto('users')
    .values({
      name: 'Ann Other Angel',
      isGardenAngel: true,
      createdAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A member's request in today's sitting, which another moderator may have taken. */
const handling = (isTaken: boolean, kind: HelpKind = 'care'): SampleRequest =>
  withSitting(60, async ({ sittingId }, { app, other }) => {
    const { id } = await app.database.query
      .insertInto('help_requests')
      .values({
        sittingId,
        userId: other.userId,
        kind,
        isTechnicalOnly: kind === 'technical',
        createdAt: new Date(app.clock.now()),
        takenBy: isTaken ? await insertAngel(app) : null,
        takenAt: isTaken ? new Date(app.clock.now()) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { path: `/api/moderation/help/${id}`, body: { action: 'take' } }
  })

/** The fields of a member's own request. */
const ownRequestFields = `
  isHostHere isModeratorHere request.askedAt request.hasHelperLeft request.helper request.isClosed request.kind
  request.messages[].createdAt request.messages[].isReply request.messages[].text`

export const proof: Proof = {
  calls: {
    'POST /api/help': {
      responses: members('201'),
      fields: ownRequestFields,
      limits: [{ per: 'caller', max: 5, within: 10 }],
      isSilent: true,
      request: withSitting(60, () => ({ body: { kind: 'technical', text: 'No sound' } })),
    },
    'POST /api/help with a message to the garden angels': {
      responses: members('201'),
      request: withSitting(60, () => ({ body: { kind: 'message', text: 'About my words' } })),
    },
    'POST /api/help without a sitting': {
      responses: members('409 no_sitting'),
      request: withSitting(null, () => ({ body: { kind: 'care', text: '' } })),
    },
    'GET /api/help/mine': {
      responses: members('200'),
      fields: ownRequestFields,
      isSilent: true,
    },
    'GET /api/moderation/help': {
      responses: holders('200'),
      request: withSitting(60, () => ({})),
      fields: `
        [].createdAt [].details.browser [].details.connection [].details.playerError [].details.video
        [].details.videoStatus [].id [].kind [].mayBeTaken [].mayBeTakenAt [].member.id [].member.name
        [].member.profilePicture [].messages[].createdAt [].messages[].isReply [].messages[].text
        [].takenBy.hasLeft [].takenBy.id [].takenBy.name`,
      isSilent: true,
    },
    'PUT /api/moderation/help/:id': {
      responses: holders('404 not_found', { G: '200', X: '200' }),
      fields: 'success',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      isSilent: true,
      request: handling(false),
    },
    'PUT /api/moderation/help/:id of technical help': {
      responses: holders('200'),
      request: handling(false, 'technical'),
    },
    'PUT /api/moderation/help/:id that another moderator has': {
      responses: holders('404 not_found', { G: '409 taken', X: '200' }),
      request: handling(true),
    },
    'PUT /api/moderation/help/:id of technical help that another moderator has': {
      responses: holders('409 taken', { X: '200' }),
      request: handling(true, 'technical'),
    },
    'PUT /api/moderation/help/:id of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: () => ({
        path: `/api/moderation/help/${missingId}`,
        body: { action: 'take' },
      }),
    },
  },
  events: {
    'own-help-updated': 'type',
    'help-updated': 'type',
  },
  memberData: {
    fields: `
      help.requests[].closedAt help.requests[].createdAt help.requests[].day
      help.requests[].details.browser help.requests[].details.connection
      help.requests[].details.playerError help.requests[].details.video
      help.requests[].details.videoStatus help.requests[].kind help.requests[].messages[].createdAt
      help.requests[].messages[].isReply help.requests[].messages[].text`,
    exported: {
      help_requests: {
        at: ['help.requests'],
        left: 'id sittingId userId takenBy takenAt askedAt isTechnicalOnly',
        why: 'the day names it; the moderator’s data; its messages have the time of the last one',
      },
      help_messages: {
        at: ['help.requests.0.messages'],
        left: 'id requestId',
        why: 'it is in its request',
      },
    },
    retainedColumns: { 'help_requests.takenBy': 'the helper’s number, without a name' },
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
  },
}
