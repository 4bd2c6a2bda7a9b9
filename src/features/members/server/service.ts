// Members service: member locks and checks for other features' transactions.
import type { ActivityKind } from '#features/activity/kinds.ts'
import { recordAdminActivity } from '#features/activity/server/service.ts'
import { eraseMemberRow } from '#features/auth/server/service.ts'
import { appError, type AppError } from '#server/app-error.ts'
import { bannedError } from '#server/banned-error.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { formerMemberName } from '#shared/former-member.ts'
import { can, personaOf, deniedErrorCode, type Capability, type Persona } from '#shared/roles.ts'
import { memberErrors } from '../errors.ts'
import {
  lockMemberShared,
  lockMembersForUpdate,
  lockMembersForNoKeyUpdate,
  type LockedMember,
  findAccountIdentifiers,
  countOtherAdmins,
  deleteTimeAdjustments,
  lockAdminRoles,
  listTimeAdjustments,
  findTotalMinutes,
  findMemberRecord,
  type MemberRecord,
} from './sql/members.ts'

export { findMemberByEmail, hasAdministrator } from './sql/administrators.ts'
export { lockMembersForUpdate, type LockedMember } from './sql/members.ts'

/**
 * Throws `banned` for a banned member and keeps a ban from committing before the caller's transaction ends. The
 * caller's writes therefore commit wholly before the ban or not at all (T23, I11).
 */
export async function assertNotBanned(tx: Executor, userId: number): Promise<void> {
  const member = await lockMemberShared(tx, userId)
  if (!member) throw appError('unauthenticated')
  if (member.isBanned) throw bannedError(member)
}

/**
 * Throws unless the member has the capability now, whatever they had when the request arrived. The capability
 * can't be revoked before the caller's transaction ends (CHAT-27). Returns what kind of caller they are.
 */
export async function assertCapability(
  tx: Executor,
  userId: number,
  capability: Capability,
): Promise<Persona> {
  const member = await lockMemberShared(tx, userId)
  const error = capabilityError(member, capability)
  if (error) throw error
  return personaOf(member)
}

/**
 * The same, while others that call this for the member wait: what one member has can be counted then. Call it before other
 * locks.
 */
export async function assertCapabilityInTurn(
  tx: Executor,
  userId: number,
  capability: Capability,
): Promise<void> {
  const member = (await lockMembersForNoKeyUpdate(tx, [userId])).get(userId) ?? null
  const error = capabilityError(member, capability)
  if (error) throw error
}

/**
 * Locks members by id against concurrent bans, deletions and point changes; skips unknown ids. Locks are taken in
 * id order. Code that changes points must call this first, once, with all its members.
 */
export function lockMembersForPoints(
  tx: Executor,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, LockedMember>> {
  return lockMembersForNoKeyUpdate(tx, userIds)
}

/** Why a locked member lacks a capability; null when they have it. An erased account has none. */
export function capabilityError(member: LockedMember | null, capability: Capability): AppError | null {
  if (!member || member.deletedAt !== null) return appError('unauthenticated')
  const persona = personaOf(member)
  if (can(persona, capability)) return null
  const code = deniedErrorCode(persona)
  return code === 'banned' ? bannedError(member) : appError(code)
}

/** The acting administrator and the time of the change. */
export interface AdminContext {
  adminId: number
  now: Date
}

/** Call this in every attempt of a transaction: a retry may run after midnight. */
export function adminContextOf({ caller, clock }: Context<'community.administer'>): AdminContext {
  return { adminId: caller.user.id, now: new Date(clock.now()) }
}

/** Which administrator changes which member, and when. */
export interface MemberChangeContext extends AdminContext {
  userId: number
}

export function memberChangeContextOf(
  context: Context<'community.administer'>,
  { id }: { id: number },
): MemberChangeContext {
  return { ...adminContextOf(context), userId: id }
}

/**
 * Locks the administrator and the target, and returns the target. Throws `not_found`, or an error when the caller
 * is no longer an administrator.
 */
export async function lockTargetForUpdate(
  tx: Executor,
  { adminId, userId }: MemberChangeContext,
): Promise<LockedMember> {
  const locked = await lockMembersForUpdate(tx, [adminId, userId])
  const error = capabilityError(locked.get(adminId) ?? null, 'community.administer')
  if (error) throw error
  const target = locked.get(userId)
  if (!target) throw appError('not_found')
  return target
}

/** Records an administrator's change of a member in the audit log. */
export function recordMemberActivity(
  tx: Executor,
  context: MemberChangeContext,
  kind: ActivityKind,
  change: { before?: object; after?: object } = {},
): Promise<void> {
  return recordAdminActivity(tx, context, { ...change, kind, targetId: context.userId })
}

/**
 * Call this before any other lock when a change may revoke an administrator's role. It makes sure that one
 * administrator remains (I19).
 */
export function lockAdminRoleChanges(tx: Executor): Promise<void> {
  return lockAdminRoles(tx)
}

/**
 * Exclusively locks a member who wants to delete their account. Throws `unauthenticated` when it is already
 * erased, `banned`, or `last_admin`.
 */
export async function lockLeavingMemberForUpdate(tx: Executor, userId: number): Promise<LockedMember> {
  const member = (await lockMembersForUpdate(tx, [userId])).get(userId)
  if (!member) throw appError('unauthenticated')
  if (member.isBanned) throw bannedError(member)
  if (member.isAdmin && (await countOtherAdmins(tx, userId)) === 0) throw appError(memberErrors.last_admin)
  return member
}

/** The identity, picture and addresses needed to erase a member; null when the member is already erased. */
export function findErasureData(tx: Executor, userId: number): ReturnType<typeof findAccountIdentifiers> {
  return findAccountIdentifiers(tx, userId)
}

/** Erases the record of a locked member; only the number remains (USR-15). */
export async function eraseMemberRecord(tx: Executor, userId: number, now: Date): Promise<void> {
  await eraseMemberRow(tx, userId, { name: formerMemberName, deletedAt: now })
  await deleteTimeAdjustments(tx, userId)
}

/** A member's record for their data export (PROF-22). */
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
