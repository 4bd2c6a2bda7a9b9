// Matrix recipes for the calls about the care card.
import { getWithUserId, otherUserId, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'

export const careRecipes: MatrixRecipes = {
  calls: {
    'GET /api/mood/care': getWithUserId('/api/mood/care'),
    'PUT /api/mood/care': (facts) => ({ body: { isOffered: true, ...otherUserId(facts) } }),
  },
}
