// Member erasure, for deletions by the member and by an administrator.
// The user id remains, so that other members' points stay correct.
import { eraseActivityAbout } from '#features/activity/server/service.ts'
import {
  findEmailAddresses,
  eraseAccount,
  lockAccountForUpdate,
  excludeEmailsInUse,
} from '#features/auth/server/service.ts'
import {
  eraseChat,
  resyncOnUnknownCommit,
  publishErasedChat,
  type ErasedChat,
} from '#features/chat/server/service.ts'
import { eraseMemberRecord, findErasureData } from '#features/members/server/service.ts'
import { deletePictureIfUnused } from '#features/profile/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { deleteIdempotencyKeys } from '#server/http/sql.ts'
import { deleteOutboxMailsTo } from '#server/mail/outbox.ts'
import type { MemberData } from '#server/member-data.ts'
import { busEvents } from '#shared/bus-events.ts'
import { addDays } from '#shared/day.ts'

/** What to publish and clean up after the erasure is committed. */
export interface ErasureResult {
  userId: number
  chat: ErasedChat
  /** Addresses that received mail, in lower case. */
  addresses: readonly string[]
}

export interface ErasureOptions {
  now: Date
  today: string
  /** The features whose rows are erased, in this order. */
  memberData: readonly Pick<MemberData, 'erase'>[]
}

/** Locks the credentials of a user. Call it before locking any user row: the lock order prevents deadlocks. */
export async function lockAccountByUserIdForUpdate(tx: Executor, userId: number): Promise<void> {
  const identifiers = await findErasureData(tx, userId)
  if (identifiers && identifiers.uid !== null) await lockAccountForUpdate(tx, identifiers.uid)
}

/**
 * Erases a member whose account and row the caller has locked. Deletes the data that only the member uses. The id
 * remains in the ledger, in referrals, and in actions on other members. Call {@link publishErasure} after the
 * commit.
 */
export async function eraseMember(
  tx: Executor,
  userId: number,
  { now, today, memberData }: ErasureOptions,
): Promise<ErasureResult> {
  // Read under the row lock: until then the picture could still change.
  const identifiers = await findErasureData(tx, userId)
  const { uid = null, profilePicture = null, email = null, pendingEmail = null } = identifiers ?? {}
  const { confirmedEmail = null } = identifiers ?? {}
  const otherEmails = uid === null ? [] : await findEmailAddresses(tx, uid)
  await eraseMemberRecord(tx, userId, now)
  if (uid !== null) await eraseAccount(tx, uid, now)
  await deletePictureIfUnused(tx, profilePicture)
  for (const { erase } of memberData) await erase?.(tx, userId, confirmedEmail)
  // Only the rooms of yesterday and later can still be open.
  const chat = await eraseChat(tx, userId, addDays(today, -1))
  await deleteIdempotencyKeys(tx, userId)
  await eraseActivityAbout(tx, userId)
  const emails = [email, pendingEmail, ...otherEmails].filter((address) => address !== null)
  return { userId, chat, addresses: await excludeEmailsInUse(tx, emails) }
}

/** Closes the erased member's sockets, removes their messages from open rooms, and deletes their stored mails. */
export async function publishErasure(
  platform: Pick<Platform, 'bus' | 'config' | 'log'>,
  { userId, chat, addresses }: ErasureResult,
): Promise<void> {
  const { bus } = platform
  await bus.publish(busEvents.sessions, { type: 'erased', userId })
  await publishErasedChat(bus, chat)
  await deleteStoredMails(platform, addresses)
}

/** Deletes mails in the local outbox, which exists only without an SMTP server. Failures are logged. */
export async function deleteStoredMails(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  addresses: readonly string[],
): Promise<void> {
  if (config.smtpUrl !== null) return
  await deleteOutboxMailsTo(config.dataDir, addresses).catch((error: unknown) => {
    log.error({ err: error }, 'Could not delete the outbox mails of a deleted member.')
  })
}

/** Runs an erasure transaction. If the commit result is unknown, open rooms resync. */
export function runErasure<Value>(
  { bus, database }: Pick<Platform, 'bus' | 'database'>,
  erase: (tx: Executor) => Promise<Value>,
): Promise<Value> {
  return resyncOnUnknownCommit(bus, () => database.transaction(erase))
}
