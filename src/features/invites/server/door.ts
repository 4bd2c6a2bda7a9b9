// The door: who may join, judged at the sign-up and again in the transaction of the registration (COM-06).
import { joinErrors } from '#features/auth/join-errors.ts'
import type { Door, Newcomer } from '#features/auth/server/service.ts'
import { hasAdministrator } from '#features/members/server/service.ts'
import { findReferralCode } from '#features/referrals/server/service.ts'
import { appError } from '#server/app-error.ts'
import { findSettings, lockSettingsForShare } from '#server/community/sql.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import type { JoiningMode } from '#shared/community.ts'
import { normalizeInviteCode } from '../codes.ts'
import { isInviteUsable, takeInvite } from './sql.ts'

export function createDoor({ database }: Pick<Platform, 'database'>): Door {
  return {
    check: async (newcomer) => {
      const { joining } = await findSettings(database.query)
      await judge(database.query, newcomer, { joining, tryInvite: isInviteUsable })
    },
    admit: async (tx, newcomer) => {
      // This node's copy may be some seconds old.
      const { joining } = await lockSettingsForShare(tx)
      return judge(tx, newcomer, { joining, tryInvite: takeInvite })
    },
  }
}

interface Judgement {
  joining: JoiningMode
  /** Whether an invitation opens the door now. */
  tryInvite: (db: Executor, code: string, now: Date) => Promise<boolean | null>
}

/** Returns the referral code that counts, or null. Throws `invitation_needed`, `invitation_expired` or `joining_closed`. */
async function judge(
  db: Executor,
  { codes, isConfiguredAdmin, now }: Newcomer,
  { joining, tryInvite }: Judgement,
): Promise<string | null> {
  const referralCode = await findReferralCode(db, codes)
  const inviteCodes = codes.map(normalizeInviteCode).filter((code) => code !== null)
  const isReferred = referralCode !== null && joining === 'invitation'
  if (joining !== 'closed' && !isReferred)
    for (const code of inviteCodes) if (await tryInvite(db, code, now)) return referralCode
  // A community without an administrator is being set up: its first one needs no invitation.
  if (joining === 'open' || isReferred || isConfiguredAdmin || !(await hasAdministrator(db)))
    return referralCode
  if (joining === 'closed') throw appError(joinErrors.joining_closed)
  for (const code of inviteCodes)
    if ((await isInviteUsable(db, code, now)) !== null) throw appError(joinErrors.invitation_expired)
  throw appError(joinErrors.invitation_needed)
}
