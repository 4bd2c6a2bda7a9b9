// Matrix recipes for the calls about requests for help.
import type { HelpKind } from '../contract.ts'
import type { TestApp } from '#test/app.ts'
import { missingId, type CallRecipe, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'
import { withSitting } from '#test/gates/matrix/with-sitting.ts'

/** A garden angel who isn't of the cast, as other calls of the matrix change its roles. */
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
const handling = (isTaken: boolean, kind: HelpKind = 'care'): CallRecipe =>
  withSitting(60, async ({ sittingId }, { app, other }) => {
    const { id } = await app.database.query
      .insertInto('help_requests')
      .values({
        sittingId,
        userId: other.userId,
        kind,
        createdAt: new Date(app.clock.now()),
        takenBy: isTaken ? await insertAngel(app) : null,
        takenAt: isTaken ? new Date(app.clock.now()) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { path: `/api/moderation/help/${id}`, body: { action: 'take' } }
  })

const handle = 'PUT /api/moderation/help/:id'

export const helpRecipes: MatrixRecipes = {
  calls: {
    'POST /api/help': withSitting(60, () => ({ body: { kind: 'technical', text: 'No sound' } })),
    'POST /api/help without a sitting': withSitting(null, () => ({ body: { kind: 'care', text: '' } })),
    [handle]: handling(false),
    [`${handle} that another moderator has`]: handling(true),
    [`${handle} of technical help that another moderator has`]: handling(true, 'technical'),
    [`${handle} of nothing`]: () => ({
      path: `/api/moderation/help/${missingId}`,
      body: { action: 'take' },
    }),
  },
}
