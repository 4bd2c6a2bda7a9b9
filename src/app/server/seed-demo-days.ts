// Days of the demo members: when they sat, how long, in which meditation, and one member's energy entries.
import type { insertEntries } from '#features/energy/server/sql.ts'
import type { PastSession } from '#features/meditation/server/sql-days.ts'
import { completionThresholdSeconds } from '#features/meditation/session-time.ts'
import { addDays, dayStartMs } from '#shared/day.ts'
import { demoEnergy, demoReferrals, demoTemplates } from './demo-content.ts'

const minuteMs = 60_000

/** The template of a day, relative to today's: the templates rotate. */
export function templateIndex(daysFromToday: number, count: number): number {
  return ((daysFromToday % count) + count) % count
}

type NewEntry = Parameters<typeof insertEntries>[1][number]

interface PastDay {
  sessionDate: string
  startMs: number
  day: (typeof demoEnergy)[number]
}

function pastDays(today: string): PastDay[] {
  return demoEnergy.map((day, index) => {
    const sessionDate = addDays(today, index - demoEnergy.length)
    return { sessionDate, startMs: sittingStartMs(sessionDate), day }
  })
}

function sittingStartMs(day: string): number {
  return dayStartMs(day) + 7 * 60 * minuteMs
}

/** The member's energy entries. */
export function energyEntries(userId: number, today: string): NewEntry[] {
  return pastDays(today).flatMap(({ sessionDate, startMs, day: { before, after, comment, minutes } }) => {
    const base = { userId, sessionDate, isSample: false }
    const endTime = new Date(startMs + (minutes ?? 0) * minuteMs)
    const entries: NewEntry[] = []
    if (before !== null) {
      const createdAt = new Date(startMs)
      entries.push({ ...base, emotionLevel: before, moodType: 'pre', comment: null, createdAt })
    }
    if (after !== null) {
      entries.push({ ...base, emotionLevel: after, moodType: 'post', comment, createdAt: endTime })
    }
    return entries
  })
}

/** The member's sittings, each in the day's meditation; some visits are too short to complete it. */
export function memberSessions(userId: number, today: string, templateIds: readonly number[]): PastSession[] {
  return pastDays(today).flatMap(({ sessionDate, startMs, day: { minutes } }, index) => {
    if (minutes === null) return []
    const rotation = templateIndex(index - demoEnergy.length, templateIds.length)
    const seconds = minutes * 60
    const completed = seconds >= completionThresholdSeconds(demoTemplates[rotation]?.duration ?? 0)
    const templateId = templateIds[rotation] ?? 0
    const startTime = new Date(startMs)
    return [{ userId, sessionDate, templateId, startTime, seconds, completed, isSample: false }]
  })
}

/** The first sittings of the referred friends, each complete. */
export function friendSessions(
  userIds: ReadonlyMap<string, number>,
  today: string,
  templateIds: readonly number[],
): PastSession[] {
  return demoReferrals.flatMap(({ friend, satDaysAgo }) => {
    if (satDaysAgo === null) return []
    const userId = userIds.get(friend) ?? 0
    const sessionDate = addDays(today, -satDaysAgo)
    const startTime = new Date(sittingStartMs(sessionDate))
    const rotation = templateIndex(-satDaysAgo, templateIds.length)
    const templateId = templateIds[rotation] ?? 0
    const seconds = (demoTemplates[rotation]?.duration ?? 0) * 60
    return [{ userId, sessionDate, templateId, startTime, seconds, completed: true, isSample: false }]
  })
}
