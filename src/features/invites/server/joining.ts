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
      await judge(database.query, newcomer, { joining, enterBy: async ({ isUsable }) => isUsable })
    },
    admit: async (tx, newcomer) => {
      // This node's copy may be some seconds old.
      const { joining } = await lockSettingsForShare(tx)
      return judge(tx, newcomer, { joining, enterBy: ({ code }) => takeInvite(tx, code, newcomer.now) })
    },
  }
}

type FoundInvite = Extract<JoinCode, { kind: 'invite' }>

interface Judgement {
  joining: JoiningMode
  /** Whether a newcomer can join by the invite now. */
  enterBy: (invite: FoundInvite) => Promise<boolean>
}

/** Returns the referral code that counts, or null. Throws `invitation_needed`, `invitation_expired` or `joining_closed`. */
async function judge(
  db: Executor,
  { codes, isConfiguredAdmin, now }: Newcomer,
  { joining, enterBy }: Judgement,
): Promise<string | null> {
  const found = await resolveJoinCodes(db, codes, now)
  const referralCode = await firstReferralCode(db, found)
  const invites = found.filter((code): code is FoundInvite => code.kind === 'invite')
  const isReferred = referralCode !== null && joining === 'invitation'
  if (joining !== 'closed' && !isReferred)
    for (const invite of invites) if (await enterBy(invite)) return referralCode
  // A community without an administrator is being set up: its first one needs no invite.
  if (joining === 'open' || isReferred || isConfiguredAdmin || !(await hasAdministrator(db)))
    return referralCode
  if (joining === 'closed') throw appError(joinErrors.joining_closed)
  throw appError(invites.length > 0 ? joinErrors.invitation_expired : joinErrors.invitation_needed)
}

/** Locked, so that a ban or deletion of the referrer waits for the registration. */
async function firstReferralCode(db: Executor, found: readonly JoinCode[]): Promise<string | null> {
  for (const { kind, code } of found)
    if (kind === 'referral' && (await lockReferrerByCodeForKeyShare(db, code))) return code
  return null
}
