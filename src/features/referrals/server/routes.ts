// Referral routes: codes, referrals, points, flags and manual attribution.
import { can } from '#shared/roles.ts'
import type { Context } from '#server/context.ts'
import { assertNotBanned } from '#features/members/server/service.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { appError } from '#server/app-error.ts'
import { isReferralCode, normalizeReferralCode } from '../codes.ts'
import { referralsCalls } from '../contract.ts'
import { flagsSinceMs } from '../rules.ts'
import { attributeReferral, type FirstCompletedAt } from './attribution.ts'
import { ensureReferralCode } from './service.ts'
import {
  referralCodeOf,
  isMember,
  memberNamesById,
  referralsBy,
  referrerByCode,
  flagsSince,
  pointsOf,
} from './sql.ts'

/** Handed in by the app, from features below. */
export interface ReferralsDeps {
  firstCompletedAt: FirstCompletedAt
  /** Whether the invitation of a text opens the door now; null without one. */
  findInvite: (text: string) => Promise<boolean | null>
}

export function createReferralsRoutes({ firstCompletedAt, findInvite }: ReferralsDeps): Routes {
  return defineRoutes(referralsCalls, {
    validate: async ({ community, database }, { params }) => {
      if (community.settings().joining === 'closed') return { valid: false }
      const code = normalizeReferralCode(params.code)
      const referrer = isReferralCode(code) ? await referrerByCode(database.query, code) : null
      if (referrer) return { valid: true, referrer: { name: referrer.name } }
      const isUsable = await findInvite(params.code)
      return isUsable === false ? { valid: false, isEnded: true } : { valid: isUsable === true }
    },
    codeOf: async (context, { params }) => {
      await requireOwnOrAdmin(context, params.id)
      return { referralCode: await referralCodeOf(context.database.query, params.id) }
    },
    generateCode: async ({ caller, clock, database }) => {
      const userId = caller.user.id
      const { code, isNew } = await database.transaction(async (tx) => {
        await assertNotBanned(tx, userId)
        return ensureReferralCode(tx, { userId, now: new Date(clock.now()) })
      })
      return isNew ? created({ referralCode: code }) : { referralCode: code }
    },
    referralsOf: async (context, { params }) => {
      await requireOwnOrAdmin(context, params.id)
      return { referrals: await referralsBy(context.database.query, params.id) }
    },
    pointsOf: async (context, { params }) => {
      await requireOwnOrAdmin(context, params.id)
      return pointsOf(context.database.query, params.id)
    },
    attribute: async ({ caller, clock, database, log, runIdempotent }, { body }) => {
      const input = { ...body, adminId: caller.user.id, now: new Date(clock.now()) }
      const { referreeId, referrerId, referral } = await runIdempotent(
        (tx) => attributeReferral(tx, input, firstCompletedAt),
        ({ referreeId: userId, referrerId }) =>
          log.info(
            { event: 'attribution', by: input.adminId, userId, referrerId },
            'Referral attributed manually.',
          ),
      )
      // Read after the transaction, so that the stored idempotent result contains no names.
      const names = await memberNamesById(database.query, [referreeId, referrerId])
      const withName = (id: number) => ({ id, name: names.get(id) ?? '' })
      return { details: { referree: withName(referreeId), referrer: withName(referrerId), referral } }
    },
    flags: async ({ calendar, clock, database }) => {
      const [days, nowMs] = [calendar.days(), clock.now()]
      const since = new Date(flagsSinceMs(days, nowMs))
      return { flags: await flagsSince(database.query, { since, zone: days.zoneAt(nowMs) }) }
    },
  })
}

/**
 * Only administrators can read another member's data (REF-19). For them it throws `not_found` when the member
 * doesn't exist.
 */
async function requireOwnOrAdmin(
  { caller, database, assertOwner }: Context<'friends.invite'>,
  userId: number,
): Promise<void> {
  const isOwn = userId === caller.user.id
  assertOwner(isOwn || can(caller.persona, 'community.administer'))
  if (!isOwn && !(await isMember(database.query, userId))) throw appError('not_found')
}
