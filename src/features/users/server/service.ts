// What other features ask about people inside their own transactions.
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { appError, type AppError } from '#server/app-error.ts'
import { can, personaOf, deniedErrorCode, type Capability } from '#shared/roles.ts'
import { formerMemberName } from '../rules.ts'
import {
  lockMemberShared,
  lockMembersForUpdate,
  lockMembersForNoKeyUpdate,
  type LockedMember,
} from './sql.ts'
import { listTimeAdjustments, findTotalMinutes, findMemberRecord, type MemberRecord } from './sql-export.ts'
import {
  findAccountIdentifiers,
  countOtherAdmins,
  eraseMemberRow,
  lockAdminRoles,
} from './sql-member-changes.ts'

/**
 * Refuses with `banned` when the member is banned, and keeps a ban from being committed before the caller's
 * transaction ends: what it writes comes wholly before the ban or not at all (T23, I11).
 */
export async function assertNotBanned(tx: Executor, userId: number): Promise<void> {
  const member = await lockMemberShared(tx, userId)
  if (!member) throw appError('unauthenticated')
  if (member.isBanned) throw appError('banned', { reason: member.bannedReason ?? '' })
}

/**
 * Refuses unless the member has a capability at this moment, whatever they had when the request came, and keeps it
 * from being taken away before the caller's transaction ends (CHAT-27).
 */
export async function assertCapability(tx: Executor, userId: number, capability: Capability): Promise<void> {
  const refusal = capabilityError(await lockMemberShared(tx, userId), capability)
  if (refusal) throw refusal
}

/**
 * Several people, by id, whose ban, deletion and points nobody else changes before the caller's transaction ends; who
 * isn't there is left out. Held in the order of their ids, so everything that counts points has to come through here
 * first, with all of its people at once.
 */
export function lockMembersForPoints(
  tx: Executor,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, LockedMember>> {
  return lockMembersForNoKeyUpdate(tx, userIds)
}

/** Why a held member may not do something; null when they may. Nobody may anything once their account is erased. */
export function capabilityError(member: LockedMember | null, capability: Capability): AppError | null {
  if (!member || member.deletedAt !== null) return appError('unauthenticated')
  const persona = personaOf(member)
  if (can(persona, capability)) return null
  const code = deniedErrorCode(persona)
  return code === 'banned' ? appError(code, { reason: member.bannedReason ?? '' }) : appError(code)
}

/** Which administrator changes something, and when. */
export interface AdminContext {
  adminId: number
  now: Date
}

/** Asked anew for every attempt of a transaction: one that waited may come after midnight. */
export function adminContextOf({ caller, clock }: Context<'community.administer'>): AdminContext {
  return { adminId: caller.user.id, now: new Date(clock.now()) }
}

/** To be called first of all by whoever may take an administrator's role away: two at once leave one (I19). */
export function lockAdminRoleChanges(tx: Executor): Promise<void> {
  return lockAdminRoles(tx)
}

/**
 * Holds a member who wants to go, alone. Refuses with `unauthenticated` who has gone already, with `banned`, and with
 * `last_admin`.
 */
export async function lockLeavingMemberForUpdate(tx: Executor, userId: number): Promise<LockedMember> {
  const member = (await lockMembersForUpdate(tx, [userId])).get(userId)
  if (!member) throw appError('unauthenticated')
  if (member.isBanned) throw appError('banned', { reason: member.bannedReason ?? '' })
  if (member.isAdmin && (await countOtherAdmins(tx, userId)) === 0) throw appError('last_admin')
  return member
}

/** What has to be known of a member to erase them: identity, picture and addresses; null when they are erased. */
export function findErasureData(tx: Executor, userId: number): ReturnType<typeof findAccountIdentifiers> {
  return findAccountIdentifiers(tx, userId)
}

/** Leaves of a held member's record a number (USR-15). */
export function eraseMemberRecord(tx: Executor, userId: number, now: Date): Promise<void> {
  return eraseMemberRow(tx, userId, { name: formerMemberName, deletedAt: now })
}

/** A member's record, for themselves (PROF-22). */
export async function exportMemberRecord(
  tx: Executor,
  userId: number,
): Promise<{
  record: MemberRecord
  totalMinutes: number
  adjustments: Awaited<ReturnType<typeof listTimeAdjustments>>
}> {
  return {
    record: await findMemberRecord(tx, userId),
    totalMinutes: await findTotalMinutes(tx, userId),
    adjustments: await listTimeAdjustments(tx, userId),
  }
}
