// Chat access rules: which days' chats a member may read.
import { addDays } from '#shared/day.ts'

/** Every member may read today's and yesterday's chat; moderators may read any past day's (CHAT-24). */
export function isChatReadable(day: string, today: string, mayModerate: boolean): boolean {
  if (day > today) return false
  return mayModerate || day >= addDays(today, -1)
}
