// By hand, a second time: what the contract of members declares, and where its members’ data is.
import { createHash, randomBytes } from 'node:crypto'
import { updateMemberRow } from '#features/auth/server/service.ts'
import { onMember } from '#test/gates/matrix/on-member.ts'
import { type SampleRequestInput, withTraits } from '#test/gates/matrix/sample-requests.ts'
import { administrators, members, type Proof } from '#test/gates/proof.ts'
import { signInBuiltinMember } from '#test/people/account.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'

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

/** A member who signed up with a password and never confirmed their address. */
async function signUpUnconfirmed({ app, serial }: SampleRequestInput, key: string): Promise<TestUser> {
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

const correct = ({ userId }: TestUser, { serial }: SampleRequestInput, more: object = {}) => ({
  path: `/api/admin/users/${userId}`,
  body: { email: `corrected-${serial}@example.org`, ...more },
})

const linkOf = ({ userId }: { userId: number }) => ({ path: `/api/admin/users/${userId}/reset-link` })

/** The fields of a member, for administrators. */
const memberFields = `
  bannedAt bannedReason bannedUntil createdAt email emailChange id isAdmin isBanned isGardenAngel lastLogin
  lastLoginIp mayHost name profileCompleted profilePicture quantumLovePoints referralCode referralCount
  referredBy referrerName resetLink signInEmail totalTimeSpent`

export const proof: Proof = {
  calls: {
    'POST /api/auth/first-admin': {
      responses: members('200', { U: '404 user_not_registered', I: '200', X: '404 first_admin_link_void' }),
      fields: 'success',
      limits: [{ per: 'caller', max: 10, within: 1 }],
      request: link(true),
    },
    'POST /api/auth/first-admin by a link that is none': {
      responses: members('404 first_admin_link_void', {
        U: '404 user_not_registered',
        I: '404 first_admin_link_void',
      }),
      request: link(false),
    },
    'GET /api/admin/users': {
      responses: administrators('200'),
      fields: `
        [].bannedAt [].bannedReason [].bannedUntil [].createdAt [].email [].emailChange [].id [].isAdmin [].isBanned
        [].isGardenAngel [].lastLogin [].lastLoginIp [].mayHost [].name [].profileCompleted [].profilePicture
        [].quantumLovePoints [].referralCode [].referralCount [].referredBy [].referrerName [].resetLink
        [].signInEmail [].totalTimeSpent`,
    },
    'POST /api/admin/users/download': {
      responses: administrators('200'),
      fields: `
        members[].createdAt members[].email members[].lastSeenAt members[].mayHost members[].name members[].role
        members[].totalTimeSpent`,
      limits: [{ per: 'caller', max: 20, within: 60 }],
      request: () => ({ body: { role: 'admin', search: 'a' } }),
    },
    'POST /api/admin/users/download by an unknown filter': {
      responses: administrators('400 invalid'),
      request: () => ({ body: { role: 'teacher' } }),
    },
    'GET /api/admin/analytics': {
      responses: administrators('200'),
      fields: `
        dailyAverage monthlyTotal topUsers[].id topUsers[].name topUsers[].totalTimeSpent totalMinutes
        totalUsers`,
    },
    'GET /api/admin/analytics/days': {
      responses: administrators('200'),
      fields: '[].date [].members [].minutes',
    },
    'PUT /api/admin/users/:id': {
      responses: administrators('200'),
      fields: memberFields,
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: onMember('PUT /api/admin/users/:id', '', { name: 'A new name', isAdmin: true }),
    },
    'PUT /api/admin/users/:id to the address of another member': {
      responses: administrators('409 member_email_taken'),
      request: async ({ app, other, serial }) => {
        const { email } = await signIn(app, `taken-${serial}`, personFields.mo)
        return { path: `/api/admin/users/${other.userId}`, body: { email: email.toUpperCase() } }
      },
    },
    "PUT /api/admin/users/:id with a field that isn't theirs to change": {
      responses: administrators('400 invalid'),
      request: ({ other }) => ({
        path: `/api/admin/users/${other.userId}`,
        body: { quantumLovePoints: 100 },
      }),
    },
    'PUT /api/admin/users/:id of nobody': {
      responses: administrators('404 not_found'),
      request: onMember('PUT /api/admin/users/:id', 'of nobody', { name: 'A new name', isAdmin: true }),
    },
    'PUT /api/admin/users/:id of a deleted member': {
      responses: administrators('404 not_found'),
      request: onMember('PUT /api/admin/users/:id', 'of a deleted member', {
        name: 'A new name',
        isAdmin: true,
      }),
    },
    'PUT /api/admin/users/:id correcting an unconfirmed address': {
      responses: administrators('200'),
      request: async (input) => {
        const member = await signUpUnconfirmed(input, 'mistyped')
        return correct(member, input, { correctedEmail: member.email })
      },
    },
    'PUT /api/admin/users/:id correcting the unconfirmed address of a garden angel': {
      responses: administrators('409 email_of_role'),
      request: async (input) => {
        const member = await signUpUnconfirmed(input, 'mistyped-angel')
        await updateMemberRow(input.app.database.query, member.userId, { isGardenAngel: true })
        return correct(member, input)
      },
    },
    'PUT /api/admin/users/:id correcting an address at Google': {
      responses: administrators('409 email_elsewhere'),
      request: async (input) => {
        const { app, serial } = input
        const member = await signUpUnconfirmed(input, 'mistyped-google')
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
        return correct(member, input)
      },
    },
    'PUT /api/admin/users/:id correcting another address than theirs': {
      responses: administrators('409 email_changed_meanwhile'),
      request: async (input) =>
        correct(await signUpUnconfirmed(input, 'mistyped-other'), input, {
          correctedEmail: 'someone-else@example.org',
        }),
    },
    'DELETE /api/admin/users/:id': {
      responses: administrators('200'),
      fields: 'success',
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: onMember('DELETE /api/admin/users/:id'),
    },
    'DELETE /api/admin/users/:id of themselves': {
      responses: administrators('409 target_is_self'),
      request: onMember('DELETE /api/admin/users/:id', 'of themselves'),
    },
    'DELETE /api/admin/users/:id of an administrator': {
      responses: administrators('409 target_is_admin'),
      request: onMember('DELETE /api/admin/users/:id', 'of an administrator'),
    },
    'DELETE /api/admin/users/:id of nobody': {
      responses: administrators('404 not_found'),
      request: onMember('DELETE /api/admin/users/:id', 'of nobody'),
    },
    'DELETE /api/admin/users/:id of a deleted member': {
      responses: administrators('404 not_found'),
      request: onMember('DELETE /api/admin/users/:id', 'of a deleted member'),
    },
    'POST /api/admin/users/:id/reset-link': {
      responses: administrators('200'),
      fields: 'success',
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: async ({ app, serial }) => linkOf(await signInBuiltinMember(app, `reset-${serial}`)),
    },
    'POST /api/admin/users/:id/reset-link to an unconfirmed address': {
      responses: administrators('409 reset_link_of_operator'),
      request: async (input) => linkOf(await signUpUnconfirmed(input, 'reset-unconfirmed')),
    },
    'POST /api/admin/users/:id/reset-link to an administrator': {
      responses: administrators('409 reset_link_of_role'),
      request: async ({ app, serial }) => {
        const admin = await signInBuiltinMember(app, `reset-admin-${serial}`)
        await updateMemberRow(app.database.query, admin.userId, { isAdmin: true })
        return linkOf(admin)
      },
    },
    'POST /api/admin/users/:id/reset-link of nobody': {
      responses: administrators('404 not_found'),
      request: onMember('POST /api/admin/users/:id/reset-link', 'of nobody'),
    },
    'POST /api/admin/users/:id/reset-link of a deleted member': {
      responses: administrators('404 not_found'),
      request: onMember('POST /api/admin/users/:id/reset-link', 'of a deleted member'),
    },
    'POST /api/admin/users/:id/garden-angel': {
      responses: administrators('200'),
      fields: memberFields,
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: onMember('POST /api/admin/users/:id/garden-angel'),
    },
    'POST /api/admin/users/:id/garden-angel of an administrator': {
      responses: administrators('409 target_is_admin'),
      request: onMember('POST /api/admin/users/:id/garden-angel', 'of an administrator'),
    },
    'POST /api/admin/users/:id/garden-angel of a banned member': {
      responses: administrators('409 target_is_banned'),
      request: onMember('POST /api/admin/users/:id/garden-angel', 'of a banned member'),
    },
    'POST /api/admin/users/:id/garden-angel of nobody': {
      responses: administrators('404 not_found'),
      request: onMember('POST /api/admin/users/:id/garden-angel', 'of nobody'),
    },
    'DELETE /api/admin/users/:id/garden-angel': {
      responses: administrators('200'),
      fields: memberFields,
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: onMember('DELETE /api/admin/users/:id/garden-angel'),
    },
    'DELETE /api/admin/users/:id/garden-angel of a garden angel': {
      responses: administrators('200'),
      request: onMember('DELETE /api/admin/users/:id/garden-angel', 'of a garden angel'),
    },
    'DELETE /api/admin/users/:id/garden-angel of an administrator': {
      responses: administrators('409 target_is_admin'),
      request: onMember('DELETE /api/admin/users/:id/garden-angel', 'of an administrator'),
    },
    'DELETE /api/admin/users/:id/garden-angel of nobody': {
      responses: administrators('404 not_found'),
      request: onMember('DELETE /api/admin/users/:id/garden-angel', 'of nobody'),
    },
    'PUT /api/admin/users/:id/time-spent': {
      responses: administrators('200'),
      fields: memberFields,
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: onMember('PUT /api/admin/users/:id/time-spent', '', { timeSpent: 90 }),
    },
    'PUT /api/admin/users/:id/time-spent below zero': {
      responses: administrators('400 invalid'),
      request: ({ other }) => ({
        path: `/api/admin/users/${other.userId}/time-spent`,
        body: { timeSpent: -1 },
      }),
    },
    'PUT /api/admin/users/:id/time-spent of nobody': {
      responses: administrators('404 not_found'),
      request: onMember('PUT /api/admin/users/:id/time-spent', 'of nobody', { timeSpent: 90 }),
    },
  },
  memberData: {
    exported: {
      users: {
        at: ['account', 'profile', 'referrals.quantumLovePoints'],
        left: 'isBanned bannedAt bannedReason bannedReasonEntry bannedUntil bannedBy deletedAt isAdminDecided termsVersion emailCorrectedAt',
        why: 'the activity has the bans; deleted members can’t ask; a setting of the role; the newest of terms.accepted; a banner that waits',
      },
      time_adjustments: {
        at: ['meditation.adjustments'],
        left: 'id userId adjustedBy',
        why: 'the administrator’s number',
      },
      member_times: {
        at: ['meditation.totalMinutes'],
        left: 'userId seconds adjusted',
        why: 'sums of these',
      },
    },
    renamed: { users: { firebaseUid: 'uid' }, member_times: { minutes: 'totalMinutes' } },
    notExported: {
      member_keys: 'sort keys of the list of members: name and address',
      first_admin_links: 'the hash of a secret for no particular member',
    },
    retainedColumns: {
      'users.bannedBy': 'the moderator’s number, without a name',
      'time_adjustments.adjustedBy': 'the administrator’s number, without a name',
    },
  },
}
