// Matrix recipes for the calls about invitations.
import { makeInvite } from '#test/data/invites.ts'
import { missingId, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'

const call = 'DELETE /api/admin/invites/:id'

export const invitesRecipes: MatrixRecipes = {
  calls: {
    'POST /api/admin/invites': () => ({ body: { uses: 10, days: 7 } }),
    [call]: async ({ app }) => ({ path: `/api/admin/invites/${(await makeInvite(app)).id}` }),
    [`${call} of none`]: () => ({ path: `/api/admin/invites/${missingId}` }),
    [`${call} that is revoked`]: async ({ app }) => {
      const { id } = await makeInvite(app, { revokedAt: new Date(app.clock.now()) })
      return { path: `/api/admin/invites/${id}` }
    },
  },
}
