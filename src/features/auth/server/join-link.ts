// Sign-up by a mailed link: an address of ADMIN_EMAILS joins by it in any joining mode (T87).
import { appError } from '#server/app-error.ts'
import type { Platform } from '#server/context.ts'
import { authErrors } from '../errors.ts'
import type { ProvenIdentity } from './identity.ts'
import { readJoinLink } from './mailed-links.ts'
import { hashSecret } from './secret-token.ts'
import { setVerifiedEmail } from './sql/identity-users.ts'
import { consumeJoinLinks } from './sql/mailed-links.ts'

/** Throws `invalid-link` unless this address may sign up by the link. */
export async function assertJoinLink(platform: Platform, token: string, email: string): Promise<void> {
  if ((await readJoinLink(platform.database.query, platform, token)) !== email)
    throw appError(authErrors['invalid-link'])
}

/**
 * Uses up the address's links, and confirms the address of the account that was made by it. Its owner read the mail, and chose the
 * password. False if the link was used up meanwhile.
 */
export function confirmByJoinLink(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  token: string,
  { uid, email }: Pick<ProvenIdentity, 'uid' | 'email'>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await consumeJoinLinks(tx, { tokenHash: hashSecret(token), email }))) return false
    await setVerifiedEmail(tx, { uid, email, isOwnerSignedIn: true, now: new Date(clock.now()) })
    return true
  })
}
