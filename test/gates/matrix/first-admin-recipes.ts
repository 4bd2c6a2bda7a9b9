// Matrix recipes for the calls with the first administrator's link.
import { createHash, randomBytes } from 'node:crypto'
import type { Recipe } from './matrix-http.ts'

/** A valid or invalid link, in a community without any administrator but the caller. */
const link =
  (isGood: boolean): Recipe =>
  async ({ app, caller }) => {
    const token = randomBytes(32).toString('base64url')
    const createdAt = new Date(app.clock.now())
    const { query } = app.database
    await query
      .updateTable('users')
      .set({ isAdmin: false })
      .where('isAdmin', '=', true)
      .where('id', '!=', caller?.userId ?? 0)
      .execute()
    if (isGood) {
      const tokenHash = createHash('sha256').update(token).digest()
      await query
        .insertInto('first_admin_links')
        .values({ tokenHash, createdAt, expiresAt: new Date(createdAt.getTime() + 60_000) })
        .execute()
    }
    return { body: { token } }
  }

export const firstAdminRecipes: Record<string, Recipe> = {
  'POST /api/auth/first-admin': link(true),
  'POST /api/auth/first-admin by a link that is none': link(false),
}
