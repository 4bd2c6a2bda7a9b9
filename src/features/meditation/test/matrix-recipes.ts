// Matrix recipes for the calls about visits (`/api/session`).
import type { TestApp } from '#test/app.ts'
import {
  getWithUserId,
  missingId,
  otherUserId,
  withTraits,
  type CallRecipe,
  type MatrixRecipes,
} from '#test/gates/matrix/recipes.ts'
import type { TestUser } from '#test/people/cast.ts'

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
const onVisit = (of: 'aimed' | 'other', body?: object): CallRecipe =>
  withTraits({ insertsOncePerMember: true }, async (facts) => ({
    path: `/api/session/${await insertVisit(facts.app, facts[of])}`,
    body,
  }))

const more = { additionalDuration: 5 }

export const meditationRecipes: MatrixRecipes = {
  calls: {
    'POST /api/session/start': (facts) => ({
      body: { sessionDate: facts.app.calendar.today(), ...otherUserId(facts) },
    }),
    'PUT /api/session/:id': onVisit('aimed', more),
    'PUT /api/session/:id of somebody else': onVisit('other', more),
    'POST /api/session/:id': onVisit('aimed', more),
    'POST /api/session/:id of somebody else': onVisit('other', more),
    'GET /api/session/completed-count': getWithUserId('/api/session/completed-count'),
    'GET /api/session/:id': onVisit('aimed'),
    'GET /api/session/:id of somebody else': onVisit('other'),
  },
}
