// Matrix recipes for the calls about energy levels.
import { getWithUserId, otherUserId, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'

export const energyRecipes: MatrixRecipes = {
  calls: {
    'POST /api/mood/entry': (facts) => ({
      body: {
        sessionDate: facts.app.calendar.today(),
        emotionLevel: 6,
        moodType: 'pre',
        notes: null,
        comment: 'Calm',
        ...otherUserId(facts),
      },
    }),
    'GET /api/mood/analytics': getWithUserId('/api/mood/analytics'),
  },
}
