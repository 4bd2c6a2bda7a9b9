// Matrix recipes for the administrators' calls about members, and for the first administrator's link.
import { createHash, randomBytes } from 'node:crypto'
import { onMember } from '#test/gates/matrix/on-member.ts'
import { withTraits, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'
import { cast, signIn } from '#test/people/cast.ts'

/** A valid or invalid link, in a community without any administrator but the caller. */
const link = (isGood: boolean) =>
  withTraits({ isSequential: true }, async ({ app, caller }) => {
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
  })

const update = 'PUT /api/admin/users/:id'

export const membersRecipes: MatrixRecipes = {
  calls: {
    ...onMember(update, [' of nobody', ' of a deleted member'], { name: 'A new name', isAdmin: true }),
    [`${update} to the address of another member`]: async ({ app, other, serial }) => {
      const { email } = await signIn(app, `taken-${serial}`, cast.mo)
      return { path: `/api/admin/users/${other.userId}`, body: { email: email.toUpperCase() } }
    },
    [`${update} with a field that isn't theirs to change`]: ({ other }) => ({
      path: `/api/admin/users/${other.userId}`,
      body: { quantumLovePoints: 100 },
    }),
    ...onMember('DELETE /api/admin/users/:id', [
      ' of nobody',
      ' of themselves',
      ' of an administrator',
      ' of a deleted member',
    ]),
    ...onMember('POST /api/admin/users/:id/garden-angel', [
      ' of nobody',
      ' of an administrator',
      ' of a banned member',
    ]),
    ...onMember('DELETE /api/admin/users/:id/garden-angel', [
      ' of nobody',
      ' of a garden angel',
      ' of an administrator',
    ]),
    ...onMember(`${update}/time-spent`, [' of nobody'], { timeSpent: 90 }),
    [`${update}/time-spent below zero`]: ({ other }) => ({
      path: `/api/admin/users/${other.userId}/time-spent`,
      body: { timeSpent: -1 },
    }),
    'POST /api/auth/first-admin': link(true),
    'POST /api/auth/first-admin by a link that is none': link(false),
  },
}
