// Chat access rules: which days' chats a member may read.
import { addDays } from '#shared/day.ts'

/**
 * Every member may read today's and yesterday's chat; moderators may read any past day's (CHAT-24). `from` is null
 * without a first day.
 */
export function readableDays(today: string, mayModerate: boolean): { from: string | null; to: string } {
  return { from: mayModerate ? null : addDays(today, -1), to: today }
}

export function isChatReadable(day: string, today: string, mayModerate: boolean): boolean {
  const { from, to } = readableDays(today, mayModerate)
  return day <= to && (from === null || day >= from)
}
