// Matrix recipes for the calls about the choice to be part of the room's energy.
import { getWithUserId, otherUserId, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'

export const reflectionsRecipes: MatrixRecipes = {
  calls: {
    'GET /api/mood/reflection-opt-in': getWithUserId('/api/mood/reflection-opt-in'),
    'PUT /api/mood/reflection-opt-in': (facts) => ({ body: { isOptedIn: true, ...otherUserId(facts) } }),
  },
}
