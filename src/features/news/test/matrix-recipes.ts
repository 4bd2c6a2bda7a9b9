// Matrix recipes for the calls about news.
import { makeNews, newsInput } from '#test/data/news.ts'
import { chooseReminders } from '#test/data/reminders.ts'
import { missingId, type CallRecipe, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'

const read = 'PUT /api/news/:id/read'
const update = 'PUT /api/admin/news/:id'
const erase = 'DELETE /api/admin/news/:id'

const changing =
  ({ isWithdrawn = false, wasWithdrawn = false, version = 1 }): CallRecipe =>
  async ({ app }) => {
    const withdrawn = wasWithdrawn ? { withdrawnAt: new Date(app.clock.now()) } : {}
    const { id } = await makeNews(app, withdrawn)
    const body = { ...newsInput(app, { title: 'Another title' }), version, isWithdrawn }
    return { path: `/api/admin/news/${id}`, body }
  }

export const newsRecipes: MatrixRecipes = {
  prepare: async (app) => {
    await makeNews(app, { mailDay: app.calendar.today() })
  },
  calls: {
    [read]: async ({ app }) => ({ path: `/api/news/${(await makeNews(app)).id}/read` }),
    [`${read} of none`]: () => ({ path: `/api/news/${missingId}/read` }),
    'POST /api/admin/news': ({ app }) => ({ body: newsInput(app) }),
    [update]: changing({}),
    [`${update} that is withdrawn by it`]: changing({ isWithdrawn: true }),
    [`${update} that was withdrawn`]: changing({ wasWithdrawn: true }),
    [`${update} of an older version`]: changing({ version: 0 }),
    [`${update} of none`]: ({ app }) => ({
      path: `/api/admin/news/${missingId}`,
      body: { ...newsInput(app), version: 1, isWithdrawn: false },
    }),
    [erase]: async ({ app }) => ({ path: `/api/admin/news/${(await makeNews(app)).id}` }),
    [`${erase} of none`]: () => ({ path: `/api/admin/news/${missingId}` }),
    'POST /api/admin/news/test': async ({ app, caller }) => {
      if (caller && caller.userId !== 0) await chooseReminders(app, caller, {})
      return { body: { title: 'A day of silence', text: 'On Sunday we sit all day.' } }
    },
  },
}
