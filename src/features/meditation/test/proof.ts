// By hand, a second time: what the contract of meditation declares, and where its members’ data is.
import type { TestApp } from '#test/app.ts'
import {
  type SampleRequest,
  getWithUserId,
  missingId,
  otherUserId,
  withTraits,
} from '#test/gates/matrix/sample-requests.ts'
import { everyone, members, type Proof } from '#test/gates/proof.ts'
import type { TestUser } from '#test/people/people.ts'

async function insertVisit({ database, calendar, clock }: TestApp, user: TestUser | null): Promise<number> {
  if (!user || user.userId === 0) return missingId
  const now = new Date(clock.now())
  const { id: templateId } = await database.query
    .selectFrom('meditation_templates')
    .select('id')
    .executeTakeFirstOrThrow()
  const { id } = await database.query
    .insertInto('meditation_sessions')
    .values({
      userId: user.userId,
      sessionDate: calendar.today(),
      startTime: now,
      endTime: now,
      templateId,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** On today's visit of the caller, or of the other member. */
const onVisit = (of: 'aimed' | 'other', body?: object): SampleRequest =>
  withTraits({ insertsOncePerMember: true }, async (input) => ({
    path: `/api/session/${await insertVisit(input.app, input[of])}`,
    body,
  }))

const more = { additionalDuration: 5 }

export const proof: Proof = {
  calls: {
    'GET /api/meditation/preview': {
      responses: everyone('200'),
      fields: `
        nextDay satYesterday startsAt today.duration today.language today.title tomorrow.language
        tomorrow.title`,
      limits: [{ per: 'address', max: 60, within: 1 }],
    },
    'GET /api/meditation/today': {
      responses: members('200'),
      fields: `
        audioUrl blocks[].kind blocks[].minutes blocks[].strokes captionsLanguage captionsUrl date dayShift
        description difficulty duration host.id host.name instructor isStreamed kind meetingUrl stream.bellBy stream.inSharing stream.soundUrl stream.url others[].host.id
        others[].host.name others[].blocks[].kind others[].blocks[].minutes
        others[].blocks[].strokes others[].isStreamed others[].kind
        instructorTitle language next.date next.dayShift next.language next.scheduledTime next.startsAt
        next.timeZone next.title others[].audioUrl others[].captionsLanguage others[].captionsUrl
        others[].date others[].dayShift others[].description others[].difficulty others[].duration
        others[].instructor others[].instructorTitle others[].language others[].next.date
        others[].next.dayShift others[].next.language others[].next.scheduledTime others[].next.startsAt
        others[].next.timeZone others[].next.title others[].scheduleId others[].scheduledTime
        others[].sessionSteps[].description others[].sessionSteps[].number others[].sessionSteps[].title
        others[].stepsLanguage others[].thumbnailUrl others[].timeZone others[].title others[].together
        others[].videoUrl scheduleId scheduledTime sessionSteps[].description sessionSteps[].number
        sessionSteps[].title sitting.cancelNote sitting.cancelled sitting.day sitting.doorsAt sitting.endsAt
        sitting.gatherAt sitting.id sitting.keepsTempo sitting.mediaSeconds sitting.scheduleId
        sitting.sharingAt sitting.startsAt sitting.version sitting.videoAt sittings[].cancelNote
        sittings[].cancelled sittings[].day sittings[].doorsAt sittings[].duration sittings[].endsAt
        sittings[].gatherAt sittings[].id sittings[].keepsTempo sittings[].language sittings[].mediaSeconds
        sittings[].scheduleId sittings[].sharingAt sittings[].startsAt sittings[].title sittings[].version
        sittings[].videoAt stepsLanguage thumbnailUrl timeZone title together videoUrl`,
    },
    'POST /api/session/start': {
      responses: members('201', { O: '400 invalid' }),
      fields: 'completed createdAt duration endTime id isReturn sessionDate startTime templateId userId',
      limits: [{ per: 'caller', max: 20, within: 1 }],
      request: (input) => ({
        body: { sessionDate: input.app.calendar.today(), ...otherUserId(input) },
      }),
    },
    'GET /api/session/completed-count': {
      responses: members('200', { O: '400 invalid' }),
      fields: 'count',
      request: getWithUserId('/api/session/completed-count'),
    },
    'PUT /api/session/:id': {
      responses: members('200', { O: '404 not_found' }),
      fields: 'completed createdAt duration endTime id sessionDate startTime templateId userId',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: onVisit('aimed', more),
    },
    'PUT /api/session/:id of somebody else': {
      responses: members('404 not_found'),
      request: onVisit('other', more),
    },
    'POST /api/session/:id': {
      responses: members('204', { O: '404 not_found' }),
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: onVisit('aimed', more),
    },
    'POST /api/session/:id of somebody else': {
      responses: members('404 not_found'),
      request: onVisit('other', more),
    },
    'GET /api/session/:id': {
      responses: members('200', { O: '404 not_found' }),
      fields: 'completed createdAt duration endTime id sessionDate startTime templateId userId',
      request: onVisit('aimed'),
    },
    'GET /api/session/:id of somebody else': {
      responses: members('404 not_found'),
      request: onVisit('other'),
    },
  },
  addresses: { 'DELETE /api/meditation/today': '405 method_not_allowed' },
  memberData: {
    exported: {
      meditation_sessions: {
        at: ['meditation.sessions'],
        left: 'userId templateId isOpen createdAt visibleAt',
        why: 'the title names it; internal, and of the last report alone',
      },
    },
    notExported: { meditation_clocks: 'the time until which a visit was credited: the visits have the same' },
  },
}
