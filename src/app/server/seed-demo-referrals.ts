// The demo's referrals and their points, awarded by the product's own rules at past times.
import type { PastSession } from '#features/meditation/server/sql-days.ts'
import {
  rewardFirstSession,
  ensureReferralCode,
  recordReferralJoin,
} from '#features/referrals/server/service.ts'
import { addDays, chicagoDay, dayStartMs } from '#shared/day.ts'
import type { Executor } from '#server/db/database.ts'
import { demoCode, demoFirstJoinedDaysAgo, demoReferrals } from './demo-content.ts'

const minuteMs = 60_000
// Before the sitting of the same day; on the day of the seed, before the member's chat messages.
const joinedAtMinute = 6.5 * 60
const joinedMinutesAgo = 20

/** When a demo member joined, in epoch milliseconds. */
export function joinedAtMs(name: string, nowMs: number): number {
  const today = chicagoDay(nowMs)
  const daysAgo = demoReferrals.find(({ friend }) => friend === name)?.joinedDaysAgo ?? demoFirstJoinedDaysAgo
  // Never before the start of the day, even if the first start is soon after midnight.
  if (daysAgo === 0) return Math.max(dayStartMs(today), nowMs - joinedMinutesAgo * minuteMs)
  return dayStartMs(addDays(today, -daysAgo)) + joinedAtMinute * minuteMs
}

/**
 * Gives every member a code, and awards points for each referred member who sat; `sessions` are the seeded
 * sittings.
 */
export async function insertReferrals(
  tx: Executor,
  userIds: ReadonlyMap<string, number>,
  sessions: readonly PastSession[],
  nowMs: number,
): Promise<void> {
  const codes = new Map<string, string>()
  for (const [name, userId] of userIds) {
    const now = new Date(joinedAtMs(name, nowMs))
    const chosen = name === demoCode.of ? { makeCode: () => demoCode.code } : {}
    const { code } = await ensureReferralCode(tx, { userId, now, ...chosen })
    codes.set(name, code)
  }
  for (const { referrer, friend } of demoReferrals) {
    const userId = userIds.get(friend) ?? 0
    const now = new Date(joinedAtMs(friend, nowMs))
    await recordReferralJoin(tx, { userId, referralCode: codes.get(referrer) ?? null, joinedFrom: null, now })
    const first = sessions.find((session) => session.userId === userId && session.completed)
    if (first) await rewardFirstSession(tx, { userId, now: sessionEnd(first) })
  }
}

function sessionEnd({ startTime, seconds }: PastSession): Date {
  return new Date(startTime.getTime() + seconds * 1_000)
}
