// Referrals service: codes, joining and first-session rewards for other features' transactions.
import { randomBytes } from 'node:crypto'
import { lockMembersForPoints } from '#features/members/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import type { CommunityDays } from '#shared/day.ts'
import { codeBytes, encodeReferralCode } from '../codes.ts'
import { flagsSinceMs, paymentForFirstSession, paymentForJoining, paymentForReferring } from '../rules.ts'
import {
  referralCodeOf,
  completeReferral,
  eraseJoinAddresses,
  lockReferrerByCodeForKeyShare,
  insertReferralCode,
  insertReferral,
  referralOf,
  exportSentReferrals,
  exportReceivedReferrals,
  exportLedger,
  insertPayments,
} from './sql.ts'

export { lockReferrerByCodeForKeyShare } from './sql.ts'

const randomCode = () => encodeReferralCode(randomBytes(codeBytes))

/**
 * Creates a member's code unless they have one (REF-04). Generates codes with `makeCode` until one isn't taken.
 */
export async function ensureReferralCode(
  tx: Executor,
  { userId, now, makeCode = randomCode }: { userId: number; now: Date; makeCode?: () => string },
): Promise<{ code: string; isNew: boolean }> {
  for (;;) {
    const code = makeCode()
    if (await insertReferralCode(tx, { code, userId, createdAt: now })) return { code, isNew: true }
    const existing = await referralCodeOf(tx, userId)
    if (existing !== null) return { code: existing, isNew: false }
  }
}

interface ReferralJoinInput {
  userId: number
  /** The code that the joining rule found; null without one. */
  referralCode: string | null
  /** The network address of the registration, as `addressKey` returns it; null if unknown. */
  joinedFrom: string | null
  now: Date
}

/** Gives a member created in this transaction a code, and records who referred them (REF-04, PTS-01). */
export async function welcomeMember(
  tx: Executor,
  days: CommunityDays,
  member: ReferralJoinInput,
): Promise<void> {
  await ensureReferralCode(tx, member)
  await recordReferralJoin(tx, days, member)
}

/**
 * Records the referral of a member registered in this transaction and pays the join bonus (PTS-01). Also erases
 * the join addresses of the referrer's older friends.
 */
export async function recordReferralJoin(
  tx: Executor,
  days: CommunityDays,
  { userId, referralCode, joinedFrom, now }: ReferralJoinInput,
): Promise<void> {
  const referrer = referralCode === null ? null : await lockReferrerByCodeForKeyShare(tx, referralCode)
  if (referralCode === null || !referrer) return
  await eraseJoinAddresses(tx, referrer.id, new Date(flagsSinceMs(days, now.getTime())))
  const referral = await insertReferral(tx, {
    referrerId: referrer.id,
    referredId: userId,
    referralCode,
    joinedFrom,
    createdAt: now,
    completedAt: null,
    rewardGiven: false,
  })
  await insertPayments(tx, [paymentForJoining(referral)], now)
}

/**
 * Completes the pending referral of a member who completes a session in this transaction. Pays the member and the
 * referrer (PTS-02). Does nothing without a pending referral.
 */
export async function rewardFirstSession(
  tx: Executor,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  // An unlocked read shows whose rows to lock: all at once, in id order. Most members have no referrer.
  const expected = await referralOf(tx, userId)
  await lockMembersForPoints(tx, expected ? [userId, expected.referrerId] : [userId])
  const referral = await completeReferral(tx, userId, now)
  if (!referral) return
  await insertPayments(
    tx,
    [paymentForFirstSession(referral), paymentForReferring(referral, 'completed')],
    now,
  )
}

/** A member's code, referrals and points for their data export (PROF-22); the newest `max` of each. */
export async function exportReferralData(tx: Executor, userId: number, max: number) {
  return {
    referralCode: await referralCodeOf(tx, userId),
    invitedBy: await exportReceivedReferrals(tx, userId),
    invited: await exportSentReferrals(tx, userId, max),
    quantumLove: await exportLedger(tx, userId, max),
  }
}
