// What other features ask about people inside their own transactions.
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { refuse, type Refusal } from '#server/refusal.ts'
import { can, personaOf, refusalFor, type Capability } from '#shared/roles.ts'
import { formerMember } from '../rules.ts'
import { holdMember, holdMembersAlone, holdMembersTogether, type HeldMember } from './sql.ts'
import { adjustmentsOf, minutesOf, recordOf, type MemberRecord } from './sql-export.ts'
import { accountFacts, countOtherAdmins, emptyMemberRow, holdAdminRoles } from './sql-member-changes.ts'

/**
 * Refuses with `banned` when the member is banned, and keeps a ban from being committed before the caller's
 * transaction ends: what it writes comes wholly before the ban or not at all (T23, I11).
 */
export async function refuseBanned(tx: Executor, userId: number): Promise<void> {
  const member = await holdMember(tx, userId)
  if (!member) throw refuse('unauthenticated')
  if (member.isBanned) throw refuse('banned', { reason: member.bannedReason ?? '' })
}

/**
 * Refuses unless the member has a capability at this moment, whatever they had when the request came, and keeps it
 * from being taken away before the caller's transaction ends (CHAT-27).
 */
export async function refuseUnless(tx: Executor, userId: number, capability: Capability): Promise<void> {
  const refusal = refusalOf(await holdMember(tx, userId), capability)
  if (refusal) throw refusal
}

/**
 * Several people, by id, whose ban, deletion and points nobody else changes before the caller's transaction ends; who
 * isn't there is left out. Held in the order of their ids, so everything that counts points has to come through here
 * first, with all of its people at once.
 */
export function holdTogether(
  tx: Executor,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, HeldMember>> {
  return holdMembersTogether(tx, userIds)
}

/** Why a held member may not do something; null when they may. Nobody may anything once their account is erased. */
export function refusalOf(member: HeldMember | null, capability: Capability): Refusal | null {
  if (!member || member.deletedAt !== null) return refuse('unauthenticated')
  const persona = personaOf(member)
  if (can(persona, capability)) return null
  const code = refusalFor(persona)
  return code === 'banned' ? refuse(code, { reason: member.bannedReason ?? '' }) : refuse(code)
}

/** Which administrator changes something, and when. */
export interface Order {
  adminId: number
  now: Date
}

/** Asked anew for every attempt of a transaction: one that waited may come after midnight. */
export function orderOf({ caller, clock }: Context<'community.administer'>): Order {
  return { adminId: caller.user.id, now: new Date(clock.now()) }
}

/** To be called first of all by whoever may take an administrator's role away: two at once leave one (I19). */
export function holdRoles(tx: Executor): Promise<void> {
  return holdAdminRoles(tx)
}

/**
 * Holds a member who wants to go, alone. Refuses with `unauthenticated` who has gone already, with `banned`, and with
 * `last_admin`.
 */
export async function holdLeaving(tx: Executor, userId: number): Promise<HeldMember> {
  const member = (await holdMembersAlone(tx, [userId])).get(userId)
  if (!member) throw refuse('unauthenticated')
  if (member.isBanned) throw refuse('banned', { reason: member.bannedReason ?? '' })
  if (member.isAdmin && (await countOtherAdmins(tx, userId)) === 0) throw refuse('last_admin')
  return member
}

/** What has to be known of a member to erase them: identity, picture and addresses; null when they are erased. */
export function factsToErase(tx: Executor, userId: number): ReturnType<typeof accountFacts> {
  return accountFacts(tx, userId)
}

/** Leaves of a held member's record a number (USR-15). */
export function emptyMember(tx: Executor, userId: number, now: Date): Promise<void> {
  return emptyMemberRow(tx, userId, { name: formerMember, deletedAt: now })
}

/** A member's record, for themselves (PROF-22). */
export async function exportOf(
  tx: Executor,
  userId: number,
): Promise<{
  record: MemberRecord
  totalMinutes: number
  adjustments: Awaited<ReturnType<typeof adjustmentsOf>>
}> {
  return {
    record: await recordOf(tx, userId),
    totalMinutes: await minutesOf(tx, userId),
    adjustments: await adjustmentsOf(tx, userId),
  }
}
