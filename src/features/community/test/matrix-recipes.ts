// Matrix recipes for the calls about the community's settings.
import type { CallRecipe, MatrixRecipes } from '#test/gates/matrix/recipes.ts'

/** A change of the settings by an administrator who read this version. */
const saveSettings =
  (age: number): CallRecipe =>
  async ({ app, serial }) => {
    const { version } = await app.database.query
      .selectFrom('community_settings')
      .select('version')
      .executeTakeFirstOrThrow()
    const careText = `Breathe out, ${serial} times.`
    return { body: { version: version - age, reflectionPairsMin: 8, careText, careResources: [] } }
  }

export const communityRecipes: MatrixRecipes = {
  calls: {
    'PUT /api/admin/community': saveSettings(0),
    'PUT /api/admin/community that another administrator changed': saveSettings(1),
  },
}
