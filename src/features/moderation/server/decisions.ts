// Decisions: what moderators decide about a message or a member, and its undo; each with its effects in one transaction.
import { recordActivity } from '#features/activity/server/service.ts'
import { unbanMember, publishAccountChanged } from '#features/auth/server/service.ts'
import { deleteMessage, restoreMessage, setFolded } from '#features/chat/server/service.ts'
import {
  assertCapability,
  capabilityError,
  lockMembersForUpdate,
  type LockedMember,
} from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import { findSettings } from '#server/community/sql.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { listReasons, reasonText, type DecisionReason } from '#shared/decision-reasons.ts'
import { banActivities, caseActivities } from '../activities.ts'
import type { Case, DecisionAction } from '../cases-contract.ts'
import { moderationErrors } from '../errors.ts'
import type { ModerationMessage } from '../member-contract.ts'
import { claimUntil, mayUndo, muteObstacle, removesMessage } from '../rules.ts'
import { banLockedMember, publishBan } from './bans.ts'
import { publishCasesChanged } from './case-watch.ts'
import { assertMayDecide } from './hourly-limits.ts'
import { lockModerator } from './lock-moderator.ts'
import { notifyOfBans } from './oversight.ts'
import {
  findMemberOfCase,
  insertDecidedCase,
  hasWorryingReport,
  listDecisionsToUndo,
  listReporters,
  lockCaseForUpdate,
  lockOpenCaseOf,
  saveClaim,
  saveDecision,
  saveUndo,
  type LockedCase,
  type NewDecision,
} from './sql/cases.ts'
import { insertModerationMessages } from './sql/moderation-messages.ts'
import { insertMute, liftMuteOfCase } from './sql/mutes.ts'
import { findCase } from './sql/shown-cases.ts'

export type DecisionPlatform = Pick<Platform, 'database' | 'bus' | 'clock' | 'log' | 'mailer'>

interface Decided {
  action: DecisionAction
  /** An entry of the list; undefined for none. */
  reasonId: string | undefined
  sentence: string
  minutes: number | null
}

interface CaseInput {
  moderatorId: number
  caseId: number
  version: number
}

/** Locks a case with its moderator and its member. Throws `not_found`, or `changed_meanwhile` with the case as it is. */
async function lockCase(tx: Executor, { moderatorId, caseId, version }: CaseInput, now: Date) {
  const subject = await findMemberOfCase(tx, caseId)
  if (!subject) throw appError('not_found')
  const { moderator, target } = await lockModerator(tx, moderatorId, subject.userId)
  const locked = await lockCaseForUpdate(tx, caseId)
  if (!locked) throw appError('not_found')
  if (locked.version !== version) {
    const current = await findCase(tx, caseId, { moderator, now })
    throw appError('changed_meanwhile', { current })
  }
  return { moderator, target, locked }
}

function assertNotTaken({ claimedBy, claimedAt }: LockedCase, moderatorId: number, now: Date): void {
  if (claimedBy !== null && claimedBy !== moderatorId && claimUntil(claimedAt, now.getTime()) !== null)
    throw appError('taken')
}

async function readCase(tx: Executor, id: number, moderator: LockedMember, now: Date): Promise<Case> {
  const found = await findCase(tx, id, { moderator, now })
  if (!found) throw appError('not_found')
  return found
}

/** Claims an open case for ten minutes. Throws `taken`, `not_found` or `changed_meanwhile`. */
export async function claimCase({ database, bus, clock }: DecisionPlatform, input: CaseInput): Promise<Case> {
  const now = new Date(clock.now())
  const claimed = await database.transaction(async (tx) => {
    const { moderator, locked } = await lockCase(tx, input, now)
    if (locked.decidedAt !== null) throw appError('changed_meanwhile')
    assertNotTaken(locked, moderator.id, now)
    await saveClaim(tx, locked.id, { claimedBy: moderator.id, claimedAt: now })
    return readCase(tx, locked.id, moderator, now)
  })
  await publishCasesChanged(bus)
  return claimed
}

/** Gives back the caller's own claim; nothing happens without one. Throws `not_found`. */
export async function deleteClaim(
  { database, bus }: DecisionPlatform,
  { moderatorId, caseId }: { moderatorId: number; caseId: number },
): Promise<void> {
  await database.transaction(async (tx) => {
    await assertCapability(tx, moderatorId, 'chat.moderate')
    const locked = await lockCaseForUpdate(tx, caseId)
    if (!locked) throw appError('not_found')
    if (locked.claimedBy === moderatorId) await saveClaim(tx, caseId, null)
  })
  await publishCasesChanged(bus)
}

/** Finds an entry of the community's list. Throws `reason_unknown`. */
export async function findReason(tx: Executor, id: string): Promise<DecisionReason> {
  const reasons = listReasons((await findSettings(tx)).decisionReasons)
  const reason = reasons.find((each) => each.id === id)
  if (!reason) throw appError(moderationErrors.reason_unknown)
  return reason
}

/** A reason from the list as the activity log and `users` keep it: in the language of who decides. */
export const reasonField = (reason: DecisionReason | null) => (reason ? { reason: reasonText(reason) } : {})

/** Throws `not_found`, or `forbidden` for staff (MOD-12). */
export function assertMayMute(
  moderator: LockedMember,
  target: LockedMember | null,
): asserts target is LockedMember {
  if (!target) throw appError('not_found')
  if (muteObstacle(moderator, target) !== null) throw appError('forbidden')
}

const toldKinds: Partial<Record<DecisionAction, ModerationMessage['kind']>> = {
  support: 'supported',
  remove: 'removed',
  remind: 'reminded',
  mute: 'muted',
}

/** Removes the message of a case, and unfolds it, so that its return shows it whole. */
async function settleMessage(
  tx: Executor,
  { messageId }: Pick<LockedCase, 'messageId'>,
  { action, decidedBy, decidedAt }: NewDecision,
): Promise<void> {
  if (messageId === null) return
  await setFolded(tx, messageId, null)
  if (removesMessage(action))
    await deleteMessage(tx, messageId, { deletedAt: decidedAt, deletedBy: decidedBy })
}

/**
 * Decides a case. A mute and a ban remove its message, too. Throws `taken`, `not_found`, `changed_meanwhile`
 * or `reason_unknown`. Throws `forbidden` for staff, for one's own case, and for support where no one worries. Throws `rate_limited` for a garden angel who
 * decides too often, and what a ban throws.
 */
export async function decideCase(platform: DecisionPlatform, input: CaseInput & Decided): Promise<Case> {
  const { database, bus, clock } = platform
  const { action, reasonId, sentence, minutes, moderatorId } = input
  const now = new Date(clock.now())
  const { decided, ban } = await database.transaction(async (tx) => {
    const { moderator, target, locked } = await lockCase(tx, input, now)
    if (locked.decidedAt !== null) throw appError('changed_meanwhile')
    assertNotTaken(locked, moderator.id, now)
    // Nobody judges themselves; administrators are the last resort.
    if (locked.userId === moderator.id && !moderator.isAdmin) throw appError('forbidden')
    if (action === 'support' && !(await hasWorryingReport(tx, locked.id))) throw appError('forbidden')
    await assertMayDecide(tx, { moderator, of: 'reported', now })
    const reason = reasonId === undefined ? null : await findReason(tx, reasonId)
    const decision = {
      action,
      reason,
      sentence,
      minutes,
      decidedBy: moderator.id,
      decidedAt: now,
      seenAt: moderator.isAdmin ? now : null,
    }
    const applied = await applyDecision(tx, { moderator, target, locked, decision })
    if (applied) await notifyOfBans(platform, tx, { bansInHour: applied.bansInHour, now })
    await thankReporters(tx, locked.id, decision)
    return { decided: await readCase(tx, locked.id, moderator, now), ban: applied }
  })
  if (ban) await publishBan(platform, { moderatorId, ...ban })
  await publishCasesChanged(bus)
  return decided
}

/** Thanks those who reported a case, but for who decided it (MOD-07). */
async function thankReporters(
  tx: Executor,
  caseId: number,
  { decidedBy, decidedAt }: Pick<NewDecision, 'decidedBy' | 'decidedAt'>,
): Promise<void> {
  const userIds = (await listReporters(tx, caseId)).filter((id) => id !== decidedBy)
  await insertModerationMessages(tx, { userIds, kind: 'thanked', caseId, now: decidedAt })
}

interface Application {
  moderator: LockedMember
  target: LockedMember | null
  locked: Pick<LockedCase, 'id' | 'messageId' | 'userId'>
  decision: NewDecision
}

/** Saves a decision with its effects, its message to the member, and its entry of the activity log. */
async function applyDecision(
  tx: Executor,
  { moderator, target, locked, decision }: Application,
): Promise<{ userId: number; reason: string; bansInHour: number } | null> {
  const { action, reason, minutes, decidedAt: now } = decision
  if (action === 'mute') assertMayMute(moderator, target)
  await saveDecision(tx, locked.id, decision)
  await settleMessage(tx, locked, decision)
  if (action === 'mute' && target)
    await insertMute(tx, { userId: target.id, caseId: locked.id, minutes: minutes ?? 0 })
  const told = toldKinds[action]
  if (told && target)
    await insertModerationMessages(tx, { userIds: [target.id], kind: told, caseId: locked.id, now })
  const after = { case: locked.id, ...reasonField(reason), ...(minutes === null ? {} : { minutes }) }
  await recordActivity(tx, {
    actorId: moderator.id,
    kind: action === 'ban' ? banActivities.ban : caseActivities[action],
    ...(locked.userId === null ? {} : { targetId: locked.userId }),
    before: null,
    after: action === 'ban' ? { ...after, isBanned: true } : after,
    createdAt: now,
  })
  if (action !== 'ban') return null
  if (!target) throw appError('not_found')
  const text = reason ? reasonText(reason) : ''
  const { bansInHour } = await banLockedMember(tx, {
    moderator,
    target,
    reason: text,
    entry: reason,
    minutes,
    now,
  })
  return { userId: target.id, reason: text, bansInHour }
}

/** Undoes a decision. Throws `not_found`, `changed_meanwhile`, `undo_over`, or `forbidden` for an angel and a ban. */
export async function undoDecision(platform: DecisionPlatform, input: CaseInput): Promise<Case> {
  const { database, bus, clock } = platform
  const now = new Date(clock.now())
  const { undone, unbannedUid } = await database.transaction(async (tx) => {
    const { moderator, target, locked } = await lockCase(tx, input, now)
    const { action, decidedAt, undoneAt } = locked
    if (action === null || decidedAt === null || undoneAt !== null) throw appError('changed_meanwhile')
    if (action === 'ban' && !moderator.isAdmin) throw appError('forbidden')
    if (!mayUndo(moderator, { action, decidedAt, undoneAt }, now.getTime()))
      throw appError(moderationErrors.undo_over)
    const isUnbanned = await applyUndo(tx, { moderator, target, locked, now })
    return {
      undone: await readCase(tx, locked.id, moderator, now),
      unbannedUid: isUnbanned ? (target?.uid ?? null) : null,
    }
  })
  if (unbannedUid !== null) await publishAccountChanged({ bus }, unbannedUid)
  await publishCasesChanged(bus)
  return undone
}

/** Takes back a decision's effects; returns whether the member was unbanned by it. */
async function applyUndo(
  tx: Executor,
  {
    moderator,
    target,
    locked,
    now,
  }: { moderator: LockedMember; target: LockedMember | null; locked: LockedCase; now: Date },
): Promise<boolean> {
  const { id, action, messageId } = locked
  await saveUndo(tx, id, { undoneBy: moderator.id, undoneAt: now })
  if (messageId !== null && action !== null && removesMessage(action)) await restoreMessage(tx, messageId)
  if (action === 'mute') await liftMuteOfCase(tx, id)
  const isUnbanned = action === 'ban' && target?.isBanned === true
  if (isUnbanned) await unbanMember(tx, target.id)
  // Kind words disappear; to be told that they were undone would hurt.
  if (target && action !== 'support')
    await insertModerationMessages(tx, { userIds: [target.id], kind: 'undone', caseId: id, now })
  await recordActivity(tx, {
    actorId: moderator.id,
    kind: caseActivities.undo,
    ...(locked.userId === null ? {} : { targetId: locked.userId }),
    before: { case: id, action },
    after: null,
    createdAt: now,
  })
  return isUnbanned
}

interface UndoLine {
  case: Case
  obstacle: 'undone' | null
}

/**
 * Undoes all decisions of one moderator within the last 24 hours, in one transaction. Each has its own result: null for
 * undone, or why it wasn't.
 */
export async function undoAllOf(
  { database, bus, clock }: DecisionPlatform,
  { adminId, moderatorId, since }: { adminId: number; moderatorId: number; since: string },
): Promise<UndoLine[]> {
  const now = new Date(clock.now())
  const { lines, uids } = await database.transaction(async (tx) => {
    const decisions = await listDecisionsToUndo(tx, { decidedBy: moderatorId, since })
    const userIds = [adminId, ...decisions.flatMap(({ userId }) => userId ?? [])]
    const members = await lockMembersForUpdate(tx, [...new Set(userIds)])
    const admin = members.get(adminId) ?? null
    const error = capabilityError(admin, 'community.administer')
    if (error || !admin) throw error ?? appError('unauthenticated')
    const undone: UndoLine[] = []
    const unbanned: (string | null)[] = []
    for (const { id } of decisions) {
      const locked = await lockCaseForUpdate(tx, id)
      if (!locked) continue
      const target = locked.userId === null ? null : (members.get(locked.userId) ?? null)
      const obstacle = locked.undoneAt === null ? null : 'undone'
      if (obstacle === null && (await applyUndo(tx, { moderator: admin, target, locked, now })))
        unbanned.push(target?.uid ?? null)
      undone.push({ case: await readCase(tx, id, admin, now), obstacle })
    }
    return { lines: undone, uids: unbanned }
  })
  for (const uid of uids) await publishAccountChanged({ bus }, uid)
  await publishCasesChanged(bus)
  return lines
}

/** A message that a moderator deleted in the chat. */
export interface Removal {
  messageId: number
  userId: number
  text: string
  by: number
  now: Date
}

/**
 * Records a deletion from the chat as a decided case: its open one, or one of its own. Its author is told, without a
 * reason, for the specified call has none (MOD-22).
 */
export async function recordRemoval(
  tx: Executor,
  { messageId, userId, text, by, now }: Removal,
): Promise<void> {
  const decision: NewDecision = {
    action: 'remove',
    reason: null,
    sentence: '',
    minutes: null,
    decidedBy: by,
    decidedAt: now,
  }
  const open = await lockOpenCaseOf(tx, messageId)
  if (open) {
    await saveDecision(tx, open.id, decision)
    await setFolded(tx, messageId, null)
    await thankReporters(tx, open.id, decision)
  }
  const caseId = open?.id ?? (await insertDecidedCase(tx, { userId, messageId, textThen: text }, decision))
  // Moderators know what they did with their own.
  if (userId !== by) await insertModerationMessages(tx, { userIds: [userId], kind: 'removed', caseId, now })
}
