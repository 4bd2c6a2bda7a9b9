// By hand, a second time: what the contract of practice declares, and where its members’ data is.
import type { TestApp } from '#test/app.ts'
import { getWithUserId, missingId, otherUserId } from '#test/gates/matrix/sample-requests.ts'
import { members, type Proof } from '#test/gates/proof.ts'
import type { TestUser } from '#test/people/people.ts'

const summaryFields = `
  ambiguousDate bad[].reason bad[].rows[] entries firstDay label lastDay minutes rows settings[] sits
  skipped[].reason skipped[].rows[] source`

const batchFields = [
  'createdAt',
  'entries',
  'firstDay',
  'id',
  'label',
  'lastDay',
  'minutes',
  'sits',
  'source',
]

/** A sit, a row of another activity, and one without a date. */
const text = (serial: number) =>
  [
    'Started At,Duration,Preset,Activity',
    `11/20/2026 06:30:${serial % 60},0:20:0,,Meditation`,
    '11/20/2026 08:30:00,0:20:0,,Yoga',
    'yesterday,0:20:0,,Meditation',
  ].join('\n')

async function savePracticeBatch({ database, clock }: TestApp, { userId }: TestUser): Promise<number> {
  const { id } = await database.query
    .insertInto('practice_batches')
    .values({ userId, source: 'own', createdAt: new Date(clock.now()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const proof: Proof = {
  calls: {
    'GET /api/practice': {
      responses: members('200', { O: '400 invalid' }),
      fields: `
        days[].day days[].label days[].seconds days[].source
        entries[].comment entries[].createdAt entries[].emotionLevel entries[].id entries[].isSample
        entries[].moodType entries[].notes entries[].reflectionOptIn entries[].sessionDate
        entries[].sittingId entries[].userId`,
      isSilent: true,
      request: getWithUserId('/api/practice'),
    },
    'PUT /api/practice': {
      responses: members('200', { O: '400 invalid' }),
      fields: 'inRhythm',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      isSilent: true,
      request: (input) => ({ body: { inRhythm: true, ...otherUserId(input) } }),
    },
    'POST /api/account/import/preview': {
      responses: members('200', { O: '400 invalid' }),
      fields: summaryFields,
      limits: [{ per: 'caller', max: 10, within: 1 }],
      request: (input) => ({ body: { text: text(input.serial), ...otherUserId(input) } }),
    },
    'POST /api/account/import/preview of an unknown file': {
      responses: members('400 invalid'),
      request: () => ({ body: { text: 'Name,Age' } }),
    },
    'POST /api/account/import': {
      responses: members('200', { O: '400 invalid' }),
      fields: `${summaryFields} id`,
      limits: [{ per: 'caller', max: 30, within: 60 }],
      request: (input) => ({
        body: { text: text(input.serial), withSettings: false, ...otherUserId(input) },
      }),
    },
    'GET /api/account/imports': {
      responses: members('200', { O: '400 invalid' }),
      fields: `${batchFields.map((field) => `batches[].${field}`).join(' ')} choices.inRhythm`,
      request: getWithUserId('/api/account/imports'),
    },
    'DELETE /api/account/import/:batch': {
      responses: members('200', { O: '404 not_found' }),
      fields: 'success',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: async ({ app, aimed }) => ({
        path: `/api/account/import/${aimed && aimed.userId > 0 ? await savePracticeBatch(app, aimed) : missingId}`,
      }),
    },
    'DELETE /api/account/import/:batch of none': {
      responses: members('404 not_found'),
      request: () => ({ path: `/api/account/import/${missingId}` }),
    },
    'POST /api/account/own-sits': {
      responses: members('201', { O: '400 invalid' }),
      fields: batchFields.join(' '),
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: (input) => ({
        body: { date: '2026-11-21', minutes: (input.serial % 240) + 1, ...otherUserId(input) },
      }),
    },
    'POST /api/account/own-sits of a future day': {
      responses: members('400 invalid'),
      request: () => ({ body: { date: '2026-11-30', minutes: 20 } }),
    },
  },
  memberData: {
    fields: `
      practice.batches[].createdAt practice.batches[].id practice.batches[].label practice.batches[].source
      practice.choices.inRhythm
      practice.entries[].batchId practice.entries[].comment practice.entries[].createdAt practice.entries[].day
      practice.entries[].emotionLevel practice.entries[].id practice.entries[].moodType
      practice.sits[].batchId practice.sits[].comment practice.sits[].day practice.sits[].id
      practice.sits[].seconds practice.sits[].startedAt practice.sits[].title`,
    exported: {
      practice_batches: { at: ['practice.batches'], left: 'userId', why: 'the caller' },
      practice_sits: { at: ['practice.sits'], left: 'userId', why: 'the caller' },
      practice_entries: { at: ['practice.entries'], left: 'userId', why: 'the caller' },
      practice_choices: { at: ['practice.choices'], left: 'userId', why: 'the caller' },
    },
    insertCanary: async (app, { canary }) => {
      const { userId } = canary
      const batch = { batchId: await savePracticeBatch(app, canary), userId, day: '2026-11-20' }
      const { query } = app.database
      await query
        .insertInto('practice_sits')
        .values({ ...batch, seconds: 600, title: 'canary title', comment: 'canary comment' })
        .execute()
      await query
        .insertInto('practice_entries')
        .values({
          ...batch,
          moodType: 'pre',
          emotionLevel: 3,
          comment: 'canary entry',
          createdAt: new Date(app.clock.now()),
        })
        .execute()
      await query.insertInto('practice_choices').values({ userId, inRhythm: true }).execute()
    },
  },
}
