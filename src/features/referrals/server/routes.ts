// Referral routes: codes, referrals, points, flags and manual attribution.
import { assertNotBanned } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { can } from '#shared/roles.ts'
import type { JoinCode } from '../codes.ts'
import { referralsCalls } from '../contract.ts'
import { flagsSinceMs } from '../rules.ts'
import { attributeReferral, type FirstCompletedAt } from './attribution.ts'
import { ensureReferralCode } from './service.ts'
import { referralCodeOf, isMember, memberNamesById, referralsBy, flagsSince, pointsOf } from './sql.ts'

/** Handed in by the app, from features below. */
export interface ReferralsDeps {
  firstCompletedAt: FirstCompletedAt
  /** The first code in a text that exists, of an invite or of a member; null without one. */
  findCode: (text: string) => Promise<JoinCode | null>
  /** The name that a list proposes to a newcomer with the code of an invite; null without one. */
  findProposedName: (code: string) => Promise<string | null>
}

export function createReferralsRoutes({
  firstCompletedAt,
  findCode,
  findProposedName,
}: ReferralsDeps): Routes {
  const validate = async ({ community }: Pick<Context, 'community'>, text: string) => {
    if (community.settings().joining === 'closed') return { valid: false }
    const found = await findCode(text)
    if (found?.kind === 'referral') return { valid: true, referrer: { name: found.referrerName } }
    if (!found) return { valid: false }
    if (!found.isUsable) return { valid: false, isEnded: true }
    const proposedName = await findProposedName(found.code)
    return { valid: true, ...(proposedName === null ? {} : { proposedName }) }
  }
  return defineRoutes(referralsCalls, {
    validate: (context, { params: { code } }) => validate(context, code),
    validateText: (context, { body: { code } }) => validate(context, code),
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
