// Who may be banned, deleted or made a garden angel; what a search looks for; the figures of the community.
import { bansPerHourAlertThreshold } from '#shared/constants.ts'

const searchWordsMax = 8

/** The name that is left of somebody whose account was deleted. */
export const formerMemberName = 'Former member'

/** Who or what a member is that can't be banned. */
export type BanObstacle = 'self' | 'administrator' | 'garden_angel'

interface MemberRoles {
  id: number
  isAdmin: boolean
  isGardenAngel: boolean
}

/**
 * What keeps a moderator from banning a member; null when nothing does. An administrator loses that role first; a
 * garden angel bans members alone (CHAT-23).
 */
export function banObstacle(moderator: MemberRoles, target: MemberRoles): BanObstacle | null {
  if (moderator.id === target.id) return 'self'
  if (target.isAdmin) return 'administrator'
  return target.isGardenAngel && !moderator.isAdmin ? 'garden_angel' : null
}

/** The code by which a ban is refused; null when it may be made. */
export function banErrorCode(
  moderator: MemberRoles,
  target: MemberRoles,
): 'forbidden' | 'target_is_self' | 'target_is_admin' | null {
  const obstacle = banObstacle(moderator, target)
  if (obstacle === null) return null
  if (!moderator.isAdmin) return 'forbidden'
  return obstacle === 'self' ? 'target_is_self' : 'target_is_admin'
}

/** Whether so many bans in an hour by one garden angel are worth a look. */
export function exceedsBanAlertThreshold(bansInHour: number): boolean {
  return bansInHour > bansPerHourAlertThreshold
}

/** Why an administrator may not make somebody a garden angel, or take that from them; null when they may (USR-09). */
export function gardenAngelErrorCode(
  target: { isAdmin: boolean; isBanned: boolean },
  isWished: boolean,
): 'target_is_admin' | 'target_is_banned' | null {
  if (target.isAdmin) return 'target_is_admin'
  return isWished && target.isBanned ? 'target_is_banned' : null
}

/** Why an administrator may not delete somebody; null when they may (USR-09, USR-26). */
export function deletionErrorCode(
  adminId: number,
  target: { id: number; isAdmin: boolean },
): 'target_is_self' | 'target_is_admin' | null {
  if (target.id === adminId) return 'target_is_self'
  return target.isAdmin ? 'target_is_admin' : null
}

/** The words of a search: each of them is looked for, and no more than anybody types. */
export function searchWords(search: string): string[] {
  return search
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, searchWordsMax)
}

/**
 * The figures of the community in whole minutes (TOT-05): of all sessions and what was adjusted; of the sessions alone on
 * an average day with one; and of those of the month.
 */
export function computeTotals({
  seconds,
  adjusted,
  days,
  monthSeconds,
}: {
  seconds: number
  adjusted: number
  days: number
  monthSeconds: number
}): { totalMinutes: number; dailyAverage: number; monthlyTotal: number } {
  const sessionMinutes = Math.floor(seconds / 60)
  return {
    totalMinutes: sessionMinutes + adjusted,
    dailyAverage: days === 0 ? 0 : sessionMinutes / days,
    monthlyTotal: Math.floor(monthSeconds / 60),
  }
}
