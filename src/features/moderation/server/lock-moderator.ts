// Locks of who decides, and of whom it is about.
import { capabilityError, lockMembersForUpdate, type LockedMember } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'

/**
 * Locks a moderator, and the member whom a decision is about; null for none and for an erased account. Throws when they
 * no longer moderate.
 */
export async function lockModerator(
  tx: Executor,
  moderatorId: number,
  userId: number | null,
): Promise<{ moderator: LockedMember; target: LockedMember | null }> {
  const locked = await lockMembersForUpdate(tx, userId === null ? [moderatorId] : [moderatorId, userId])
  const moderator = locked.get(moderatorId) ?? null
  const error = capabilityError(moderator, 'chat.moderate')
  if (error || !moderator) throw error ?? appError('unauthenticated')
  return { moderator, target: userId === null ? null : (locked.get(userId) ?? null) }
}
