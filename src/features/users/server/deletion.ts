// What a deletion does: of a member a number is left, so that other people's points stay true (USR-15, USR-16).
import { erasePerson } from '#features/activity/server/service.ts'
import { eraseAccount, holdAccount } from '#features/auth/server/service.ts'
import { eraseChat, tellErasedChat, type ErasedChat } from '#features/chat/server/service.ts'
import { eraseEntries } from '#features/energy/server/service.ts'
import { eraseSessions } from '#features/meditation/server/service.ts'
import { releasePicture } from '#features/profile/server/service.ts'
import { eraseReferral } from '#features/referrals/server/service.ts'
import { addDays, chicagoDay } from '#shared/day.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { refuse } from '#server/refusal.ts'
import { deleteKeys } from '#server/sql-once.ts'
import { deletionRefusal, formerMember } from '../rules.ts'
import { holdTarget, note, type Order } from './members.ts'
import { accountFacts, emptyMemberRow } from './sql-member-changes.ts'

/** What is to be told of a deletion once it is committed. */
interface Erased {
  userId: number
  chat: ErasedChat
}

/** Deletes a member for an administrator; refuses with `not_found`, `target_is_self` and `target_is_admin`. */
export async function deleteMember(platform: Platform, order: Order): Promise<void> {
  const { adminId, userId, now } = order
  const erased = await platform.database.transaction(async (tx) => {
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

/** To be called before anybody's row is held: credentials come first, wherever both are changed. */
async function holdAccountOf(tx: Executor, userId: number): Promise<void> {
  const facts = await accountFacts(tx, userId)
  if (facts && facts.uid !== null) await holdAccount(tx, facts.uid)
}

/**
 * Erases a member whose account and row the caller holds, whoever decided it. What is theirs alone goes; the number stays
 * in the ledger, in referrals, and where they did something to others. {@link tellErased} is due when it is committed.
 */
async function eraseMember(tx: Executor, userId: number, now: Date): Promise<Erased> {
  // Read now that the row is held: before, the picture could still change.
  const facts = await accountFacts(tx, userId)
  await emptyMemberRow(tx, userId, { name: formerMember, deletedAt: now })
  if (facts && facts.uid !== null) await eraseAccount(tx, facts.uid, now)
  await releasePicture(tx, facts?.profilePicture ?? null)
  await eraseReferral(tx, userId)
  await eraseEntries(tx, userId)
  await eraseSessions(tx, userId)
  // No other room is open.
  const chat = await eraseChat(tx, userId, addDays(chicagoDay(now.getTime()), -1))
  await deleteKeys(tx, userId)
  await erasePerson(tx, userId)
  return { userId, chat }
}

/** Closes the sockets of somebody who is erased, and takes what they said out of open rooms. */
async function tellErased({ bus }: Platform, { userId, chat }: Erased): Promise<void> {
  await bus.publish('sessions', { type: 'erased', userId })
  await tellErasedChat(bus, chat)
}
