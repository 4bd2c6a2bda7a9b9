// Invitations API: the links by which administrators let newcomers in (COM-06).
import * as z from 'zod/mini'
import { inviteDaysMost, inviteUsesMost } from '#shared/constants.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { idInPathSchema } from '#shared/id.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { wholeNumberSchema } from '#shared/whole-number.ts'

const inviteSchema = z.object({
  id: z.int(),
  code: z.string(),
  /** The link by which newcomers join. */
  url: z.string(),
  /** How many people may join by it, and how many have. */
  uses: z.int(),
  used: z.int(),
  expiresAt: timestampSchema,
})

const listedInviteSchema = z.extend(inviteSchema, {
  createdAt: timestampSchema,
  revokedAt: z.nullable(timestampSchema),
  /** Null once their account was deleted. */
  maker: z.nullable(z.object({ id: z.int(), name: z.string() })),
})
export type ListedInvite = z.infer<typeof listedInviteSchema>

const limits = [{ per: 'caller', perMinute: 30 }] as const

export const invitesCalls = {
  /** Those that still let newcomers join first, then the newest. */
  invites: endpoint({
    method: 'GET',
    path: '/api/admin/invites',
    needs: 'community.administer',
    response: z.object({ invites: z.array(listedInviteSchema) }),
  }),
  createInvite: endpoint({
    method: 'POST',
    path: '/api/admin/invites',
    needs: 'community.administer',
    body: z.strictObject({
      uses: wholeNumberSchema([1, inviteUsesMost]),
      days: wholeNumberSchema([1, inviteDaysMost]),
    }),
    response: inviteSchema,
    limits,
    creates: true,
    isIdempotent: true,
  }),
  /** From then on it lets no one in; those who joined by it stay. */
  revokeInvite: endpoint({
    method: 'DELETE',
    path: '/api/admin/invites/:id',
    needs: 'community.administer',
    params: z.object({ id: idInPathSchema }),
    response: successSchema,
    limits,
    errors: ['not_found'],
  }),
}
