// Referral rules: payments with their idempotency keys, attribution checks, and the period of flags. The friend is
// the invited member (`referred`, `referree`).
import {
  pointsForFirstSession,
  pointsForJoining,
  pointsForReferring,
  referralFlagsDays,
} from '#shared/constants.ts'
import { addDays, type CommunityDays } from '#shared/day.ts'
import type { ErrorSpec } from '#shared/errors.ts'
import type { Referral, Transaction } from './contract.ts'
import { referralErrors } from './errors.ts'

/** A ledger entry to insert. `eventKey` is unique: a second entry with the same key is skipped (I02). */
export interface Payment extends Pick<
  Transaction,
  'userId' | 'amount' | 'type' | 'description' | 'referralId'
> {
  eventKey: string
}

type ReferralParties = Pick<Referral, 'id' | 'referrerId' | 'referredId'>

/** To the friend, once per account, for joining with a code. */
export function paymentForJoining({ id, referredId }: ReferralParties): Payment {
  return {
    userId: referredId,
    amount: pointsForJoining,
    type: 'join',
    description: 'Joined through a friend',
    referralId: id,
    eventKey: `join:u${referredId}`,
  }
}

/** To the friend, once per account, for the first completed session. */
export function paymentForFirstSession({ id, referredId }: ReferralParties): Payment {
  return {
    userId: referredId,
    amount: pointsForFirstSession,
    type: 'first-session',
    description: 'Completed a first meditation',
    referralId: id,
    eventKey: `first:u${referredId}`,
  }
}

/** To the referrer, once per referral: for the friend's first completed session, or on manual attribution. */
export function paymentForReferring(
  { id, referrerId }: ReferralParties,
  cause: 'completed' | 'manual',
): Payment {
  return {
    userId: referrerId,
    amount: pointsForReferring,
    type: 'reward',
    description:
      cause === 'completed' ? 'A friend completed a first meditation' : 'A friend was credited to you',
    referralId: id,
    eventKey: `reward:ref:${id}`,
  }
}

/** The entry that reverses an earlier one; the ledger is append-only. */
export function reversalOf({
  id,
  userId,
  amount,
  referralId,
}: Pick<Transaction, 'id' | 'userId' | 'amount' | 'referralId'>): Payment {
  return {
    userId,
    amount: -amount,
    type: 'reversal',
    description: 'A friend was credited to another member',
    referralId,
    eventKey: `reversal:${id}`,
  }
}

interface AttributionState {
  referreeId: number
  referrerId: number
  referrer: { isBanned: boolean; isDeleted: boolean }
  /** The owner of the given code; null for an unknown code. */
  codeOwnerId: number | null
  /** Who referred the friend until now, and who referred the referrer; null if nobody did. */
  formerReferrerId: number | null
  referrersOwnReferrerId: number | null
}

/** Why a friend can't be credited to a referrer; null when they can (PTS-11, PTS-13). */
export function attributionError(state: AttributionState): { error: ErrorSpec; path: string } | null {
  const { referreeId, referrerId, referrer } = state
  if (referreeId === referrerId) return { error: referralErrors.referral_to_self, path: 'referrerId' }
  if (referrer.isDeleted) return { error: referralErrors.referrer_deleted, path: 'referrerId' }
  if (referrer.isBanned) return { error: referralErrors.referrer_banned, path: 'referrerId' }
  if (state.codeOwnerId !== referrerId)
    return { error: referralErrors.referral_code_mismatch, path: 'referralCode' }
  if (state.referrersOwnReferrerId === referreeId)
    return { error: referralErrors.referral_cycle, path: 'referrerId' }
  if (state.formerReferrerId === referrerId)
    return { error: referralErrors.already_referred, path: 'referrerId' }
  return null
}

/** The start of the first day that flags cover; older join addresses can be erased. */
export function flagsSinceMs(days: CommunityDays, nowMs: number): number {
  return days.startMs(addDays(days.dayOf(nowMs), 1 - referralFlagsDays))
}
