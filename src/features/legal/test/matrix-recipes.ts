// Matrix recipes for the calls about the legal texts.
import type { CallRecipe, MatrixRecipes } from '#test/gates/matrix/recipes.ts'

/** A text by an administrator who read this version of the page. */
const saveText =
  (age: number): CallRecipe =>
  async ({ app, serial }) => {
    const { version } = await app.database.query
      .selectFrom('legal_texts')
      .select('version')
      .where('page', '=', 'care')
      .executeTakeFirstOrThrow()
    const body = { version: version - age, mode: 'added', text: `Breathe out, ${serial} times.` }
    return { path: '/api/admin/legal-texts/care', body }
  }

/** An undo of the page's last change, made before this moment. */
const undoText =
  (hasChange: boolean): CallRecipe =>
  async ({ app }) => {
    const previous = { mode: 'shipped', text: '', responsible: '' }
    const { version } = await app.database.query
      .updateTable('legal_texts')
      .set({
        text: 'Breathe in.',
        previous: hasChange ? JSON.stringify(previous) : null,
        changedAt: hasChange ? new Date(app.clock.now()) : null,
      })
      .where('page', '=', 'privacy')
      .returning('version')
      .executeTakeFirstOrThrow()
    return { path: '/api/admin/legal-texts/privacy/undo', body: { version } }
  }

const acceptTerms =
  (age: number): CallRecipe =>
  async ({ app }) => {
    await app.app.platform.community.refresh()
    return { body: { version: app.app.platform.community.settings().termsVersion - age } }
  }

export const legalRecipes: MatrixRecipes = {
  calls: {
    'PUT /api/admin/legal-texts/:page': saveText(0),
    'PUT /api/admin/legal-texts/:page that another administrator changed': saveText(1),
    'PUT /api/admin/legal-texts/:page that doesn’t exist': () => ({
      path: '/api/admin/legal-texts/imprint',
      body: { version: 1, mode: 'shipped', text: '' },
    }),
    'POST /api/admin/legal-texts/:page/undo': undoText(true),
    'POST /api/admin/legal-texts/:page/undo without a change': undoText(false),
    'PUT /api/user/terms': acceptTerms(0),
    'PUT /api/user/terms of an older version': acceptTerms(1),
  },
}
