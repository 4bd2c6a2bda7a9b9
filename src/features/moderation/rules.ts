// Ban rules: who may ban whom, and when bans raise an alert.
import { memberErrors } from '#features/members/errors.ts'
import type { AnyError } from '#shared/common-errors.ts'
import { bansPerHourAlertThreshold } from '#shared/constants.ts'

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
  return obstacle === 'self' ? memberErrors.target_is_self : memberErrors.target_is_admin
}

/** Whether the number of bans by one garden angel within an hour should raise a warning. */
export function exceedsBanAlertThreshold(bansInHour: number): boolean {
  return bansInHour > bansPerHourAlertThreshold
}
