// Who may ban whom, and when so many bans are worth a look.
import { bansPerHourUnremarked } from '#shared/constants.ts'

interface Ranked {
  id: number
  isAdmin: boolean
  isGardenAngel: boolean
}

/**
 * Why a moderator may not ban somebody; null when they may. An administrator loses that role first; a garden angel
 * bans members alone (CHAT-23).
 */
export function banRefusal(
  moderator: Ranked,
  target: Ranked,
): 'forbidden' | 'target_is_self' | 'target_is_admin' | null {
  const isSelf = moderator.id === target.id
  if (!moderator.isAdmin) return isSelf || target.isAdmin || target.isGardenAngel ? 'forbidden' : null
  if (isSelf) return 'target_is_self'
  return target.isAdmin ? 'target_is_admin' : null
}

/** Whether so many bans in an hour by one garden angel are worth a look. */
export function isRemarkable(bansInHour: number): boolean {
  return bansInHour > bansPerHourUnremarked
}
