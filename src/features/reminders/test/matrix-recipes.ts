// Matrix recipes for the choice of reminders.
import { noReminders } from '#test/data/no-reminders.ts'
import type { MatrixRecipes } from '#test/gates/matrix/recipes.ts'

export const remindersRecipes: MatrixRecipes = {
  calls: {
    'PUT /api/account/reminders': () => ({
      body: { ...noReminders, tenMinutes: 'push', weekdays: [0], times: ['06:30'], zone: 'Europe/Berlin' },
    }),
  },
}
