// Joining: who may join, judged at the sign-up and again in the transaction of the registration (COM-06).
import { joinErrors } from '#features/auth/join-errors.ts'
import type { JoiningRule, Newcomer } from '#features/auth/server/service.ts'
import { hasAdministrator } from '#features/members/server/service.ts'
import type { JoinCode } from '#features/referrals/codes.ts'
import { lockReferrerByCodeForKeyShare } from '#features/referrals/server/service.ts'
import { appError } from '#server/app-error.ts'
import { findSettings, lockSettingsForShare } from '#server/community/sql.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import type { JoiningMode } from '#shared/community.ts'
import { resolveJoinCodes } from './join-codes.ts'
import { takeInvite } from './sql.ts'

export function createJoiningRule({ database }: Pick<Platform, 'database'>): JoiningRule {
  return {
    check: async (newcomer) => {
      const { joining } = await findSettings(database.query)
      await judge(database.query, newcomer, {
        joining,
        enterBy: async ({ isUsable }) => (isUsable ? 'usable' : null),
      })
    },
    admit: async (tx, newcomer) => {
      // This node's copy may be some seconds old.
      const { joining } = await lockSettingsForShare(tx)
      const { referralCode, invite } = await judge(tx, newcomer, {
        joining,
        enterBy: ({ code }) => takeInvite(tx, code, newcomer.now),
      })
      return { referralCode, inviteId: invite }
    },
  }
}

type FoundInvite = Extract<JoinCode, { kind: 'invite' }>

interface Judgement<Entry> {
  joining: JoiningMode
  /** Null if a newcomer can't join by the invite now. */
  enterBy: (invite: FoundInvite) => Promise<Entry | null>
}

/**
 * Returns the referral code that counts, and what `enterBy` returned of the invite that counts. Throws
 * `invitation_needed`, `invitation_expired` or `joining_closed`.
 */
async function judge<Entry>(
  db: Executor,
  { codes, isConfiguredAdmin, now }: Newcomer,
  { joining, enterBy }: Judgement<Entry>,
): Promise<{ referralCode: string | null; invite: Entry | null }> {
  const found = await resolveJoinCodes(db, codes, now)
  const referralCode = await firstReferralCode(db, found)
  const invites = found.filter((code): code is FoundInvite => code.kind === 'invite')
  const isReferred = referralCode !== null && joining === 'invitation'
  if (joining !== 'closed' && !isReferred)
    for (const found of invites) {
      const invite = await enterBy(found)
      if (invite !== null) return { referralCode, invite }
    }
  // A community without an administrator is being set up: its first one needs no invite.
  if (joining === 'open' || isReferred || isConfiguredAdmin || !(await hasAdministrator(db)))
    return { referralCode, invite: null }
  if (joining === 'closed') throw appError(joinErrors.joining_closed)
  throw appError(invites.length > 0 ? joinErrors.invitation_expired : joinErrors.invitation_needed)
}

/** Locked, so that a ban or deletion of the referrer waits for the registration. */
async function firstReferralCode(db: Executor, found: readonly JoinCode[]): Promise<string | null> {
  for (const { kind, code } of found)
    if (kind === 'referral' && (await lockReferrerByCodeForKeyShare(db, code))) return code
  return null
}
