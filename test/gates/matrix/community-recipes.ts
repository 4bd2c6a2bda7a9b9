// Matrix recipes for the calls about the community's settings and the care card.
import type { Recipe } from './matrix-http.ts'

/** A change of the settings by whoever read this version. */
const saveSettings =
  (age: number): Recipe =>
  async ({ app, serial }) => {
    const { version } = await app.database.query
      .selectFrom('community_settings')
      .select('version')
      .executeTakeFirstOrThrow()
    const careText = `Breathe out, ${serial} times.`
    return { body: { version: version - age, reflectionPairsMin: 8, careText, careResources: [] } }
  }

export const communityRecipes: Record<string, Recipe> = {
  'PUT /api/admin/community': saveSettings(0),
  'PUT /api/admin/community that another administrator changed': saveSettings(1),
  'GET /api/mood/care': ({ caller, aimed }) => ({
    path: `/api/mood/care${aimed && aimed !== caller ? `?userId=${aimed.userId}` : ''}`,
  }),
  'PUT /api/mood/care': ({ caller, aimed }) => ({
    body: { isOffered: true, ...(aimed && aimed !== caller ? { userId: aimed.userId } : {}) },
  }),
}
