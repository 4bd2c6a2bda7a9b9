// Referrals API: codes, referrals, Quantum Love points, flags, and attribution by administrators.
import * as z from 'zod/mini'
import { joinTextMaxChars } from '#shared/constants.ts'
import { endpoint, perDay } from '#shared/endpoint.ts'
import { idInBodySchema, idInPathSchema } from '#shared/id.ts'
import { isStorable } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { referralErrors } from './errors.ts'

const referralStatuses = ['pending', 'completed', 'superseded', 'void'] as const
const transactionTypes = ['join', 'first-session', 'reward', 'reversal'] as const

export const referralSchema = z.object({
  id: z.int(),
  referrerId: z.int(),
  referredId: z.int(),
  referralCode: z.string(),
  status: z.enum(referralStatuses),
  /** Whether the referrer received the points for this referral. */
  rewardGiven: z.boolean(),
  createdAt: timestampSchema,
  completedAt: z.nullable(timestampSchema),
})
export type Referral = z.infer<typeof referralSchema>

export const transactionSchema = z.object({
  id: z.int(),
  userId: z.int(),
  /** Points; negative for a reversal. */
  amount: z.int(),
  type: z.enum(transactionTypes),
  description: z.string(),
  referralId: z.int(),
  createdAt: timestampSchema,
})
export type Transaction = z.infer<typeof transactionSchema>

/** An anomaly of one referrer on one day; it has no effect on points. */
export const referralFlagSchema = z.object({
  kind: z.enum(['many-rewards', 'same-address']),
  day: z.iso.date(),
  /** Rewards, or friends who joined from the same address. */
  count: z.int(),
  referrer: z.object({ id: z.int(), name: z.string() }),
})
export type ReferralFlag = z.infer<typeof referralFlagSchema>

const memberInPath = z.object({ id: idInPathSchema })
const codeResponse = z.object({ referralCode: z.string() })
const namedMemberSchema = z.object({ id: z.int(), name: z.string() })
/** Any text in which a code may be; one without an existing code gets a response instead of an error. */
const joinText = z.string().check(z.maxLength(joinTextMaxChars), z.refine(isStorable))
const validityResponse = z.object({
  valid: z.boolean(),
  referrer: z.optional(z.object({ name: z.string() })),
  isEnded: z.optional(z.boolean()),
  /** Of the person for whom a personal invite was made (JOIN-04). */
  proposedName: z.optional(z.string()),
})
/** Both calls together, so that asking by the other gives no further guesses. */
const validityLimits = [
  { per: 'address', bucket: 'validate-code', perMinute: 10, isShared: true },
  { per: 'address', bucket: 'validate-code-by-day', ...perDay(100), isShared: true },
] as const

export const referralsCalls = {
  /**
   * Never 404; reveals only the referrer's name (REF-06, T32). An invite's code is valid without a referrer;
   * `isEnded` says that it was. While no one may join, no code is valid (COM-06).
   */
  validate: endpoint({
    method: 'GET',
    path: '/api/referral/validate/:code',
    needs: 'public',
    hasSecretPath: true,
    params: z.object({ code: joinText }),
    response: validityResponse,
    limits: validityLimits,
  }),
  /** The same for a text of up to 2,000 characters, which no access log has (T86): the page asks by it. */
  validateText: endpoint({
    method: 'POST',
    path: '/api/referral/validate',
    needs: 'public',
    body: z.strictObject({ code: joinText }),
    response: validityResponse,
    limits: validityLimits,
  }),
  /** `null` for an account without a code. */
  codeOf: endpoint({
    method: 'GET',
    path: '/api/user/:id/referral-code',
    needs: 'friends.invite',
    params: memberInPath,
    response: z.object({ referralCode: z.nullable(z.string()) }),
    errors: ['forbidden', 'not_found'],
  }),
  /** 201 with a new code, 200 with the caller's existing one (REF-20). */
  generateCode: endpoint({
    method: 'POST',
    path: '/api/user/generate-referral-code',
    needs: 'friends.invite',
    response: codeResponse,
    limits: [{ per: 'caller', perMinute: 5 }],
    creates: true,
  }),
  /** Newest first, without superseded and void referrals (REF-16). */
  referralsOf: endpoint({
    method: 'GET',
    path: '/api/user/:id/referrals',
    needs: 'friends.invite',
    params: memberInPath,
    response: z.object({ referrals: z.array(referralSchema) }),
    isCompressed: true,
    errors: ['forbidden', 'not_found'],
  }),
  /** Ledger entries, newest first, and their sum. */
  pointsOf: endpoint({
    method: 'GET',
    path: '/api/user/:id/quantum-love',
    needs: 'friends.invite',
    params: memberInPath,
    response: z.object({ points: z.int(), transactions: z.array(transactionSchema) }),
    isCompressed: true,
    errors: ['forbidden', 'not_found'],
  }),
  attribute: endpoint({
    method: 'POST',
    path: '/api/admin/referral/manual-attribute',
    needs: 'community.administer',
    body: z.strictObject({
      referreeId: idInBodySchema('A member'),
      referrerId: idInBodySchema('A referrer'),
      referralCode: z
        .string({ error: 'A referral code must be text.' })
        .check(z.maxLength(200), z.refine(isStorable)),
    }),
    response: z.object({
      details: z.object({
        referree: namedMemberSchema,
        referrer: namedMemberSchema,
        referral: referralSchema,
      }),
    }),
    limits: [{ per: 'caller', perMinute: 120 }],
    isIdempotent: true,
    errors: [
      'not_found',
      referralErrors.referral_to_self,
      referralErrors.referral_cycle,
      referralErrors.referrer_banned,
      referralErrors.referrer_deleted,
      referralErrors.referral_code_mismatch,
      referralErrors.already_referred,
    ],
  }),
  /** Flags of the last 30 days, latest day first. */
  flags: endpoint({
    method: 'GET',
    path: '/api/admin/referral/flags',
    needs: 'community.administer',
    response: z.object({ flags: z.array(referralFlagSchema) }),
  }),
}
