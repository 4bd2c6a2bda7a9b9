// What other features do about referrals inside their own transactions: a code for everybody, joining, a first session.
import { randomBytes } from 'node:crypto'
import { holdTogether } from '#features/users/server/service.ts'
import type { Executor } from '#server/db.ts'
import { codeBytes, codeFrom, isCode, normalCode } from '../codes.ts'
import { flagsSinceMs, paymentForFirstSession, paymentForJoining, paymentForReferring } from '../rules.ts'
import {
  codeOf,
  completeReferral,
  forgetAddresses,
  holdReferrerByCode,
  insertCode,
  insertReferral,
  referralOf,
  voidReferral,
} from './sql.ts'
import { invitationsBy, invitationsOf, ledgerOf } from './sql-export.ts'
import { insertPayments } from './sql-ledger.ts'

const randomCode = () => codeFrom(randomBytes(codeBytes))

/**
 * Gives a member a code unless they have one (REF-04). `makeCode` proposes codes; one that is taken is proposed
 * again.
 */
export async function ensureCode(
  tx: Executor,
  { userId, now, makeCode = randomCode }: { userId: number; now: Date; makeCode?: () => string },
): Promise<{ code: string; isNew: boolean }> {
  for (;;) {
    const code = makeCode()
    if (await insertCode(tx, { code, userId, createdAt: now })) return { code, isNew: true }
    const existing = await codeOf(tx, userId)
    if (existing !== null) return { code: existing, isNew: false }
  }
}

interface Joining {
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
export async function join(tx: Executor, { userId, referralCode, joinedFrom, now }: Joining): Promise<void> {
  const code = normalCode(referralCode ?? '')
  const referrer = isCode(code) ? await holdReferrerByCode(tx, code) : null
  if (!referrer) return
  await forgetAddresses(tx, referrer.id, new Date(flagsSinceMs(now.getTime())))
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
  await holdTogether(tx, expected ? [userId, expected.referrerId] : [userId])
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
  return voidReferral(tx, userId)
}

/** A member's code, invitations and points, for themselves (PROF-22); the newest `max` of each. */
export async function exportOf(tx: Executor, userId: number, max: number) {
  return {
    referralCode: await codeOf(tx, userId),
    invitedBy: await invitationsOf(tx, userId),
    invited: await invitationsBy(tx, userId, max),
    quantumLove: await ledgerOf(tx, userId, max),
  }
}
