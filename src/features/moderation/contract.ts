// Moderation API: bans of members and of addresses.
import * as z from 'zod/mini'
import { memberErrors } from '#features/members/errors.ts'
import { banReasonMaxChars } from '#shared/constants.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { textSchema } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { moderationErrors } from './errors.ts'

/** The lengths of a ban that ends by itself. */
export const banMinutes = [60, 1_440, 10_080] as const

const byId = z.object({ id: idInPathSchema })
const banLimits = [{ per: 'caller', perMinute: 60 }] as const
const addressBanLimits = [{ per: 'caller', perMinute: 120 }] as const

/** A ban as a moderator sees it. */
export const banSchema = z.object({
  id: z.int(),
  name: z.string(),
  isBanned: z.boolean(),
  bannedAt: z.nullable(timestampSchema),
  bannedReason: z.nullable(z.string()),
  /** When it ends by itself; null for one for good. */
  bannedUntil: z.nullable(timestampSchema),
})
export type Ban = z.infer<typeof banSchema>

const ban = {
  path: '/api/admin/users/:id/ban',
  needs: 'chat.moderate',
  params: byId,
  body: z.strictObject({
    reason: textSchema({
      max: banReasonMaxChars,
      empty: () => t('A reason can’t be empty.'),
      tooLong: (facts) => t('A reason has at most {max} characters.', facts),
    }),
    /** After which it ends by itself; left out for good. */
    minutes: z.optional(z.literal(banMinutes, { error: () => t('Please choose one of these lengths.') })),
    /** Deletes the member's messages of today with the ban (CHAT-22). */
    deleteMessagesOfToday: z.optional(z.boolean()),
  }),
  response: banSchema,
  errors: ['not_found', memberErrors.target_is_self, memberErrors.target_is_admin],
  limits: banLimits,
} as const

export const bansCalls = {
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
  unban: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/unban',
    needs: 'community.administer',
    params: byId,
    response: banSchema,
    limits: banLimits,
    errors: ['not_found'],
  }),
}

const addressBanSchema = z.object({
  id: z.int(),
  /** An IPv4 address or an IPv6 /64 network. */
  ipAddress: z.string(),
  reason: z.string(),
  bannedAt: timestampSchema,
  bannedBy: z.object({ id: z.int(), name: z.string() }),
  expiresAt: z.nullable(timestampSchema),
})
const newAddressBanSchema = z.strictObject({
  ipAddress: z
    .string()
    .check(
      z.minLength(1, { error: () => t('Please enter an address.') }),
      z.maxLength(64, { error: () => t('An address has at most {max} characters.', { max: 64 }) }),
    ),
  reason: textSchema({
    max: banReasonMaxChars,
    empty: () => t('A reason can’t be empty.'),
    tooLong: (facts) => t('A reason has at most {max} characters.', facts),
  }),
  expiresAt: z.optional(z.nullable(timestampSchema)),
})
export type AddressBan = z.infer<typeof addressBanSchema>

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
    limits: addressBanLimits,
    creates: true,
    errors: [moderationErrors.address_not_bannable],
  }),
  liftAddressBan: endpoint({
    method: 'DELETE',
    path: '/api/admin/ip-bans/:id',
    needs: 'community.administer',
    params: byId,
    response: successSchema,
    limits: addressBanLimits,
    errors: ['not_found'],
  }),
}
