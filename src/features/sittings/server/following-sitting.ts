// The sitting of a schedule, as its row is written.
import type { CommunityDays } from '#shared/day.ts'
import { measuredPlays, playedSeconds } from '../flat-plays.ts'
import { scheduledTimeline } from '../rules.ts'
import type { NewSitting } from './sql.ts'
import type { SittingSchedule } from './sql/schedules.ts'

/** The sitting that follows a schedule; null if it doesn't start together. */
export function followingSitting(
  days: CommunityDays,
  schedule: SittingSchedule,
): (NewSitting & { scheduledAtMs: number }) | null {
  const { id, date, templateId, isActive, together, meetingUrl } = schedule
  const plays = measuredPlays(schedule.plays)
  if (!isActive || !together || plays === null) return null
  const timeline = scheduledTimeline(days, { ...schedule, mediaSeconds: playedSeconds(plays) })
  return {
    day: date,
    scheduleId: id,
    templateId,
    scheduledAtMs: timeline.startsAt,
    plays,
    meetingUrl,
    timeline,
  }
}
