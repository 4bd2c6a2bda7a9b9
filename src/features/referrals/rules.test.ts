// Referral rules: payments, idempotency keys, and attribution checks.
import { describe, expect, test } from 'vitest'
import {
  attributionError,
  paymentForFirstSession,
  paymentForJoining,
  paymentForReferring,
  reversalOf,
} from './rules.ts'

const referral = { id: 5, referrerId: 1, referredId: 2 }

describe('a payment', () => {
  test('[PTS-01] [PTS-04] for joining is 50 points to the friend, with a key per friend', () => {
    expect(paymentForJoining(referral)).toEqual({
      userId: 2,
      amount: 50,
      type: 'join',
      description: 'Joined through a friend',
      referralId: 5,
      eventKey: 'join:u2',
    })
  })

  test('[PTS-02] [PTS-04] for a first session is 25 points to the friend, with a key per friend', () => {
    expect(paymentForFirstSession(referral)).toEqual({
      userId: 2,
      amount: 25,
      type: 'first-session',
      description: 'Completed a first meditation',
      referralId: 5,
      eventKey: 'first:u2',
    })
  })

  test('[PTS-02] [PTS-08] for referring is 100 points to the referrer, with a key per referral, whatever the cause', () => {
    const reward = { userId: 1, amount: 100, type: 'reward', referralId: 5, eventKey: 'reward:ref:5' }
    expect(paymentForReferring(referral, 'completed')).toEqual({
      ...reward,
      description: 'A friend completed a first meditation',
    })
    expect(paymentForReferring(referral, 'manual')).toEqual({
      ...reward,
      description: 'A friend was credited to you',
    })
  })

  test('[PTS-12] is reversed by the negated amount, with a key per ledger entry', () => {
    expect(reversalOf({ id: 9, userId: 1, amount: 100, referralId: 5 })).toEqual({
      userId: 1,
      amount: -100,
      type: 'reversal',
      description: 'A friend was credited to another member',
      referralId: 5,
      eventKey: 'reversal:9',
    })
  })
})

describe('manual attribution', () => {
  const fine = {
    referreeId: 2,
    referrerId: 1,
    referrer: { isBanned: false, isDeleted: false },
    codeOwnerId: 1,
    formerReferrerId: null,
    referrersOwnReferrerId: null,
  }
  const gone = { isBanned: false, isDeleted: true }
  const banned = { isBanned: true, isDeleted: false }

  test.each([
    ['nobody had the friend', {}],
    ['somebody else has them', { formerReferrerId: 3 }],
    ['the referrer was referred by a third', { referrersOwnReferrerId: 3 }],
    ['both came by the same third', { formerReferrerId: 3, referrersOwnReferrerId: 3 }],
  ])('[PTS-13] is allowed if %s', (_, facts) => {
    expect(attributionError({ ...fine, ...facts })).toBeNull()
  })

  test.each([
    ['themselves', { referreeId: 1 }, 'referral_to_self', 'referrerId'],
    ['a deleted referrer', { referrer: gone }, 'referrer_deleted', 'referrerId'],
    ['a banned referrer', { referrer: banned }, 'referrer_banned', 'referrerId'],
    ['a code of nobody', { codeOwnerId: null }, 'referral_code_mismatch', 'referralCode'],
    ['another member’s code', { codeOwnerId: 3 }, 'referral_code_mismatch', 'referralCode'],
    ['the friend’s own code', { codeOwnerId: 2 }, 'referral_code_mismatch', 'referralCode'],
    ['somebody whom the friend referred', { referrersOwnReferrerId: 2 }, 'referral_cycle', 'referrerId'],
    ['the referrer they have', { formerReferrerId: 1 }, 'already_referred', 'referrerId'],
  ])('[PTS-13] [PTS-11] is rejected for %s', (_, facts, code, path) => {
    expect(attributionError({ ...fine, ...facts })).toMatchObject({ error: { code }, path })
  })
})
