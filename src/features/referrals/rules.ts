// Referral rules: payments with their idempotency keys, attribution checks, and the period of flags.
import {
  pointsForFirstSession,
  pointsForJoining,
  pointsForReferring,
  referralFlagsDays,
} from '#shared/constants.ts'
import { addDays, chicagoDay, dayStartMs } from '#shared/day.ts'
import type { ErrorCode } from '#shared/error-catalogue.ts'
import type { Referral, Transaction } from './contract.ts'

/** A ledger entry before it has an id; a second entry with the same `eventKey` is never written (I02). */
export interface Payment extends Pick<
  Transaction,
  'userId' | 'amount' | 'type' | 'description' | 'referralId'
> {
  eventKey: string
}

type ReferralParties = Pick<Referral, 'id' | 'referrerId' | 'referredId'>

/** To the friend, once in a lifetime, for joining with a code. */
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

/** To the friend, once in a lifetime, for the first completed session. */
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

/** To the referrer, once per referral: after the friend completed a session, or by manual attribution. */
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

/** Reverses a transaction with a visible entry, because ledger entries never change. */
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

interface AttributionFacts {
  referreeId: number
  referrerId: number
  referrer: { isBanned: boolean; isDeleted: boolean }
  /** The owner of the given code; null for an unknown code. */
  codeOwnerId: number | null
  /** The current referrers of the friend and of the referrer; null without one. */
  referreesReferrerId: number | null
  referrersReferrerId: number | null
}

/** Why a friend can't be credited to a referrer; null when they can (PTS-11, PTS-13). */
export function attributionError(facts: AttributionFacts): { code: ErrorCode; path: string } | null {
  const { referreeId, referrerId, referrer } = facts
  if (referreeId === referrerId) return { code: 'referral_to_self', path: 'referrerId' }
  if (referrer.isDeleted) return { code: 'referrer_deleted', path: 'referrerId' }
  if (referrer.isBanned) return { code: 'referrer_banned', path: 'referrerId' }
  if (facts.codeOwnerId !== referrerId) return { code: 'referral_code_mismatch', path: 'referralCode' }
  if (facts.referrersReferrerId === referreeId) return { code: 'referral_cycle', path: 'referrerId' }
  if (facts.referreesReferrerId === referrerId) return { code: 'already_referred', path: 'referrerId' }
  return null
}

/** The start of the first day that flags cover; join addresses from before it can be erased. */
export function flagsSinceMs(nowMs: number): number {
  return dayStartMs(addDays(chicagoDay(nowMs), 1 - referralFlagsDays))
}
