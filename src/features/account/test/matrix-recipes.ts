// Matrix recipes for the calls that require re-authentication.
import type { TestApp } from '#test/app.ts'
import { withTraits, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'
import type { TestUser } from '#test/people/cast.ts'
import { signedInBefore } from '#test/people/sign-in-time.ts'

/** Takes the role from every other administrator, if the caller is one. */
async function demoteOthers({ database }: TestApp, { userId }: TestUser): Promise<void> {
  const { query } = database
  const caller = await query.selectFrom('users').select('isAdmin').where('id', '=', userId).executeTakeFirst()
  if (!caller?.isAdmin) return
  await query.updateTable('users').set({ isAdmin: false }).where('id', '!=', userId).execute()
}

export const accountRecipes: MatrixRecipes = {
  calls: {
    'DELETE /api/account long after signing in': async ({ app, caller }) => {
      if (caller) await signedInBefore(app, caller)
      return { body: {} }
    },
    'DELETE /api/account as the last administrator': withTraits(
      { isSequential: true },
      async ({ app, caller }) => {
        if (caller) await demoteOthers(app, caller)
        return {}
      },
    ),
  },
}
