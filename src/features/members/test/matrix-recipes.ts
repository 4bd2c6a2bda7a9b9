// Matrix recipes for the administrators' calls about members, and for the first administrator's link.
import { createHash, randomBytes } from 'node:crypto'
import { onMember } from '#test/gates/matrix/on-member.ts'
import { withTraits, type CallFacts, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'
import { updateMemberRow } from '#features/auth/server/service.ts'
import { signInBuiltinMember } from '#test/people/account.ts'
import { cast, signIn, type TestUser } from '#test/people/cast.ts'

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

const unknownMembers = [' of nobody', ' of a deleted member'] as const
const update = 'PUT /api/admin/users/:id'

/** A member who signed up with a password and never confirmed their address. */
async function signUpUnconfirmed({ app, serial }: CallFacts, key: string): Promise<TestUser> {
  const member = await signInBuiltinMember(app, `${key}-${serial}`, false)
  const now = new Date(app.clock.now())
  await app.database.query
    .insertInto('identity_accounts')
    .values({
      id: member.uid,
      accountId: member.uid,
      userId: member.uid,
      providerId: 'credential',
      password: 'a hash',
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return member
}

const correct = ({ userId }: TestUser, { serial }: CallFacts, more: object = {}) => ({
  path: `/api/admin/users/${userId}`,
  body: { email: `corrected-${serial}@example.org`, ...more },
})

const sendResetLink = 'POST /api/admin/users/:id/reset-link'
const linkOf = ({ userId }: { userId: number }) => ({ path: `/api/admin/users/${userId}/reset-link` })

export const membersRecipes: MatrixRecipes = {
  calls: {
    ...onMember(update, unknownMembers, { name: 'A new name', isAdmin: true }),
    [`${update} to the address of another member`]: async ({ app, other, serial }) => {
      const { email } = await signIn(app, `taken-${serial}`, cast.mo)
      return { path: `/api/admin/users/${other.userId}`, body: { email: email.toUpperCase() } }
    },
    [`${update} with a field that isn't theirs to change`]: ({ other }) => ({
      path: `/api/admin/users/${other.userId}`,
      body: { quantumLovePoints: 100 },
    }),
    [`${update} correcting an unconfirmed address`]: async (facts) => {
      const member = await signUpUnconfirmed(facts, 'mistyped')
      return correct(member, facts, { correctedEmail: member.email })
    },
    [`${update} correcting the unconfirmed address of a garden angel`]: async (facts) => {
      const member = await signUpUnconfirmed(facts, 'mistyped-angel')
      await updateMemberRow(facts.app.database.query, member.userId, { isGardenAngel: true })
      return correct(member, facts)
    },
    [`${update} correcting an address at Google`]: async (facts) => {
      const { app, serial } = facts
      const member = await signUpUnconfirmed(facts, 'mistyped-google')
      await app.database.query
        .insertInto('outside_identities')
        .values({
          provider: 'google',
          subject: `google-${serial}`,
          uid: member.uid,
          email: member.email,
          emailVerified: false,
          createdAt: new Date(app.clock.now()),
        })
        .execute()
      return correct(member, facts)
    },
    [`${update} correcting another address than theirs`]: async (facts) =>
      correct(await signUpUnconfirmed(facts, 'mistyped-other'), facts, {
        correctedEmail: 'someone-else@example.org',
      }),
    ...onMember(sendResetLink, unknownMembers),
    [sendResetLink]: async ({ app, serial }) => linkOf(await signInBuiltinMember(app, `reset-${serial}`)),
    [`${sendResetLink} to an unconfirmed address`]: async (facts) =>
      linkOf(await signUpUnconfirmed(facts, 'reset-unconfirmed')),
    [`${sendResetLink} to an administrator`]: async ({ app, serial }) => {
      const admin = await signInBuiltinMember(app, `reset-admin-${serial}`)
      await updateMemberRow(app.database.query, admin.userId, { isAdmin: true })
      return linkOf(admin)
    },
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
