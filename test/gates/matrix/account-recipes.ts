// Matrix recipes for the calls that require re-authentication.
import type { TestApp } from '#test/app.ts'
import type { TestUser } from '#test/people/cast.ts'
import type { Recipe } from './matrix-http.ts'

/** Moves the sign-in of all sessions of a user an hour into the past. */
async function signedInBefore({ clock, database }: TestApp, { uid }: TestUser): Promise<void> {
  const createdAt = new Date(clock.now() - 3_600_000)
  await database.query.updateTable('sessions').set({ createdAt }).where('uid', '=', uid).execute()
}

/** Takes the role from every other administrator, if the caller is one. */
async function demoteOthers({ database }: TestApp, { userId }: TestUser): Promise<void> {
  const { query } = database
  const caller = await query.selectFrom('users').select('isAdmin').where('id', '=', userId).executeTakeFirst()
  if (!caller?.isAdmin) return
  await query.updateTable('users').set({ isAdmin: false }).where('id', '!=', userId).execute()
}

export const accountRecipes: Record<string, Recipe> = {
  'PUT /api/user/profile with another address, long after signing in': async ({
    app,
    caller,
    aimed,
    picture,
  }) => {
    if (caller) await signedInBefore(app, caller)
    return {
      body: {
        name: 'A new name',
        email: 'another-address@example.org',
        profilePicture: picture,
        profileCompleted: true,
        firebaseUid: aimed?.uid ?? 'nobody',
      },
    }
  },
  'DELETE /api/account long after signing in': async ({ app, caller }) => {
    if (caller) await signedInBefore(app, caller)
    return { body: {} }
  },
  'DELETE /api/account as the last administrator': async ({ app, caller }) => {
    if (caller) await demoteOthers(app, caller)
    return {}
  },
}
