// Account endpoints: data export and account deletion.
import * as z from 'zod/mini'
import { reauthProofSchema } from '#features/auth/contract.ts'
import { authErrors } from '#features/auth/errors.ts'
import { moodTypes } from '#features/energy/contract.ts'
import { memberErrors } from '#features/members/errors.ts'
import { referralSchema, transactionSchema } from '#features/referrals/contract.ts'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint, perDay, perHour } from '#shared/endpoint.ts'
import { languages } from '#shared/i18n/t.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

const nullable = <Shape extends z.core.$ZodType>(shape: Shape) => z.nullable(shape)

const accountSchema = z.object({
  id: z.int(),
  uid: nullable(z.string()),
  email: nullable(z.string()),
  pendingEmail: nullable(z.string()),
  isAdmin: z.boolean(),
  isGardenAngel: z.boolean(),
  mayHost: z.boolean(),
  createdAt: timestampSchema,
  lastLogin: nullable(timestampSchema),
  lastLoginIp: nullable(z.string()),
})

const profileSchema = z.object({
  name: z.string(),
  profilePicture: nullable(z.string()),
  /** The image itself, as a data URL. */
  pictureData: nullable(z.string()),
  profileCompleted: z.boolean(),
  isUnlisted: z.boolean(),
  language: nullable(z.enum(languages)),
})

const energySchema = z.object({
  /** Whether the member is part of the room's energy; null before their first choice. */
  reflectionOptIn: nullable(z.boolean()),
  /** The care card: whether the member wants it, and when it was last shown. */
  care: z.object({ isOffered: z.boolean(), shownAt: nullable(timestampSchema) }),
  entries: z.array(
    z.object({
      id: z.int(),
      sessionDate: daySchema,
      moodType: z.enum(moodTypes),
      /** The stored value, 1 to 8; the app displays `center`. */
      emotionLevel: z.int(),
      center: z.string(),
      comment: nullable(z.string()),
      createdAt: timestampSchema,
      isSample: z.boolean(),
      /** The sitting during which it was made. */
      sittingId: nullable(z.int()),
      reflectionOptIn: z.boolean(),
    }),
  ),
})

const meditationSchema = z.object({
  /** Whole minutes, including adjustments. */
  totalMinutes: z.int(),
  sessions: z.array(
    z.object({
      id: z.int(),
      sessionDate: daySchema,
      title: z.string(),
      startTime: timestampSchema,
      endTime: timestampSchema,
      /** Seconds. */
      duration: z.int(),
      completed: z.boolean(),
      isSample: z.boolean(),
    }),
  ),
  adjustments: z.array(z.object({ minutes: z.int(), createdAt: timestampSchema })),
})

/** A referral: its state, and the name of the other member. */
const invitation = {
  name: z.string(),
  status: referralSchema.shape.status,
  createdAt: timestampSchema,
  completedAt: nullable(timestampSchema),
}

const referralsSchema = z.object({
  referralCode: nullable(z.string()),
  invitedBy: z.array(z.object({ ...invitation, joinedFrom: nullable(z.string()) })),
  invited: z.array(z.object(invitation)),
  quantumLovePoints: z.int(),
  quantumLove: z.array(
    z.object({
      id: z.int(),
      amount: z.int(),
      type: transactionSchema.shape.type,
      description: z.string(),
      createdAt: timestampSchema,
    }),
  ),
})

/**
 * All data stored about a member. Lists are newest first, unless noted. The server adds the parts of other features, each
 * with its own schema.
 */
export const exportSchema = z.object({
  product: z.string(),
  exportedAt: timestampSchema,
  /** The names of truncated lists, such as 'chat.messages'. The operator has their older rows. */
  shortened: z.array(z.string()),
  account: accountSchema,
  profile: profileSchema,
  energy: energySchema,
  meditation: meditationSchema,
  referrals: referralsSchema,
})
export type AccountExport = z.infer<typeof exportSchema>

export const exportsPerCaller = perDay(3)

export const accountCalls = {
  /** Cross-site requests are rejected. Only exports that start count toward {@link exportsPerCaller}. */
  exportAccount: endpoint({
    method: 'GET',
    path: '/api/account/export',
    needs: 'profile.prepare',
    isForOwnPages: true,
    // The page saves the parts of other features without knowing them.
    response: z.looseObject(exportSchema.shape),
    errors: ['unavailable', 'bad_origin'],
  }),
  /** Requires a sign-in within the last five minutes, or reauthentication (PROF-23). */
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/account',
    needs: 'identity',
    body: z.optional(reauthProofSchema),
    response: z.null(),
    limits: [{ per: 'caller', ...perHour(20) }],
    bodyMaxBytes: 16 * 1024,
    errors: [authErrors.reauth_required, memberErrors.last_admin],
  }),
}
