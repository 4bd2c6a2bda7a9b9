// Matrix recipes for the calls about meditation templates.
import { addDays } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import { testDays } from '#test/community-days.ts'
import { missingId, type CallRecipe, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'

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
  (rest = '', body?: object): CallRecipe =>
  async ({ app }) => ({ path: `${basePath}/${await makeTemplate(app)}${rest}`, body })

export const templatesRecipes: MatrixRecipes = {
  calls: {
    [`POST ${basePath}`]: () => ({ body: fields }),
    [`POST ${basePath} with an address that may not be played`]: () => ({
      body: { ...fields, videoUrl: 'javascript:alert(1)' },
    }),
    [`PUT ${basePath}/:id`]: onTemplate('', { ...fields, version: 1 }),
    [`PUT ${basePath}/:id with a stale version`]: onTemplate('', {
      ...fields,
      title: 'Eight lamps',
      version: 7,
    }),
    [`PUT ${basePath}/:id of nothing`]: () => ({ path: `${basePath}/${missingId}`, body: fields }),
    [`DELETE ${basePath}/:id`]: onTemplate(),
    [`DELETE ${basePath}/:id that a coming day has`]: async ({ app, serial }) => {
      const templateId = await makeTemplate(app)
      const now = app.clock.now()
      await app.database.query
        .insertInto('schedules')
        .values({ date: addDays(testDays.dayOf(now), serial), templateId, createdAt: new Date(now) })
        .execute()
      return { path: `${basePath}/${templateId}` }
    },
    [`DELETE ${basePath}/:id of nothing`]: () => ({ path: `${basePath}/${missingId}` }),
    [`POST ${basePath}/:id/duplicate`]: onTemplate('/duplicate'),
    [`POST ${basePath}/:id/duplicate of nothing`]: () => ({ path: `${basePath}/${missingId}/duplicate` }),
    [`POST ${basePath}/import`]: () => ({ body: { templates: [fields] } }),
    [`POST ${basePath}/import with a bad row`]: () => ({
      body: { templates: [fields, { ...fields, duration: 601 }] },
    }),
  },
}
