// By hand, a second time: what the contract of templates declares, and where its members’ data is.
import { addDays } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import { testDays } from '#test/community-days.ts'
import { type SampleRequest, missingId } from '#test/gates/matrix/sample-requests.ts'
import { administrators, moderators, type Proof } from '#test/gates/proof.ts'
import { proposalCalls, proposalMemberData } from './proposal-calls.ts'
import { contentFields, fieldsUnder } from './template-fields.ts'

const basePath = '/api/admin/templates'

const fields = {
  title: 'Seven lamps',
  description: 'A slow walk through the seven centers.',
  duration: 12,
  difficulty: 'Intermediate',
  videoUrl: '/media/still-water.mp4',
  instructor: 'Lena Oduya',
  instructorTitle: 'Meditation Teacher',
  sessionSteps: [{ number: 1, title: 'Ground', description: 'The floor beneath you.' }],
}

async function makeTemplate({ database, clock }: TestApp): Promise<number> {
  const createdAt = new Date(clock.now())
  const { id } = await database.query
    .insertInto('meditation_templates')
    .values({ ...fields, difficulty: 'Intermediate', sessionSteps: '[]', createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const onTemplate =
  (rest = '', body?: object): SampleRequest =>
  async ({ app }) => ({ path: `${basePath}/${await makeTemplate(app)}${rest}`, body })

/** The fields of a template. */
const templateFields = `${contentFields} createdAt id version`

export const proof: Proof = {
  calls: {
    'GET /api/admin/templates': {
      responses: moderators('200'),
      fields: fieldsUnder('[].', templateFields),
    },
    'POST /api/admin/templates': {
      responses: administrators('201'),
      fields: templateFields,
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: () => ({ body: fields }),
    },
    'POST /api/admin/templates with an address that may not be played': {
      responses: administrators('400 invalid'),
      request: () => ({
        body: { ...fields, videoUrl: 'javascript:alert(1)' },
      }),
    },
    'PUT /api/admin/templates/:id': {
      responses: administrators('200'),
      fields: templateFields,
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: onTemplate('', { ...fields, version: 1 }),
    },
    'PUT /api/admin/templates/:id with a stale version': {
      responses: administrators('409 changed_meanwhile'),
      request: onTemplate('', {
        ...fields,
        title: 'Eight lamps',
        version: 7,
      }),
    },
    'PUT /api/admin/templates/:id of nothing': {
      responses: administrators('404 not_found'),
      request: () => ({ path: `${basePath}/${missingId}`, body: fields }),
    },
    'DELETE /api/admin/templates/:id': {
      responses: administrators('200'),
      fields: 'success',
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: onTemplate(),
    },
    'DELETE /api/admin/templates/:id that a coming day has': {
      responses: administrators('409 template_in_use'),
      request: async ({ app, serial }) => {
        const templateId = await makeTemplate(app)
        const now = app.clock.now()
        await app.database.query
          .insertInto('schedules')
          .values({ date: addDays(testDays.dayOf(now), serial), templateId, createdAt: new Date(now) })
          .execute()
        return { path: `${basePath}/${templateId}` }
      },
    },
    'DELETE /api/admin/templates/:id of nothing': {
      responses: administrators('404 not_found'),
      request: () => ({ path: `${basePath}/${missingId}` }),
    },
    'POST /api/admin/templates/:id/duplicate': {
      responses: administrators('201'),
      fields: templateFields,
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: onTemplate('/duplicate'),
    },
    'POST /api/admin/templates/:id/duplicate of nothing': {
      responses: administrators('404 not_found'),
      request: () => ({ path: `${basePath}/${missingId}/duplicate` }),
    },
    'POST /api/admin/templates/import': {
      responses: administrators('201'),
      fields: 'imported',
      limits: [{ per: 'caller', max: 6, within: 1 }],
      request: () => ({ body: { templates: [fields] } }),
    },
    'POST /api/admin/templates/import with a bad row': {
      responses: administrators('400 invalid'),
      request: () => ({
        body: { templates: [fields, { ...fields, duration: 601 }] },
      }),
    },
    ...proposalCalls,
  },
  memberData: {
    ...proposalMemberData,
    notExported: { meditation_templates: 'no member’s data' },
  },
}
