// What other features do about referrals inside their own transactions: a code for everybody, joining, a first session.
import { randomBytes } from 'node:crypto'
import { lockMembersForPoints } from '#features/users/server/service.ts'
import type { Executor } from '#server/db.ts'
import { codeBytes, encodeReferralCode, isReferralCode, normalizeReferralCode } from '../codes.ts'
import { flagsSinceMs, paymentForFirstSession, paymentForJoining, paymentForReferring } from '../rules.ts'
import {
  referralCodeOf,
  completeReferral,
  eraseJoinAddresses,
  lockReferrerByCodeForKeyShare,
  insertReferralCode,
  insertReferral,
  referralOf,
  cancelPendingReferral,
} from './sql.ts'
import { exportSentInvitations, exportReceivedInvitations, exportLedger } from './sql-export.ts'
import { insertPayments } from './sql-ledger.ts'

const randomCode = () => encodeReferralCode(randomBytes(codeBytes))

/**
 * Gives a member a code unless they have one (REF-04). `makeCode` proposes codes; one that is taken is proposed
 * again.
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
  /** As it came from the link; null without one. */
  referralCode: string | null
  /** The address that the friend joins from, as limits count it. */
  joinedFrom: string | null
  now: Date
}

/**
 * Pays somebody who has been registered in this transaction for joining by a code, and notes whose it was (PTS-01);
 * from where the referrer's older friends came is forgotten. By a code that is none nothing happens: it never stands in
 * the way of joining (AUTH-22).
 */
export async function recordReferralJoin(
  tx: Executor,
  { userId, referralCode, joinedFrom, now }: ReferralJoinInput,
): Promise<void> {
  const code = normalizeReferralCode(referralCode ?? '')
  const referrer = isReferralCode(code) ? await lockReferrerByCodeForKeyShare(tx, code) : null
  if (!referrer) return
  await eraseJoinAddresses(tx, referrer.id, new Date(flagsSinceMs(now.getTime())))
  const referral = await insertReferral(tx, {
    referrerId: referrer.id,
    referredId: userId,
    referralCode: code,
    joinedFrom,
    createdAt: now,
    completedAt: null,
    rewardGiven: false,
  })
  await insertPayments(tx, [paymentForJoining(referral)], now)
}

/**
 * Completes the referral of somebody who completes a session in this transaction, and pays both (PTS-02); nothing for
 * whoever wasn't referred, or whose referral is complete.
 */
export async function rewardFirstSession(
  tx: Executor,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  // Asked without a lock first: the two have to be held in the order of their ids, and most people have no referrer.
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

/**
 * What becomes of how somebody was referred whose account is deleted: a pending referral is void. The ledger and the rows
 * themselves stay, so that other people's points do (USR-16).
 */
export function eraseReferral(tx: Executor, userId: number): Promise<void> {
  return cancelPendingReferral(tx, userId)
}

/** A member's code, invitations and points, for themselves (PROF-22); the newest `max` of each. */
export async function exportReferralData(tx: Executor, userId: number, max: number) {
  return {
    referralCode: await referralCodeOf(tx, userId),
    invitedBy: await exportReceivedInvitations(tx, userId),
    invited: await exportSentInvitations(tx, userId, max),
    quantumLove: await exportLedger(tx, userId, max),
  }
}
