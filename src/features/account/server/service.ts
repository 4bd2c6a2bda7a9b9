// What leaves with a member, whoever decided it: of them a number is left, so that other people's points stay true.
import { eraseActivityAbout } from '#features/activity/server/service.ts'
import {
  findEmailAddresses,
  eraseAccount,
  lockAccountForUpdate,
  excludeEmailsInUse,
} from '#features/auth/server/service.ts'
import {
  eraseChat,
  resyncChatOnUnknownCommit,
  publishErasedChat,
  type ErasedChat,
} from '#features/chat/server/service.ts'
import { eraseEntries } from '#features/energy/server/service.ts'
import { eraseSessions } from '#features/meditation/server/service.ts'
import { deletePictureIfUnused } from '#features/profile/server/service.ts'
import { eraseReferral } from '#features/referrals/server/service.ts'
import { eraseMemberRecord, findErasureData } from '#features/users/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { deleteOutboxMailsTo } from '#server/mail-outbox.ts'
import { deleteIdempotencyKeys } from '#server/sql-idempotency.ts'
import { addDays, chicagoDay } from '#shared/day.ts'

/** What is to be told and cleared once an erasure is committed. */
export interface ErasureResult {
  userId: number
  chat: ErasedChat
  /** Where mails went, in lower case. */
  addresses: readonly string[]
}

/** To be called before anybody's row is held: credentials come first, wherever both are changed. */
export async function lockAccountByUserIdForUpdate(tx: Executor, userId: number): Promise<void> {
  const facts = await findErasureData(tx, userId)
  if (facts && facts.uid !== null) await lockAccountForUpdate(tx, facts.uid)
}

/**
 * Erases a member whose account and row the caller holds, whoever decided it. What is theirs alone goes; the number stays
 * in the ledger, in referrals, and where they did something to others. {@link publishErasure} is due when it is committed.
 */
export async function eraseMember(tx: Executor, userId: number, now: Date): Promise<ErasureResult> {
  // Read now that the row is held: before, the picture could still change.
  const facts = await findErasureData(tx, userId)
  const { uid = null, profilePicture = null, email = null, pendingEmail = null } = facts ?? {}
  const proved = uid === null ? [] : await findEmailAddresses(tx, uid)
  await eraseMemberRecord(tx, userId, now)
  if (uid !== null) await eraseAccount(tx, uid, now)
  await deletePictureIfUnused(tx, profilePicture)
  await eraseReferral(tx, userId)
  await eraseEntries(tx, userId)
  await eraseSessions(tx, userId)
  // No other room is open.
  const chat = await eraseChat(tx, userId, addDays(chicagoDay(now.getTime()), -1))
  await deleteIdempotencyKeys(tx, userId)
  await eraseActivityAbout(tx, userId)
  const known = [email, pendingEmail, ...proved].filter((address) => address !== null)
  return { userId, chat, addresses: await excludeEmailsInUse(tx, known) }
}

/** Closes the sockets of somebody who is erased, takes what they said out of open rooms, and their mails with them. */
export async function publishErasure(
  platform: Pick<Platform, 'bus' | 'config' | 'log'>,
  { userId, chat, addresses }: ErasureResult,
): Promise<void> {
  const { bus } = platform
  await bus.publish('sessions', { type: 'erased', userId })
  await publishErasedChat(bus, chat)
  await deleteStoredMails(platform, addresses)
}

/** Removes the mails to addresses that lie here because no SMTP server takes them; a failure is logged. */
export async function deleteStoredMails(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  addresses: readonly string[],
): Promise<void> {
  if (config.smtpUrl !== null) return
  await deleteOutboxMailsTo(config.dataDir, addresses).catch((error: unknown) => {
    log.error({ err: error }, 'The mails of somebody who was deleted could not be removed from the outbox.')
  })
}

/** Runs the transaction of an erasure; when it isn't known whether it was committed, open rooms look for themselves. */
export function runErasure<Value>(
  { bus, database }: Pick<Platform, 'bus' | 'database'>,
  work: (tx: Executor) => Promise<Value>,
): Promise<Value> {
  return resyncChatOnUnknownCommit(bus, () => database.transaction(work))
}
