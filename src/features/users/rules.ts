// User rules: ban, deletion and role checks, search words, community totals.
import type { AnyError } from '#shared/common-errors.ts'
import { asciiEmail } from '#shared/international-domain.ts'
import { bansPerHourAlertThreshold } from '#shared/constants.ts'
import { userErrors } from './errors.ts'

const searchWordsMax = 8

/** The name that replaces a deleted member's name. */
export const formerMemberName = 'Former member'

/** Why a member can't be banned. */
export type BanObstacle = 'self' | 'administrator' | 'garden_angel'

interface MemberRoles {
  id: number
  isAdmin: boolean
  isGardenAngel: boolean
}

/**
 * Why a moderator can't ban a member; null when they can. An administrator must lose that role first. A garden
 * angel can ban only members without a role (CHAT-23).
 */
export function banObstacle(moderator: MemberRoles, target: MemberRoles): BanObstacle | null {
  if (moderator.id === target.id) return 'self'
  if (target.isAdmin) return 'administrator'
  return target.isGardenAngel && !moderator.isAdmin ? 'garden_angel' : null
}

/** The error of a forbidden ban; null when it is allowed. A garden angel always gets `forbidden`. */
export function banError(moderator: MemberRoles, target: MemberRoles): AnyError | null {
  const obstacle = banObstacle(moderator, target)
  if (obstacle === null) return null
  if (!moderator.isAdmin) return 'forbidden'
  return obstacle === 'self' ? userErrors.target_is_self : userErrors.target_is_admin
}

/** Whether the number of bans by one garden angel within an hour should raise a warning. */
export function exceedsBanAlertThreshold(bansInHour: number): boolean {
  return bansInHour > bansPerHourAlertThreshold
}

/** The error of a forbidden change of the garden angel role; null when it is allowed (USR-09). */
export function gardenAngelError(
  target: { isAdmin: boolean; isBanned: boolean },
  isGranted: boolean,
): AnyError | null {
  if (target.isAdmin) return userErrors.target_is_admin
  return isGranted && target.isBanned ? userErrors.target_is_banned : null
}

/** The error of a forbidden deletion; null when it is allowed (USR-09, USR-26). */
export function deletionError(adminId: number, target: { id: number; isAdmin: boolean }): AnyError | null {
  if (target.id === adminId) return userErrors.target_is_self
  return target.isAdmin ? userErrors.target_is_admin : null
}

/**
 * Splits a search into words, all of which must match; limits their number to bound the query. Names keep few
 * invisible characters, which the database ignores.
 */
export function searchWords(search: string): string[] {
  return (
    search
      .replace(/\p{DI}/gu, '')
      .normalize('NFC')
      .split(/\s+/)
      // Addresses are stored with their domain in ASCII.
      .map((word) => (word.includes('@') ? (asciiEmail(word.toLowerCase()) ?? word) : word))
      .filter((word) => word !== '')
      .slice(0, searchWordsMax)
  )
}

/**
 * Community totals in minutes (TOT-05). `totalMinutes` includes adjustments; `dailyAverage` and `monthlyTotal`
 * don't. `dailyAverage` is per day with a session.
 */
export function computeTotals({
  seconds,
  adjustedMinutes,
  daysWithSession,
  monthSeconds,
}: {
  seconds: number
  adjustedMinutes: number
  daysWithSession: number
  monthSeconds: number
}): { totalMinutes: number; dailyAverage: number; monthlyTotal: number } {
  const sessionMinutes = Math.floor(seconds / 60)
  return {
    totalMinutes: sessionMinutes + adjustedMinutes,
    dailyAverage: daysWithSession === 0 ? 0 : sessionMinutes / daysWithSession,
    monthlyTotal: Math.floor(monthSeconds / 60),
  }
}
