// Whose chat of which day may be read.
import { addDays } from '#shared/day.ts'

/** Today's and yesterday's chat by every member, any past day's by moderators (CHAT-24). */
export function isChatReadable(day: string, today: string, mayModerate: boolean): boolean {
  if (day > today) return false
  return mayModerate || day >= addDays(today, -1)
}
