// Member administration API: the list, changes of members and their roles, the first administrator, community totals.
import * as z from 'zod/mini'
import { authErrors } from '#features/auth/errors.ts'
import { emailMaxChars, membersUnpagedMax } from '#shared/constants.ts'
import { daySchema } from '#shared/day-schema.ts'
import { displayNameSchema } from '#shared/display-name.ts'
import { endpoint, perHour, successSchema } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { emailSchema, isStorable } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { memberErrors } from './errors.ts'
import { emailChangeEffects, resetLinkWays } from './rules.ts'

/** A member as administrators see them, without diary data. */
export const memberSchema = z.object({
  id: z.int(),
  name: z.string(),
  /** The address of their profile. */
  email: z.nullable(z.string()),
  /** The address that they sign in with; null without an account. */
  signInEmail: z.nullable(z.string()),
  /** The effect of a change of the address by an administrator. */
  emailChange: z.enum(emailChangeEffects),
  /** How an administrator helps them to a new password (USR-29). */
  resetLink: z.enum(resetLinkWays),
  profilePicture: z.nullable(z.string()),
  isAdmin: z.boolean(),
  isGardenAngel: z.boolean(),
  /** May hold sittings, besides what their role gives (TEACH-01). */
  mayHost: z.boolean(),
  isBanned: z.boolean(),
  bannedAt: z.nullable(timestampSchema),
  bannedReason: z.nullable(z.string()),
  /** When the ban ends by itself; null for one for good, and for none. */
  bannedUntil: z.nullable(timestampSchema),
  lastLogin: z.nullable(timestampSchema),
  lastLoginIp: z.nullable(z.string()),
  profileCompleted: z.boolean(),
  referralCode: z.nullable(z.string()),
  /** The id of the referrer. */
  referredBy: z.nullable(z.int()),
  referrerName: z.nullable(z.string()),
  /** Referrals made by this member, without superseded and void ones. */
  referralCount: z.int(),
  quantumLovePoints: z.int(),
  /** Whole minutes of all sessions without samples, plus adjustments (USR-19). */
  totalTimeSpent: z.int(),
  createdAt: timestampSchema,
})
export type Member = z.infer<typeof memberSchema>
export const memberSorts = ['name', 'timeSpent', 'referredBy', 'referralCount'] as const
export type MemberSort = (typeof memberSorts)[number]

/** The roles as the list names them: an administrator who is also a garden angel is an administrator (USR-06). */
export const memberRoles = ['admin', 'garden-angel', 'user'] as const

export type MemberRole = (typeof memberRoles)[number]

const isIdInPath = (text: string) => idInPathSchema.safeParse(text).success

/** Which members are listed or downloaded; each omitted field admits all, and all that are given must hold (USR-31). */
export const memberFilterSchema = z.strictObject({
  role: z.optional(z.enum(memberRoles)),
  /** `unconfirmed`: no confirmed address. */
  email: z.optional(z.enum(['unconfirmed'])),
  /** `yes`: marked as one who may hold sittings (TEACH-01). */
  mayHost: z.optional(z.enum(['yes'])),
  /** Days without being seen, from which a member is found. */
  unseenDays: z.optional(z.enum(['30', '90', '365'])),
  /** The id of a list of people: those who joined by its invitations. An unknown one finds no one. */
  inviteBatch: z.optional(z.string().check(z.refine(isIdInPath))),
})
export type MemberFilter = z.infer<typeof memberFilterSchema>

const searchSchema = z.string().check(z.maxLength(200), z.refine(isStorable))

/** A row of the download; no diary, care, help, cases or notes (USR-33). */
export const downloadedMemberSchema = z.object({
  name: z.string(),
  /** The address of their profile. */
  email: z.nullable(z.string()),
  role: z.enum(memberRoles),
  mayHost: z.boolean(),
  createdAt: timestampSchema,
  /** The last sign-in, use of a stored session, or time in the room. */
  lastSeenAt: z.nullable(timestampSchema),
  /** Whole minutes, as in the list. */
  totalTimeSpent: z.int(),
})
export type DownloadedMember = z.infer<typeof downloadedMemberSchema>

const numberInQuery = (name: string, max: number) => {
  const error = `${name} is a whole number from 1 to ${max}.`
  return z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,6}$/, { error })),
    z.pipe(z.transform(Number), z.int().check(z.maximum(max, { error }))),
  )
}

const byId = z.object({ id: idInPathSchema })
const limits = [{ per: 'caller', perMinute: 120 }] as const

const timeSpentError = () => t('Please enter a whole number of minutes, 0 or more.')

const memberChangesSchema = z.strictObject({
  name: z.optional(displayNameSchema()),
  email: z.optional(emailSchema(emailMaxChars)),
  isAdmin: z.optional(z.boolean()),
  mayHost: z.optional(z.boolean()),
  /** The sign-in address that `email` corrects, as the caller read it. */
  correctedEmail: z.optional(emailSchema(emailMaxChars)),
})

/** Sign-in links for one member, by all administrators. */
export const resetLinksPerMember = perHour(3)

export const membersCalls = {
  /**
   * X-Total-Count carries the total. Without `page` the server returns the first 1,000 members. With `around` it
   * returns the page that contains that member and puts the page number in X-Page.
   */
  members: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    needs: 'community.administer',
    query: z.strictObject({
      search: z.optional(searchSchema),
      ...memberFilterSchema.shape,
      sort: z.optional(z.enum(memberSorts)),
      order: z.optional(z.enum(['asc', 'desc'])),
      page: z.optional(numberInQuery('A page', 1_000_000)),
      limit: z.optional(numberInQuery('A limit', membersUnpagedMax)),
      around: z.optional(idInPathSchema),
    }),
    response: z.array(memberSchema),
    responseHeaders: ['x-total-count', 'x-page'],
  }),
  /**
   * The members who match, by name; all without a search and a filter. Too many for one response are refused (USR-33). Records an
   * entry of the activity log with their number.
   */
  downloadMembers: endpoint({
    method: 'POST',
    path: '/api/admin/users/download',
    needs: 'community.administer',
    body: z.strictObject({ search: z.optional(searchSchema), ...memberFilterSchema.shape }),
    response: z.object({ members: z.array(downloadedMemberSchema) }),
    isCompressed: true,
    limits: [{ per: 'caller', ...perHour(20) }],
    errors: [memberErrors.too_many_members],
  }),
  /**
   * A new address changes the profile only, and the sign-in address stays, once that is confirmed. An unconfirmed one of a
   * member with a password is corrected, which ends their sessions; refused with `email_of_role` and `email_elsewhere`
   * for others (USR-25). `correctedEmail` makes sure that it is still the one that the caller read.
   */
  updateMember: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id',
    needs: 'community.administer',
    params: byId,
    body: memberChangesSchema,
    response: memberSchema,
    limits,
    errors: [
      'not_found',
      memberErrors.member_email_taken,
      memberErrors.last_admin,
      memberErrors.email_of_role,
      memberErrors.email_elsewhere,
      memberErrors.email_changed_meanwhile,
    ],
  }),
  /**
   * Mails the link of 'Forgot password?' to the confirmed address that the member signs in with; no response contains it
   * (USR-29). Three an hour for a member.
   */
  sendResetLink: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/reset-link',
    needs: 'community.administer',
    params: byId,
    response: successSchema,
    limits,
    errors: ['not_found', memberErrors.reset_link_of_role, memberErrors.reset_link_of_operator],
  }),
  grantGardenAngel: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/garden-angel',
    needs: 'community.administer',
    params: byId,
    response: memberSchema,
    limits,
    errors: ['not_found', memberErrors.target_is_admin, memberErrors.target_is_banned],
  }),
  removeGardenAngel: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/garden-angel',
    needs: 'community.administer',
    params: byId,
    response: memberSchema,
    limits,
    errors: ['not_found', memberErrors.target_is_admin],
  }),
  /** Sets the total in minutes by adding an adjustment to the session time (USR-19). */
  setTimeSpent: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/time-spent',
    needs: 'community.administer',
    params: byId,
    body: z.strictObject({
      timeSpent: z
        .int({ error: timeSpentError })
        .check(
          z.minimum(0, { error: timeSpentError }),
          z.maximum(100_000_000, { error: () => t('That is too many minutes.') }),
        ),
    }),
    response: memberSchema,
    limits,
    errors: ['not_found'],
  }),
}

/** Handled by the account feature, which knows the data of every feature. */
export const memberDeletionCalls = {
  /** Anonymizes the member (USR-15). */
  deleteMember: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id',
    needs: 'community.administer',
    params: byId,
    response: successSchema,
    limits,
    errors: ['not_found', memberErrors.target_is_self, memberErrors.target_is_admin],
  }),
}

export const firstAdminCalls = {
  /** Redeems the one-time link that the server prints while there is no administrator (OPS-18). */
  becomeFirstAdmin: endpoint({
    method: 'POST',
    path: '/api/auth/first-admin',
    needs: 'identity',
    body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200), z.refine(isStorable)) }),
    response: successSchema,
    limits: [{ per: 'caller', perMinute: 10 }],
    errors: [authErrors.user_not_registered, memberErrors.first_admin_link_void],
  }),
}

export const totalsCalls = {
  /** All durations in minutes (TOT-05). */
  totals: endpoint({
    method: 'GET',
    path: '/api/admin/analytics',
    needs: 'community.administer',
    response: z.object({
      totalUsers: z.int(),
      totalMinutes: z.int(),
      dailyAverage: z.number(),
      monthlyTotal: z.int(),
      topUsers: z.array(z.object({ id: z.int(), name: z.string(), totalTimeSpent: z.int() })),
    }),
  }),
  /** The last 30 days, oldest first: minutes in meditation, and members with time. */
  recentDays: endpoint({
    method: 'GET',
    path: '/api/admin/analytics/days',
    needs: 'community.administer',
    response: z.array(z.object({ date: daySchema, minutes: z.int(), members: z.int() })),
  }),
}
