// Matrix recipes for the calls about calendars.
import { missingId, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'
import { withSitting } from '#test/gates/matrix/with-sitting.ts'

export const calendarRecipes: MatrixRecipes = {
  calls: {
    'GET /api/calendar/:event': withSitting(600, ({ sittingId }) => ({
      path: `/api/calendar/sitting-${sittingId}`,
    })),
    'GET /api/calendar/:event of nothing': () => ({ path: `/api/calendar/sitting-${missingId}` }),
  },
}
