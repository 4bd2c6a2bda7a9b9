// Account endpoints: data export and account deletion.
import * as z from 'zod/mini'
import { helpDetailsSchema, helpKinds, helpMessageSchema } from '#features/help/contract.ts'
import { actions, targetTypes } from '#features/activity/contract.ts'
import { reauthProofSchema } from '#features/auth/contract.ts'
import { moodTypes } from '#features/energy/contract.ts'
import { referralSchema, transactionSchema } from '#features/referrals/contract.ts'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint, perDay, perHour } from '#shared/endpoint.ts'

const timestampSchema = z.iso.datetime()
const nullable = <Shape extends z.core.$ZodType>(shape: Shape) => z.nullable(shape)
/** Changed fields with their values. */
const changedFieldsSchema = nullable(z.record(z.string(), z.unknown()))

const accountSchema = z.object({
  id: z.int(),
  uid: nullable(z.string()),
  email: nullable(z.string()),
  pendingEmail: nullable(z.string()),
  isAdmin: z.boolean(),
  isGardenAngel: z.boolean(),
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
})

const signInSchema = z.object({
  /** The built-in account; null with Firebase, which stores accounts itself. */
  credentials: nullable(
    z.object({
      name: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      hasPassword: z.boolean(),
      createdAt: timestampSchema,
      updatedAt: timestampSchema,
    }),
  ),
  /** The linked accounts at external providers, such as Google, oldest first. */
  provedElsewhere: z.array(
    z.object({
      provider: z.string(),
      subject: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      provenSince: nullable(timestampSchema),
      createdAt: timestampSchema,
    }),
  ),
  /** Oldest first. */
  mailedLinks: z.array(
    z.object({
      purpose: z.string(),
      email: z.string(),
      createdAt: timestampSchema,
      expiresAt: timestampSchema,
    }),
  ),
  sessions: z.array(
    z.object({
      provider: z.string(),
      email: z.string(),
      name: z.string(),
      remembered: z.boolean(),
      createdAt: timestampSchema,
      lastUsedAt: timestampSchema,
      expiresAt: timestampSchema,
      ip: nullable(z.string()),
      revokedAt: nullable(timestampSchema),
      revokedBy: nullable(z.string()),
    }),
  ),
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

const chatSchema = z.object({
  messages: z.array(
    z.object({
      id: z.int(),
      sessionDate: daySchema,
      timestamp: timestampSchema,
      /** Empty once retention has erased the text of a deleted message. */
      message: z.string(),
      deletedAt: nullable(timestampSchema),
    }),
  ),
  likes: z.array(z.object({ messageId: z.int(), createdAt: timestampSchema })),
})

/** The member's requests for help during sittings, and the moderators' replies. */
const helpSchema = z.object({
  requests: z.array(
    z.object({
      day: daySchema,
      kind: z.enum(helpKinds),
      createdAt: timestampSchema,
      closedAt: nullable(timestampSchema),
      details: nullable(helpDetailsSchema),
      messages: z.array(helpMessageSchema),
    }),
  ),
})

/** The sittings in whose sharing the member thanked the room. */
const thanksSchema = z.object({ sittings: z.array(z.object({ day: daySchema, sentAt: timestampSchema })) })

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

const action = z.union([z.enum(actions), z.string()])
const targetType = z.union([z.enum(targetTypes), z.string()])

const activitySchema = z.object({
  /** Actions of moderators and administrators on the member. */
  aboutMe: z.array(
    z.object({
      action,
      targetType,
      before: changedFieldsSchema,
      after: changedFieldsSchema,
      createdAt: timestampSchema,
    }),
  ),
  /** The member's own actions as a moderator or administrator. */
  byMe: z.array(z.object({ action, targetType, createdAt: timestampSchema })),
})

/** All data stored about a member. Lists are newest first, unless noted. */
const exportSchema = z.object({
  product: z.string(),
  exportedAt: timestampSchema,
  /** The names of truncated lists, such as 'chat.messages'. The operator has their older rows. */
  shortened: z.array(z.string()),
  account: accountSchema,
  profile: profileSchema,
  signIn: signInSchema,
  energy: energySchema,
  meditation: meditationSchema,
  chat: chatSchema,
  help: helpSchema,
  thanks: thanksSchema,
  referrals: referralsSchema,
  activity: activitySchema,
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
    response: exportSchema,
    errorCodes: ['unavailable', 'bad_origin'],
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
    errorCodes: ['reauth_required', 'last_admin'],
  }),
}
