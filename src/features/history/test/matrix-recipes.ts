// Matrix recipes for the calls about a member's history.
import { getWithUserId, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'

export const historyRecipes: MatrixRecipes = {
  calls: { 'GET /api/mood/sessions': getWithUserId('/api/mood/sessions') },
}
