// Matrix recipes for the call and the message of thanks.
import { missingId, sending, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'
import { withSitting } from '#test/gates/matrix/with-sitting.ts'

export const thanksRecipes: MatrixRecipes = {
  calls: {
    'GET /api/sittings/:id/thanks': withSitting(-300, ({ sittingId }) => ({
      path: `/api/sittings/${sittingId}/thanks`,
    })),
    'GET /api/sittings/:id/thanks of nothing': () => ({ path: `/api/sittings/${missingId}/thanks` }),
  },
  messages: {
    thank: sending({ type: 'thank' }),
    'thank before a join': ({ client }) => client.send({ type: 'thank' }),
    'thank that names a member': sending({ type: 'thank', userId: 1 }),
  },
}
