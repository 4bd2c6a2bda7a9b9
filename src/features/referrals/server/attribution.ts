// Manual attribution: an administrator credits a friend to a referrer, in place of any former one (PTS-07).
import { recordAdminActivity } from '#features/activity/server/service.ts'
import { firstCompletedAt } from '#features/meditation/server/service.ts'
import { lockMembersForPoints, capabilityError } from '#features/users/server/service.ts'
import type { Executor } from '#server/db.ts'
import { appError } from '#server/app-error.ts'
import { errorCatalogue } from '#shared/error-catalogue.ts'
import { normalizeReferralCode } from '../codes.ts'
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
  ownerOfCode,
  referralOf,
  supersedeReferral,
} from './sql.ts'
import { insertPayments, rewardFor } from './sql-ledger.ts'

interface AttributionInput {
  adminId: number
  referreeId: number
  referrerId: number
  referralCode: string
  now: Date
}

interface AttributionResult {
  referreeId: number
  referrerId: number
  referral: Referral
}

/**
 * Credits a friend to a referrer, pays the points and reverses the former referrer's reward. Throws `not_found`,
 * `already_referred`, or one of the catalogue's 400s with the wrong field.
 */
export async function attributeReferral(tx: Executor, order: AttributionInput): Promise<AttributionResult> {
  const { adminId, referreeId, referrerId, now } = order
  // The former referrer loses points, so the ordered row locks must include them. This advisory lock keeps the
  // attribution unchanged until then.
  await lockAttributionExclusive(tx, referreeId)
  const expected = await referralOf(tx, referreeId)
  const ids = [adminId, referreeId, referrerId, ...(expected ? [expected.referrerId] : [])]
  const held = await lockMembersForPoints(tx, ids)
  const notAllowed = capabilityError(held.get(adminId) ?? null, 'community.administer')
  if (notAllowed) throw notAllowed
  const [referree, referrer] = [held.get(referreeId), held.get(referrerId)]
  if (!referree || !referrer || referree.deletedAt !== null) throw appError('not_found')
  const former = await referralOf(tx, referreeId)
  const code = normalizeReferralCode(order.referralCode)
  const refusal = attributionError({
    referreeId,
    referrerId,
    referrer: { isBanned: referrer.isBanned, isDeleted: referrer.deletedAt !== null },
    codeOwnerId: await ownerOfCode(tx, code),
    referreesReferrerId: former?.referrerId ?? null,
    referrersReferrerId: (await referralOf(tx, referrerId))?.referrerId ?? null,
  })
  if (refusal)
    throw appError(refusal.code, {
      issues: [{ path: refusal.path, message: errorCatalogue[refusal.code].message }],
    })
  const takenBack = former ? await supersede(tx, former) : []
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
    ...takenBack,
    paymentForReferring(referral, 'by hand'),
    paymentForJoining(referral),
    ...(completedAt === null ? [] : [paymentForFirstSession(referral)]),
  ]
  await insertPayments(tx, payments, now)
  await recordAttribution(tx, order, former)
  return { referreeId, referrerId, referral }
}

function recordAttribution(tx: Executor, order: AttributionInput, former: Referral | null): Promise<void> {
  return recordAdminActivity(tx, order, {
    action: 'referral.attribute',
    targetType: 'referral',
    targetId: order.referreeId,
    label: null,
    before: { referrerId: former?.referrerId ?? null },
    after: { referrerId: order.referrerId },
  })
}

/** Marks a referral as superseded; returns the payments that reverse its reward. */
async function supersede(tx: Executor, { id }: Referral): Promise<Payment[]> {
  const reward = await rewardFor(tx, id)
  await supersedeReferral(tx, id)
  return reward ? [reversalOf(reward)] : []
}
