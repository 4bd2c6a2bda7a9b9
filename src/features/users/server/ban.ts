// What a ban does: nothing that its member writes is stored any more, and every session and socket of theirs ends.
import { timestampOf } from '#shared/day.ts'
import { changedFields, noteActivity } from '#features/activity/server/service.ts'
import type { Platform, User } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { refuse } from '#server/refusal.ts'
import type { Ban } from '../contract.ts'
import { banObstacle, banRefusal, isRemarkable, type BanObstacle } from '../rules.ts'
import { refusalOf } from './service.ts'
import {
  banMember,
  countBansBy,
  endSessionsByBan,
  findRoles,
  holdMembersAlone,
  type HeldMember,
} from './sql.ts'

interface Order {
  moderatorId: number
  userId: number
  reason: string
}

const hourMs = 3_600_000

/**
 * Bans a member, or gives the ban they have a new reason. Writes of theirs that are under way are waited for, and
 * none is let through afterwards. Refuses with `not_found`, `forbidden`, `target_is_self` and `target_is_admin`, by
 * the roles that the two have at this moment.
 */
export async function carryOutBan(platform: Platform, order: Order): Promise<Ban> {
  const { database, bus, clock, log } = platform
  const { moderatorId, userId, reason } = order
  const nowMs = clock.now()
  const { ban, bansInHour } = await database.transaction(async (tx) => {
    const { moderator, target } = await holdBoth(tx, order)
    const bannedAt = new Date(nowMs)
    const made = await banMember(tx, { userId, reason, bannedBy: moderatorId, bannedAt })
    if (target.uid !== null) await endSessionsByBan(tx, target.uid, bannedAt)
    await noteBan(tx, { moderatorId, target, made, bannedAt })
    const since = timestampOf(nowMs - hourMs)
    return { ban: made, bansInHour: moderator.isAdmin ? 0 : await countBansBy(tx, moderatorId, since) }
  })
  log.info({ event: 'ban', by: moderatorId, userId }, 'A member was banned.')
  if (isRemarkable(bansInHour)) {
    log.warn({ event: 'many-bans', by: moderatorId, bansInHour }, 'A garden angel bans many people.')
  }
  await bus.publish('sessions', { type: 'banned', userId, reason })
  return ban
}

/** What keeps a moderator from banning a member at this moment; null when nothing does. Refuses with `not_found`. */
export async function checkBan(
  db: Executor,
  moderator: User,
  userId: number,
): Promise<{ obstacle: BanObstacle | null }> {
  const target = await findRoles(db, userId)
  if (!target) throw refuse('not_found')
  return { obstacle: banObstacle(moderator, target) }
}

/** Holds both people, and refuses unless the one may ban the other. */
async function holdBoth(
  tx: Executor,
  { moderatorId, userId }: Order,
): Promise<{ moderator: HeldMember; target: HeldMember }> {
  const held = await holdMembersAlone(tx, [moderatorId, userId])
  const [moderator = null, target = null] = [held.get(moderatorId), held.get(userId)]
  const refusal = refusalOf(moderator, 'chat.moderate')
  if (refusal || !moderator) throw refusal ?? refuse('unauthenticated')
  if (!target) throw refuse('not_found')
  const code = banRefusal(moderator, target)
  if (code !== null) throw refuse(code)
  return { moderator, target }
}

interface Made {
  moderatorId: number
  target: HeldMember
  made: Ban
  bannedAt: Date
}

/** The same ban again changes nothing. */
async function noteBan(tx: Executor, { moderatorId, target, made, bannedAt }: Made): Promise<void> {
  const stateOf = ({ isBanned, bannedReason }: HeldMember | Ban) => ({ isBanned, bannedReason })
  const changed = changedFields(stateOf(target), stateOf(made))
  if (Object.keys(changed.after).length === 0) return
  await noteActivity(tx, {
    actorId: moderatorId,
    action: 'user.ban',
    targetType: 'user',
    targetId: target.id,
    label: null,
    ...changed,
    createdAt: bannedAt,
  })
}
