// Moderation rules: who may ban or mute whom and how often, how long a claim and an undo last, and who folds a message.
import { memberErrors } from '#features/members/errors.ts'
import type { AnyError } from '#shared/common-errors.ts'
import { bansPerHourAlertThreshold } from '#shared/constants.ts'
import { msToTimestamp, timestampToMs } from '#shared/day.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import type { DecisionAction } from './cases-contract.ts'

/** Why a member can't be banned or muted. */
export type MemberObstacle = 'self' | 'administrator' | 'garden_angel'

interface MemberRoles {
  id: number
  isAdmin: boolean
  isGardenAngel: boolean
}

/**
 * Why a moderator can't ban a member; null when they can. An administrator must lose that role first. A garden
 * angel can ban only members without a role (CHAT-23).
 */
export function banObstacle(moderator: MemberRoles, target: MemberRoles): MemberObstacle | null {
  if (moderator.id === target.id) return 'self'
  if (target.isAdmin) return 'administrator'
  return target.isGardenAngel && !moderator.isAdmin ? 'garden_angel' : null
}

/** Why a moderator can't mute a member; null when they can. Nobody mutes staff (MOD-12). */
export function muteObstacle(moderator: Pick<MemberRoles, 'id'>, target: MemberRoles): MemberObstacle | null {
  if (moderator.id === target.id) return 'self'
  if (target.isAdmin) return 'administrator'
  return target.isGardenAngel ? 'garden_angel' : null
}

/** The error of a forbidden ban; null when it is allowed. A garden angel always gets `forbidden`. */
export function banError(moderator: MemberRoles, target: MemberRoles): AnyError | null {
  const obstacle = banObstacle(moderator, target)
  if (obstacle === null) return null
  if (!moderator.isAdmin) return 'forbidden'
  return obstacle === 'self' ? memberErrors.target_is_self : memberErrors.target_is_admin
}

/** Whether the number of bans by one garden angel within an hour should raise a warning. */
export function exceedsBanAlertThreshold(bansInHour: number): boolean {
  return bansInHour > bansPerHourAlertThreshold
}

/** How long a case stays with who opened it, after their page last said so (MOD-04). */
const claimMs = 10 * minuteMs

/** When a claim ends; null without one in force. */
export function claimUntil(claimedAt: string | null, nowMs: number): string | null {
  if (claimedAt === null) return null
  const untilMs = timestampToMs(claimedAt) + claimMs
  return untilMs > nowMs ? msToTimestamp(untilMs) : null
}

export interface Moderator {
  id: number
  isAdmin: boolean
}

/** Whether a decision removes the message of its case, which its undo brings back (MOD-05). */
export function removesMessage(action: DecisionAction): boolean {
  return action === 'remove' || action === 'mute' || action === 'ban'
}

/** How long a decision can be undone (MOD-09). */
export const undoWithinMs = 24 * hourMs

interface Undoable {
  action: DecisionAction
  decidedAt: string
  undoneAt: string | null
}

/** Whether a moderator may undo a decision: a ban as an administrator alone, and nothing where nothing was done. */
export function mayUndo(
  { isAdmin }: Moderator,
  { action, decidedAt, undoneAt }: Undoable,
  nowMs: number,
): boolean {
  if (undoneAt !== null || action === 'none' || (action === 'ban' && !isAdmin)) return false
  return nowMs - timestampToMs(decidedAt) <= undoWithinMs
}

/** As many members fold a message, if their reports count (MOD-14). */
export const foldingReports = 3
/** How old the account of such a member is at least, in days. */
export const reporterAgeDays = 7
/** The time of which the reports of a member are looked at (MOD-15). */
export const reporterDays = 30

/** Whether a member's report counts for folding: not of who reported six times and was wrong five times (MOD-15). */
export function countsForFolding({ reported, wrong }: { reported: number; wrong: number }): boolean {
  return reported < 6 || wrong < 5
}

/** What a garden angel may do within an hour; administrators are free. */
export const angelsHourly = { bans: 5, reported: 60 } as const

/** How long a garden angel waits until they may decide again, by the moments of the last hour; 0 for not at all. */
export function waitMs(moments: readonly string[], max: number, nowMs: number): number {
  const first = moments.at(-max)
  return first === undefined ? 0 : Math.max(0, timestampToMs(first) + hourMs - nowMs)
}

/** As many bans of one garden angel within an hour are told to the administrators. */
export const bansToTell = 3

/** How far back the figures of moderation go, in days. */
export const figureDays = 30

/** How long a decided case is kept, with its reports, its mute and what its members were told, in days (MOD-20). */
export const caseRetentionDays = 90
