// By hand, a second time: what the contract of proposals declares, and where its members’ data is.
import type { SampleRequestInput, SampleRequest } from '#test/gates/matrix/sample-requests.ts'
import { missingId } from '#test/gates/matrix/sample-requests.ts'
import { administrators, holders, moderators, type MemberDataProof, type Proof } from '#test/gates/proof.ts'
import { contentFields, fieldsUnder } from './template-fields.ts'

const own = '/api/templates/drafts'
const answers = '/api/admin/templates/drafts'
const template = {
  title: 'With Hana',
  description: 'An evening together.',
  kind: 'silence',
  blocks: [{ kind: 'sit', minutes: 25 }],
  instructor: 'Hana',
  instructorTitle: 'Teacher',
}
const stored = {
  ...template,
  duration: 25,
  difficulty: 'Beginner',
  videoUrl: '',
  thumbnailUrl: null,
  captionsUrl: null,
  audioUrl: null,
  sessionSteps: [],
  translations: {},
  mediaSeconds: 1_500,
  keepsTempo: true,
  megabytes: null,
  liveSource: null,
  bellBy: null,
  pictureInSharing: false,
  meetingUrl: null,
}
const changes = [{ per: 'caller', max: 60, within: 1 }] as const
const sentence = 'We have a similar one.'

/** Of the caller; in column N of the other member, and of that one where the caller has no row. */
const proposalOf =
  (path: (id: number) => string, body?: object, answer?: object): SampleRequest =>
  async ({ app, caller, holder, other }: SampleRequestInput) => {
    const byId = (holder ?? caller)?.userId || other.userId
    const proposedAt = new Date(app.clock.now())
    const { id } = await app.database.query
      .insertInto('template_proposals')
      .values({ byId, template: JSON.stringify(stored), proposedAt, ...answer })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { path: path(id), ...(body && { body }) }
  }
const declined = { sentence, decidedAt: new Date(0) }
const ofNothing =
  (path: string, body?: object): SampleRequest =>
  () => ({ path, ...(body && { body }) })

const publish = (id: number) => `${answers}/${id}/publish`
const decline = (id: number) => `${answers}/${id}/decline`
const change = { template, version: 1 }
const noSuch = { N: '404 not_found' }

export const proposalCalls: Proof['calls'] = {
  'GET /api/templates/drafts': {
    responses: moderators('200', { H: '200', N: '200' }),
    fields: `proposals[].id proposals[].proposedAt proposals[].version proposals[].state proposals[].sentence
      proposals[].decidedAt proposals[].isSeen ${fieldsUnder('proposals[].template.', contentFields)}`,
  },
  'POST /api/templates/drafts': {
    responses: moderators('201', { H: '201', N: '201' }),
    fields: 'id',
    limits: [
      { per: 'caller', counts: 'carried-out', max: 20, within: 1_440 },
      { per: 'caller', counts: 'refused', max: 30, within: 1 },
    ],
    request: () => ({ body: { template } }),
  },
  'POST /api/templates/drafts without a title': {
    responses: moderators('400 invalid', { H: '400 invalid' }),
    request: () => ({ body: { template: { ...template, title: '' } } }),
  },
  'PUT /api/templates/drafts/:id': {
    responses: holders('200', noSuch),
    fields: 'success',
    limits: changes,
    request: proposalOf((id) => `${own}/${id}`, change),
  },
  'PUT /api/templates/drafts/:id that is answered': {
    responses: holders('409 proposal_decided', noSuch),
    request: proposalOf((id) => `${own}/${id}`, change, declined),
  },
  'PUT /api/templates/drafts/:id of nothing': {
    responses: holders('404 not_found', noSuch),
    request: ofNothing(`${own}/${missingId}`, change),
  },
  'DELETE /api/templates/drafts/:id': {
    responses: holders('200', noSuch),
    fields: 'success',
    limits: changes,
    request: proposalOf((id) => `${own}/${id}`),
  },
  'DELETE /api/templates/drafts/:id of nothing': {
    responses: holders('404 not_found', noSuch),
    request: ofNothing(`${own}/${missingId}`),
  },
  'PUT /api/templates/drafts/:id/seen': {
    responses: holders('200', noSuch),
    fields: 'success',
    limits: changes,
    request: proposalOf((id) => `${own}/${id}/seen`, { isSeen: true }, declined),
  },
  'PUT /api/templates/drafts/:id/seen while it waits': {
    responses: holders('404 not_found', noSuch),
    request: proposalOf((id) => `${own}/${id}/seen`, { isSeen: true }),
  },
  'GET /api/admin/templates/drafts': {
    responses: administrators('200', { H: '403 forbidden' }),
    fields: `proposals[].id proposals[].proposedAt proposals[].version proposals[].teacher.id
      proposals[].teacher.mayHold proposals[].teacher.name ${fieldsUnder('proposals[].template.', contentFields)}`,
  },
  'POST /api/admin/templates/drafts/:id/publish': {
    responses: administrators('201', { H: '403 forbidden' }),
    fields: 'id',
    limits: changes,
    request: proposalOf(publish, { version: 1 }),
  },
  'POST /api/admin/templates/drafts/:id/publish with other fields': {
    responses: administrators('201'),
    request: proposalOf(publish, change),
  },
  'POST /api/admin/templates/drafts/:id/publish of a stale version': {
    responses: administrators('409 changed_meanwhile'),
    request: proposalOf(publish, { version: 7 }),
  },
  'POST /api/admin/templates/drafts/:id/publish that is answered': {
    responses: administrators('409 proposal_decided'),
    request: proposalOf(publish, { version: 1 }, declined),
  },
  'POST /api/admin/templates/drafts/:id/publish of nothing': {
    responses: administrators('404 not_found'),
    request: ofNothing(publish(missingId), { version: 1 }),
  },
  'POST /api/admin/templates/drafts/:id/decline': {
    responses: administrators('200', { H: '403 forbidden' }),
    fields: 'success',
    limits: changes,
    request: proposalOf(decline, { version: 1, sentence }),
  },
  'POST /api/admin/templates/drafts/:id/decline without a sentence': {
    responses: administrators('400 invalid'),
    request: proposalOf(decline, { version: 1, sentence: '' }),
  },
  'POST /api/admin/templates/drafts/:id/decline of nothing': {
    responses: administrators('404 not_found'),
    request: ofNothing(decline(missingId), { version: 1, sentence }),
  },
}

export const proposalMemberData: MemberDataProof = {
  fields: `
    templates.proposals[].decidedAt templates.proposals[].proposedAt templates.proposals[].seenAt
    templates.proposals[].sentence templates.proposals[].templateId
    ${fieldsUnder('templates.proposals[].template.', contentFields.replace('meetingUrl', ''))}`,
  exported: {
    template_proposals: {
      at: ['templates.proposals'],
      left: 'id byId version decidedBy',
      why: 'numbers without a meaning for them; the administrator’s data. The link to a meeting is in no file',
    },
  },
  insertCanary: async ({ database, clock }, { canary }) => {
    const now = new Date(clock.now())
    const texts = { title: 'canary: with me', description: 'canary: an evening', instructor: 'canary: Ana' }
    await database.query
      .insertInto('template_proposals')
      .values({
        byId: canary.userId,
        template: JSON.stringify({ ...stored, ...texts }),
        proposedAt: now,
        sentence: 'canary: not now',
        decidedBy: canary.userId,
        decidedAt: now,
        seenAt: now,
      })
      .execute()
  },
}
