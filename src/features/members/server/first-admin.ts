// First administrator: the one-time link printed at startup, and its redemption.
import { createHash, randomBytes } from 'node:crypto'
import { recordActivity } from '#features/activity/server/service.ts'
import { adminRoleActivity } from '#features/auth/activities.ts'
import { authErrors } from '#features/auth/errors.ts'
import { publishAccountChanged, updateMemberRow } from '#features/auth/server/service.ts'
import { appError } from '#server/app-error.ts'
import { bannedError } from '#server/banned-error.ts'
import type { Platform, User } from '#server/context.ts'
import { memberErrors } from '../errors.ts'
import {
  deleteFirstAdminLinks,
  hasAdministrator,
  insertFirstAdminLink,
  isValidFirstAdminLink,
} from './sql/administrators.ts'
import { lockMembersForUpdate, lockAdminRoles } from './sql/members.ts'

const linkMs = 24 * 3_600_000
const tokenBytes = 32

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Creates a link valid for 24 hours on every node; null when an administrator exists. The token sits in the URL
 * fragment, so no proxy or server logs it.
 */
export async function createFirstAdminLink({ config, database, clock }: Platform): Promise<string | null> {
  const token = randomBytes(tokenBytes).toString('base64url')
  const isCreated = await database.transaction(async (tx) => {
    await lockAdminRoles(tx)
    if (await hasAdministrator(tx)) {
      await deleteFirstAdminLinks(tx)
      return false
    }
    const nowMs = clock.now()
    const [createdAt, expiresAt] = [new Date(nowMs), new Date(nowMs + linkMs)]
    await insertFirstAdminLink(tx, { tokenHash: hashToken(token), createdAt, expiresAt })
    return true
  })
  return isCreated ? `${config.publicUrl}/first-admin#${token}` : null
}

/**
 * Makes the caller the first administrator; of several concurrent calls one succeeds. Throws
 * `user_not_registered`. Throws `first_admin_link_void` when the link is unknown or expired, or an administrator
 * exists.
 */
export async function becomeFirstAdmin(
  { bus, clock, database, log }: Platform,
  user: User | null,
  token: string,
): Promise<void> {
  if (!user) throw appError(authErrors.user_not_registered)
  const { id: userId, uid } = user
  await database.transaction(async (tx) => {
    await lockAdminRoles(tx)
    const now = new Date(clock.now())
    const isValid = await isValidFirstAdminLink(tx, hashToken(token), now)
    if (!isValid || (await hasAdministrator(tx))) throw appError(memberErrors.first_admin_link_void)
    const locked = (await lockMembersForUpdate(tx, [userId])).get(userId)
    if (!locked) throw appError('unauthenticated')
    if (locked.isBanned) throw bannedError(locked)
    await updateMemberRow(tx, userId, { isAdmin: true })
    await deleteFirstAdminLinks(tx)
    await recordActivity(tx, adminRoleActivity({ userId, isAdmin: true, way: 'first-admin-link', now }))
  })
  log.info({ event: 'role-change', by: userId, userId, isAdmin: true }, 'An administrator role was changed.')
  await publishAccountChanged({ bus }, uid)
}
