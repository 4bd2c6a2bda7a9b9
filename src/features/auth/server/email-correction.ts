// Correction of an unconfirmed sign-in address by an administrator (USR-25).
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { enqueueMail } from './queued-mails.ts'
import { correctIdentityEmail } from './sql/identity-users.ts'
import { deleteLinksToOtherEmails } from './sql/mailed-links.ts'
import { revokeSessions } from './sql/sessions.ts'
import { correctUserEmail } from './sql/users.ts'

/**
 * Replaces the address of a locked account, at the provider and in the member's record, and ends its sessions. The
 * password stays. Nothing is mailed to the previous address, which may be a stranger's. Queues the mail that asks to
 * confirm the new one, and returns the ids of the ended sessions. After the commit call `mailer.sendQueued`, and publish
 * those ids.
 */
export async function correctEmail(
  tx: Executor,
  platform: Pick<Platform, 'mailer'>,
  { uid, email, now }: { uid: string; email: string; now: Date },
): Promise<number[]> {
  await correctIdentityEmail(tx, { uid, email, now })
  await correctUserEmail(tx, uid, { email, now })
  await deleteLinksToOtherEmails(tx, uid, email)
  await enqueueMail(platform, tx, { type: 'verification', uid })
  return revokeSessions(tx, { uid, revokedBy: 'sign-out', now })
}
