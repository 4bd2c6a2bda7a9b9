// User administration API: bans, members, roles, address bans and community totals.
import { userErrors } from './errors.ts'
import { authErrors } from '#features/auth/errors.ts'
import * as z from 'zod/mini'
import { banReasonMaxChars, emailMaxChars, usersUnpagedMax } from '#shared/constants.ts'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { idInPathSchema } from '#shared/id.ts'
import { emailSchema, isStorable, textSchema } from '#shared/text.ts'
import { displayNameSchema } from '#shared/display-name.ts'

/** A ban as a moderator sees it. */
export const banSchema = z.object({
  id: z.int(),
  name: z.string(),
  isBanned: z.boolean(),
  bannedAt: z.nullable(z.iso.datetime()),
  bannedReason: z.nullable(z.string()),
})
export type Ban = z.infer<typeof banSchema>

/** A member as administrators see them, without diary data. */
export const memberSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  profilePicture: z.nullable(z.string()),
  isAdmin: z.boolean(),
  isGardenAngel: z.boolean(),
  isBanned: z.boolean(),
  bannedAt: z.nullable(z.iso.datetime()),
  bannedReason: z.nullable(z.string()),
  lastLogin: z.nullable(z.iso.datetime()),
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
  createdAt: z.iso.datetime(),
})
export type Member = z.infer<typeof memberSchema>
export const memberSorts = ['name', 'timeSpent', 'referredBy', 'referralCount'] as const
export type MemberSort = (typeof memberSorts)[number]

const numberInQuery = (name: string, max: number) => {
  const error = `${name} is a whole number from 1 to ${max}.`
  return z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,6}$/, { error })),
    z.pipe(z.transform(Number), z.int().check(z.maximum(max, { error }))),
  )
}

const byId = z.object({ id: idInPathSchema })
const limits = [{ per: 'caller', perMinute: 120 }] as const

const addressBanSchema = z.object({
  id: z.int(),
  /** An IPv4 address or an IPv6 /64 network. */
  ipAddress: z.string(),
  reason: z.string(),
  bannedAt: z.iso.datetime(),
  bannedBy: z.object({ id: z.int(), name: z.string() }),
  expiresAt: z.nullable(z.iso.datetime()),
})
export const newAddressBanSchema = z.strictObject({
  ipAddress: z
    .string()
    .check(
      z.minLength(1, { error: 'Please enter an address.' }),
      z.maxLength(64, { error: 'An address has at most 64 characters.' }),
    ),
  reason: textSchema({ name: 'A reason', max: banReasonMaxChars }),
  expiresAt: z.optional(z.nullable(z.iso.datetime())),
})
export type AddressBan = z.infer<typeof addressBanSchema>

const ban = {
  path: '/api/admin/users/:id/ban',
  needs: 'chat.moderate',
  params: byId,
  body: z.strictObject({
    reason: textSchema({ name: 'A reason', max: banReasonMaxChars }),
    /** Deletes the member's messages of today with the ban (CHAT-22). */
    deleteMessagesOfToday: z.optional(z.boolean()),
  }),
  response: banSchema,
  errors: ['not_found', userErrors.target_is_self, userErrors.target_is_admin],
  limits: [{ per: 'caller', perMinute: 60 }],
} as const

export const usersCalls = {
  /** Why the caller can't ban a member; the client asks before it offers the ban (CHAT-33). */
  banCheck: endpoint({
    method: 'GET',
    path: '/api/admin/users/:id/ban-check',
    needs: 'chat.moderate',
    params: byId,
    response: z.object({ obstacle: z.nullable(z.enum(['self', 'administrator', 'garden_angel'])) }),
    errors: ['not_found'],
  }),
  /** PUT for the chat and POST for the dashboard share one handler (CHAT-20). */
  banByPut: endpoint({ method: 'PUT', ...ban }),
  banByPost: endpoint({ method: 'POST', ...ban }),
}

export const memberChangesSchema = z.strictObject({
  name: z.optional(displayNameSchema('A name')),
  email: z.optional(emailSchema(emailMaxChars)),
  isAdmin: z.optional(z.boolean()),
})

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
      search: z.optional(z.string().check(z.maxLength(200), z.refine(isStorable))),
      sort: z.optional(z.enum(memberSorts)),
      order: z.optional(z.enum(['asc', 'desc'])),
      page: z.optional(numberInQuery('A page', 1_000_000)),
      limit: z.optional(numberInQuery('A limit', usersUnpagedMax)),
      around: z.optional(idInPathSchema),
    }),
    response: z.array(memberSchema),
    responseHeaders: ['x-total-count', 'x-page'],
  }),
  /** Changes the app's record only; the sign-in address stays (USR-25). */
  updateMember: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id',
    needs: 'community.administer',
    params: byId,
    body: memberChangesSchema,
    response: memberSchema,
    limits,
    errors: ['not_found', userErrors.member_email_taken, userErrors.last_admin],
  }),
  unban: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/unban',
    needs: 'community.administer',
    params: byId,
    response: banSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    errors: ['not_found'],
  }),
  grantGardenAngel: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/garden-angel',
    needs: 'community.administer',
    params: byId,
    response: memberSchema,
    limits,
    errors: ['not_found', userErrors.target_is_admin, userErrors.target_is_banned],
  }),
  removeGardenAngel: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/garden-angel',
    needs: 'community.administer',
    params: byId,
    response: memberSchema,
    limits,
    errors: ['not_found', userErrors.target_is_admin],
  }),
  /** Sets the total in minutes by adding an adjustment to the session time (USR-19). */
  setTimeSpent: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/time-spent',
    needs: 'community.administer',
    params: byId,
    body: z.strictObject({
      timeSpent: z
        .int({ error: 'A time is a whole number of minutes.' })
        .check(
          z.minimum(0, { error: 'A time can’t be negative.' }),
          z.maximum(100_000_000, { error: 'That is too many minutes.' }),
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
    errors: ['not_found', userErrors.target_is_self, userErrors.target_is_admin],
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
    errors: [authErrors.user_not_registered, userErrors.first_admin_link_void],
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

export const addressBansCalls = {
  addressBans: endpoint({
    method: 'GET',
    path: '/api/admin/ip-bans',
    needs: 'community.administer',
    response: z.array(addressBanSchema),
  }),
  /** 400 `address_not_bannable` for private addresses, proxies and the caller's own address. */
  banAddress: endpoint({
    method: 'POST',
    path: '/api/admin/ip-bans',
    needs: 'community.administer',
    body: newAddressBanSchema,
    response: addressBanSchema,
    limits,
    creates: true,
    errors: [userErrors.address_not_bannable],
  }),
  liftAddressBan: endpoint({
    method: 'DELETE',
    path: '/api/admin/ip-bans/:id',
    needs: 'community.administer',
    params: byId,
    response: successSchema,
    limits,
    errors: ['not_found'],
  }),
}
