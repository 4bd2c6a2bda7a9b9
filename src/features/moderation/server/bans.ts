// Bans: block a member's writes and end all their sessions and sockets.
import { changedFields, recordActivity } from '#features/activity/server/service.ts'
import {
  banMember,
  publishAccountChanged,
  revokeSessions,
  unbanMember,
} from '#features/auth/server/service.ts'
import {
  lockTargetForUpdate,
  recordMemberActivity,
  type LockedMember,
  type MemberChangeContext,
} from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import { findSettings } from '#server/community/sql.ts'
import type { Platform, User } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { busEvents } from '#shared/bus-events.ts'
import { msToTimestamp } from '#shared/day.ts'
import { findReasonByText, typedReason, type DecisionReason } from '#shared/decision-reasons.ts'
import { hourMs } from '#shared/durations.ts'
import { banActivities } from '../activities.ts'
import type { Ban } from '../contract.ts'
import { banObstacle, banError, exceedsBanAlertThreshold, type MemberObstacle } from '../rules.ts'
import { publishCasesChanged } from './case-watch.ts'
import { assertMayDecide } from './hourly-limits.ts'
import { lockModerator } from './lock-moderator.ts'
import { notifyOfBans } from './oversight.ts'
import { countBansBy, findBan, findRoles } from './sql/bans.ts'
import { insertDecidedCase } from './sql/cases.ts'

interface BanInput {
  moderatorId: number
  userId: number
  reason: string
  /** Null for good. */
  minutes?: number | null
  /** Deletes the member's messages of today in the same transaction; without it they stay. */
  messages?: MemberMessages | null
}

interface MessageOfRoom {
  id: number
  sessionDate: string
}

/** A member's messages of today. They belong to another feature, so the app passes it in. */
export interface MemberMessages {
  /** The days whose rooms are those of today. */
  days(): Promise<readonly string[]>
  /** Returns the deleted messages. */
  delete(
    tx: Executor,
    deletion: { userId: number; deletedBy: number; deletedAt: Date; days: readonly string[] },
  ): Promise<readonly MessageOfRoom[]>
  /** Publishes the deletion to the rooms; called after the commit. */
  publishDeleted(bus: Platform['bus'], messages: readonly MessageOfRoom[]): Promise<void>
  /** Runs `write`; when its response is lost, asks all nodes to reload what their rooms show. */
  resyncOnUnknownCommit<Value>(bus: Platform['bus'], write: () => Promise<Value>): Promise<Value>
}

export interface BanDecision {
  moderator: LockedMember
  target: LockedMember
  /** As typed, or of the list in the community's language. */
  reason: string
  /** The entry of the list, in all languages; null for a typed one. */
  entry: DecisionReason | null
  /** Null for good. */
  minutes: number | null
  now: Date
}

/**
 * Bans a locked member, or changes the current ban, and ends their sessions. Throws `forbidden`, `target_is_self` or
 * `target_is_admin`, or `rate_limited` for a garden angel's sixth new ban within an hour. Waits for the member's writes
 * in progress and blocks later ones.
 */
export async function banLockedMember(
  tx: Executor,
  { moderator, target, reason, entry, minutes, now }: BanDecision,
): Promise<{ ban: Ban; bansInHour: number; isNew: boolean }> {
  const denial = banError(moderator, target)
  if (denial !== null) throw appError(denial)
  if (!moderator.isAdmin && !target.isBanned) await assertMayDecide(tx, { moderator, of: 'bans', now })
  const ban = await banMember(tx, {
    userId: target.id,
    reason,
    entry,
    minutes,
    bannedBy: moderator.id,
    bannedAt: now,
  })
  if (target.uid !== null) await revokeSessions(tx, { uid: target.uid, revokedBy: 'ban', now })
  const since = msToTimestamp(now.getTime() - hourMs)
  const bansInHour = moderator.isAdmin ? 0 : await countBansBy(tx, moderator.id, since)
  return { ban, bansInHour, isNew: !target.isBanned }
}

/** Ends the member's sockets on all nodes, and logs the ban; call it after the commit. */
export async function publishBan(
  { bus, log }: Pick<Platform, 'bus' | 'log'>,
  {
    moderatorId,
    userId,
    reason,
    bansInHour,
  }: { moderatorId: number; userId: number; reason: string; bansInHour: number },
): Promise<void> {
  log.info({ event: 'ban', by: moderatorId, userId }, 'A member was banned.')
  if (exceedsBanAlertThreshold(bansInHour)) {
    log.warn(
      { event: 'ban-spike', by: moderatorId, bansInHour },
      'A garden angel banned many members within an hour.',
    )
  }
  await bus.publish(busEvents.sessions, { type: 'banned', userId, reason })
}

/**
 * Bans a member, or changes the reason of the current ban; a new ban is a decided case (MOD-22). Checks the roles of
 * both under row locks. Throws as `banLockedMember`, `not_found`, or an error when the caller is no longer a moderator.
 */
export async function applyBan(platform: Platform, input: BanInput): Promise<Ban> {
  const { database, bus, clock } = platform
  const { moderatorId, userId, reason, minutes = null, messages = null } = input
  const now = new Date(clock.now())
  const days = (await messages?.days()) ?? []
  const write = () =>
    database.transaction(async (tx) => {
      const { moderator, target } = await lockModerator(tx, moderatorId, userId)
      if (!target) throw appError('not_found')
      const entry = findReasonByText((await findSettings(tx)).decisionReasons, reason)
      const applied = await banLockedMember(tx, { moderator, target, reason, entry, minutes, now })
      // The lock of the member's row is held: no message can follow.
      const deleted =
        (await messages?.delete(tx, { userId, deletedBy: moderatorId, deletedAt: now, days })) ?? []
      await recordBanActivity(tx, {
        moderatorId,
        target,
        ban: applied.ban,
        bannedAt: now,
        deletedMessages: deleted.length,
      })
      if (applied.isNew) {
        await insertDecidedCase(
          tx,
          { userId },
          {
            action: 'ban',
            reason: entry ?? typedReason(reason),
            sentence: '',
            minutes,
            decidedBy: moderatorId,
            decidedAt: now,
            seenAt: moderator.isAdmin ? now : null,
          },
        )
      }
      if (applied.isNew) await notifyOfBans(platform, tx, { bansInHour: applied.bansInHour, now })
      return { ...applied, deleted }
    })
  const { ban, bansInHour, deleted } = await (messages?.resyncOnUnknownCommit(bus, write) ?? write())
  await publishBan(platform, { moderatorId, userId, reason, bansInHour })
  await messages?.publishDeleted(bus, deleted)
  await publishCasesChanged(bus)
  return ban
}

/** Lifts a ban. Sessions that the ban ended stay ended. Does nothing without a ban (USR-27). */
export async function liftBan({ database, bus, log }: Platform, context: MemberChangeContext): Promise<Ban> {
  const { adminId, userId } = context
  const { ban, uid, hasChanged } = await database.transaction(async (tx) => {
    const { isBanned, bannedReason, uid } = await lockTargetForUpdate(tx, context)
    if (!isBanned) return { ban: await findBan(tx, userId), uid, hasChanged: false }
    const lifted = await unbanMember(tx, userId)
    const after = { isBanned: lifted.isBanned, bannedReason: lifted.bannedReason }
    await recordMemberActivity(tx, context, banActivities.unban, {
      before: { isBanned, bannedReason },
      after,
    })
    return { ban: lifted, uid, hasChanged: true }
  })
  if (!hasChanged) return ban
  log.info({ event: 'unban', by: adminId, userId }, 'A ban was lifted.')
  await publishAccountChanged({ bus }, uid)
  return ban
}

/** Returns why a moderator can't ban a member now; null when they can. Changes nothing. Throws `not_found`. */
export async function checkBan(
  db: Executor,
  moderator: User,
  userId: number,
): Promise<{ obstacle: MemberObstacle | null }> {
  const target = await findRoles(db, userId)
  if (!target) throw appError('not_found')
  return { obstacle: banObstacle(moderator, target) }
}

interface BanActivityInput {
  moderatorId: number
  target: LockedMember
  ban: Ban
  bannedAt: Date
  deletedMessages: number
}

/** Records nothing when neither the ban, its reason nor a message changed. */
async function recordBanActivity(
  tx: Executor,
  { moderatorId, target, ban, bannedAt, deletedMessages }: BanActivityInput,
): Promise<void> {
  const auditFieldsOf = ({ isBanned, bannedReason, bannedUntil }: LockedMember | Ban) => ({
    isBanned,
    bannedReason,
    bannedUntil,
  })
  const changed = changedFields(auditFieldsOf(target), auditFieldsOf(ban))
  if (Object.keys(changed.after).length === 0 && deletedMessages === 0) return
  await recordActivity(tx, {
    actorId: moderatorId,
    kind: banActivities.ban,
    targetId: target.id,
    ...changed,
    after: { ...changed.after, ...(deletedMessages > 0 ? { deletedMessages } : {}) },
    createdAt: bannedAt,
  })
}
