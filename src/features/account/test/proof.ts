// By hand, a second time: what the contract of account declares.
import type { TestApp } from '#test/app.ts'
import { withTraits } from '#test/gates/matrix/sample-requests.ts'
import { members, type Proof } from '#test/gates/proof.ts'
import type { TestUser } from '#test/people/people.ts'
import { signedInBefore } from '#test/people/sign-in-time.ts'

/** Takes the role from every other administrator, if the caller is one. */
async function demoteOthers({ database }: TestApp, { userId }: TestUser): Promise<void> {
  const { query } = database
  const caller = await query.selectFrom('users').select('isAdmin').where('id', '=', userId).executeTakeFirst()
  if (!caller?.isAdmin) return
  await query.updateTable('users').set({ isAdmin: false }).where('id', '!=', userId).execute()
}

export const proof: Proof = {
  calls: {
    'GET /api/account/export': {
      responses: members('200', { I: '200' }),
      fields: `
        account.createdAt account.email account.id account.isAdmin account.isGardenAngel account.mayHost account.lastLogin
        account.lastLoginIp account.pendingEmail account.uid energy.care.isOffered energy.care.shownAt
        energy.entries[].center energy.entries[].comment energy.entries[].createdAt
        energy.entries[].emotionLevel energy.entries[].id energy.entries[].isSample
        energy.entries[].moodType energy.entries[].reflectionOptIn energy.entries[].sessionDate
        energy.entries[].sittingId energy.reflectionOptIn exportedAt meditation.adjustments[].createdAt
        meditation.adjustments[].minutes meditation.sessions[].completed meditation.sessions[].duration
        meditation.sessions[].endTime meditation.sessions[].id meditation.sessions[].isSample
        meditation.sessions[].sessionDate meditation.sessions[].startTime meditation.sessions[].title
        meditation.totalMinutes product profile.isUnlisted profile.language profile.name profile.pictureData
        profile.profileCompleted profile.profilePicture referrals.invitedBy[].completedAt
        referrals.invitedBy[].createdAt referrals.invitedBy[].joinedFrom referrals.invitedBy[].name
        referrals.invitedBy[].status referrals.invited[].completedAt referrals.invited[].createdAt
        referrals.invited[].name referrals.invited[].status referrals.quantumLovePoints
        referrals.quantumLove[].amount referrals.quantumLove[].createdAt referrals.quantumLove[].description
        referrals.quantumLove[].id referrals.quantumLove[].type referrals.referralCode shortened[]`,
      limits: [{ per: 'caller', max: 3, within: 1440, byHandler: true }],
    },
    'DELETE /api/account': {
      responses: members('204', { U: '204', I: '204' }),
      limits: [{ per: 'caller', max: 20, within: 60 }],
    },
    'DELETE /api/account long after signing in': {
      responses: members('401 reauth_required', { U: '401 reauth_required', I: '401 reauth_required' }),
      request: async ({ app, caller }) => {
        if (caller) await signedInBefore(app, caller)
        return { body: {} }
      },
    },
    'DELETE /api/account as the last administrator': {
      responses: members('204', { U: '204', I: '204', X: '409 last_admin' }),
      request: withTraits({ isSequential: true }, async ({ app, caller }) => {
        if (caller) await demoteOthers(app, caller)
        return {}
      }),
    },
  },
}
