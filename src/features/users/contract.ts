// The calls by which moderators and administrators act on people.
import * as z from 'zod/mini'
import { banReasonMaxChars } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { idInPathSchema } from '#shared/id.ts'
import { textSchema } from '#shared/text.ts'

/** What a moderator may know of a ban that they made. */
export const banSchema = z.object({
  id: z.int(),
  name: z.string(),
  isBanned: z.boolean(),
  bannedAt: z.nullable(z.iso.datetime()),
  bannedReason: z.nullable(z.string()),
})
export type Ban = z.infer<typeof banSchema>

const ban = {
  path: '/api/admin/users/:id/ban',
  needs: 'chat.moderate',
  params: z.object({ id: idInPathSchema }),
  body: z.strictObject({ reason: textSchema({ name: 'A reason', max: banReasonMaxChars }) }),
  answer: banSchema,
  limits: [{ per: 'caller', perMinute: 60 }],
} as const

export const usersCalls = {
  /** The chat's verb and the dashboard's: one handler (CHAT-20). */
  banByPut: endpoint({ method: 'PUT', ...ban }),
  banByPost: endpoint({ method: 'POST', ...ban }),
}
