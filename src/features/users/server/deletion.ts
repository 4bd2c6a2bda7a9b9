// Deletion by an administrator: erases a member and leaves only a number (USR-15, USR-16).
import {
  eraseMember,
  runErasure,
  lockAccountByUserIdForUpdate,
  publishErasure,
} from '#features/account/server/service.ts'
import type { Platform } from '#server/context.ts'
import { appError } from '#server/app-error.ts'
import { deletionErrorCode } from '../rules.ts'
import { lockTargetForUpdate, recordMemberActivity, type MemberChangeContext } from './members.ts'

/** Deletes a member for an administrator. Throws `not_found`, `target_is_self` or `target_is_admin`. */
export async function deleteMember(platform: Platform, context: MemberChangeContext): Promise<void> {
  const { adminId, userId, now } = context
  const erased = await runErasure(platform, async (tx) => {
    await lockAccountByUserIdForUpdate(tx, userId)
    const code = deletionErrorCode(adminId, await lockTargetForUpdate(tx, context))
    if (code !== null) throw appError(code)
    const result = await eraseMember(tx, userId, now)
    await recordMemberActivity(tx, context, 'user.delete', { before: null, after: null })
    return result
  })
  platform.log.info({ event: 'deletion', by: adminId, userId }, 'A member was deleted.')
  await publishErasure(platform, erased)
}
