// What an administrator's deletion does: of a member a number is left (USR-15, USR-16).
import { eraseMember, erasing, holdAccountOf, tellErased } from '#features/account/server/service.ts'
import type { Platform } from '#server/context.ts'
import { refuse } from '#server/refusal.ts'
import { deletionRefusal } from '../rules.ts'
import { holdTarget, note, type Order } from './members.ts'

/** Deletes a member for an administrator; refuses with `not_found`, `target_is_self` and `target_is_admin`. */
export async function deleteMember(platform: Platform, order: Order): Promise<void> {
  const { adminId, userId, now } = order
  const erased = await erasing(platform, async (tx) => {
    await holdAccountOf(tx, userId)
    const code = deletionRefusal(adminId, await holdTarget(tx, order))
    if (code !== null) throw refuse(code)
    const done = await eraseMember(tx, userId, now)
    await note(tx, order, 'user.delete', { before: null, after: null })
    return done
  })
  platform.log.info({ event: 'deletion', by: adminId, userId }, 'A member was deleted.')
  await tellErased(platform, erased)
}
