// Manual attribution: an administrator credits a friend to a referrer, replacing a former referrer (PTS-07).
import { recordAdminActivity } from '#features/activity/server/service.ts'
import { lockMembersForPoints, capabilityError } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { translate } from '#shared/i18n/t.ts'
import { referralActivities } from '../activities.ts'
import { findJoinCodes } from '../codes.ts'
import type { Referral } from '../contract.ts'
import {
  attributionError,
  paymentForFirstSession,
  paymentForJoining,
  paymentForReferring,
  reversalOf,
  type Payment,
} from '../rules.ts'
import {
  lockAttributionExclusive,
  insertReferral,
  firstCodeWithOwner,
  referralOf,
  supersedeReferral,
  insertPayments,
  rewardFor,
} from './sql.ts'

interface AttributionInput {
  adminId: number
  referreeId: number
  referrerId: number
  referralCode: string
  now: Date
}

/** When a member first completed a sitting; null if never. */
export type FirstCompletedAt = (tx: Executor, userId: number) => Promise<string | null>

interface AttributionResult {
  referreeId: number
  referrerId: number
  referral: Referral
}

/**
 * Credits a friend to a referrer, pays the points and reverses the former referrer's reward. Throws `not_found`,
 * `already_referred`, or another of the referral errors with the invalid field.
 */
export async function attributeReferral(
  tx: Executor,
  input: AttributionInput,
  firstCompletedAt: FirstCompletedAt,
): Promise<AttributionResult> {
  const { adminId, referreeId, referrerId, now } = input
  // The former referrer loses points, so their row must be locked too, in id order with the others. Until then, the
  // advisory lock prevents another attribution of this friend.
  await lockAttributionExclusive(tx, referreeId)
  const expected = await referralOf(tx, referreeId)
  const ids = [adminId, referreeId, referrerId, ...(expected ? [expected.referrerId] : [])]
  const members = await lockMembersForPoints(tx, ids)
  const notPermitted = capabilityError(members.get(adminId) ?? null, 'community.administer')
  if (notPermitted) throw notPermitted
  const [referree, referrer] = [members.get(referreeId), members.get(referrerId)]
  if (!referree || !referrer || referree.deletedAt !== null) throw appError('not_found')
  const former = await referralOf(tx, referreeId)
  const { code, userId: codeOwnerId } = (await firstCodeWithOwner(tx, findJoinCodes(input.referralCode))) ?? {
    code: '',
    userId: null,
  }
  const denial = attributionError({
    referreeId,
    referrerId,
    referrer: { isBanned: referrer.isBanned, isDeleted: referrer.deletedAt !== null },
    codeOwnerId,
    formerReferrerId: former?.referrerId ?? null,
    referrersOwnReferrerId: (await referralOf(tx, referrerId))?.referrerId ?? null,
  })
  if (denial) {
    const { error, path } = denial
    throw appError(error, { issues: [{ path, message: translate(error.message) }] })
  }
  const reversals = former ? await supersede(tx, former) : []
  const completedAt = await firstCompletedAt(tx, referreeId)
  const referral = await insertReferral(tx, {
    referrerId,
    referredId: referreeId,
    referralCode: code,
    joinedFrom: null,
    createdAt: now,
    completedAt,
    rewardGiven: true,
  })
  const payments = [
    ...reversals,
    paymentForReferring(referral, 'manual'),
    paymentForJoining(referral),
    ...(completedAt === null ? [] : [paymentForFirstSession(referral)]),
  ]
  await insertPayments(tx, payments, now)
  await recordAttribution(tx, input, former)
  return { referreeId, referrerId, referral }
}

function recordAttribution(tx: Executor, input: AttributionInput, former: Referral | null): Promise<void> {
  return recordAdminActivity(tx, input, {
    kind: referralActivities.attribute,
    targetId: input.referreeId,
    before: { referrerId: former?.referrerId ?? null },
    after: { referrerId: input.referrerId },
  })
}

/** Marks a referral as superseded; returns the payments that reverse its reward. */
async function supersede(tx: Executor, { id }: Referral): Promise<Payment[]> {
  const reward = await rewardFor(tx, id)
  await supersedeReferral(tx, id)
  return reward ? [reversalOf(reward)] : []
}
