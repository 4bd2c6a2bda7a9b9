// Rules of a member's own sits.
import { addDays } from '#shared/day.ts'
import { ownSitDaysBack } from './contract.ts'

/** Whether a sit elsewhere can be added for a day: today, or up to 30 days back. */
export function isOwnSitDay(day: string, today: string): boolean {
  return day <= today && day >= addDays(today, -ownSitDaysBack)
}
