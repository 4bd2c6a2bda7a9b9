// Invites for other features: personal ones, which let one newcomer in.
import { randomBytes } from 'node:crypto'
import type { Executor } from '#server/db/database.ts'
import { inviteCodeChars } from '#shared/constants.ts'
import { encodeInviteCode } from '../codes.ts'
import { insertPersonalInvites } from './sql.ts'

export { deleteInvites, findInviteCode, updateInviteEnd } from './sql.ts'

/** Makes `count` invites for one newcomer each, and returns their ids. */
export function makePersonalInvites(
  tx: Executor,
  { count, ...invites }: { count: number; createdAt: Date; expiresAt: Date; makerId: number },
): Promise<number[]> {
  const codes = Array.from({ length: count }, () => encodeInviteCode(randomBytes(inviteCodeChars)))
  return insertPersonalInvites(tx, { ...invites, codes })
}
