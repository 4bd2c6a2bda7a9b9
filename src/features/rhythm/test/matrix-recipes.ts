// Matrix recipes for the calls about a member's rhythm.
import { getWithUserId, otherUserId, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'

export const rhythmRecipes: MatrixRecipes = {
  calls: {
    'GET /api/rhythm': getWithUserId('/api/rhythm'),
    'PUT /api/rhythm': (facts) => ({
      body: { daysAWeek: 3, hasStreak: false, isShown: true, ...otherUserId(facts) },
    }),
  },
}
