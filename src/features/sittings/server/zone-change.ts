// Sittings after a change of the community's zone: those ahead keep their wall times, by the new zone's clock.
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { addDays, type CommunityDays } from '#shared/day.ts'
import { sittingErrors } from '../errors.ts'
import { hasOpened, isOver } from '../phases.ts'
import { leavesItsDay, overlaps, withBellAt, type SittingTimeline } from '../rules.ts'
import { followingSitting } from './following-sitting.ts'
import { lockSittingsFrom, updateTimelines } from './sql.ts'
import { sittingSchedules } from './sql/schedules.ts'

export interface MovedSitting {
  id: number
  date: string
  title: string
  fromMs: number
  toMs: number
  timeline: SittingTimeline
  scheduledAtMs: number
}

export interface SittingsAfterZoneChange {
  /** In the order of their doors. */
  moved: MovedSitting[]
  /** The days on which sittings would then overlap. */
  overlapping: string[]
  /** The days whose sitting is in another zone, and would then be two hours or more outside its day. */
  leaving: string[]
}

/**
 * Locks the sittings from two days ago on, and finds those that follow their schedules to other timelines by `days`. A
 * host's delay stays; sittings whose doors have opened don't move (COM-05).
 */
export async function findSittingsAfterZoneChange(
  tx: Executor,
  { days, today, nowMs }: { days: CommunityDays; today: string; nowMs: number },
): Promise<SittingsAfterZoneChange> {
  const stored = await lockSittingsFrom(tx, addDays(today, -2))
  const ahead = stored.filter((row) => row.scheduledAtMs !== null && !hasOpened(row.sitting, nowMs))
  const ids = ahead.flatMap(({ sitting }) => sitting.scheduleId ?? [])
  const list = ids.length === 0 ? [] : await sittingSchedules(tx, ids)
  const schedules = new Map(list.map((schedule) => [schedule.id, schedule]))
  const leaving: string[] = []
  const moved = ahead.flatMap(({ sitting, scheduledAtMs, title }): MovedSitting[] => {
    const schedule = schedules.get(sitting.scheduleId ?? 0)
    const following = schedule && followingSitting(days, schedule)
    if (!following || scheduledAtMs === null) return []
    if (schedule.timeZone !== null) {
      if (leavesItsDay(days, sitting.day, scheduledAtMs)) leaving.push(sitting.day)
      return []
    }
    const byMs = following.scheduledAtMs - scheduledAtMs
    if (byMs === 0) return []
    const timeline = withBellAt(sitting, sitting.startsAt + byMs, nowMs)
    const [fromMs, toMs] = [sitting.startsAt, timeline.startsAt]
    return [
      {
        id: sitting.id,
        date: sitting.day,
        title,
        fromMs,
        toMs,
        timeline,
        scheduledAtMs: following.scheduledAtMs,
      },
    ]
  })
  const timelinesById = new Map(moved.map(({ id, timeline }) => [id, timeline]))
  const spans = stored
    .filter(({ sitting }) => !sitting.cancelled && !isOver(sitting, nowMs))
    .map(({ sitting }) => ({ ...sitting, ...timelinesById.get(sitting.id) }))
    .toSorted((a, b) => a.doorsAt - b.doorsAt)
  const overlapping = spans.flatMap((span, index) => {
    const next = spans[index + 1]
    return next && overlaps(span, next) ? [span.day, next.day] : []
  })
  return { moved, overlapping: [...new Set(overlapping)].toSorted(), leaving: [...new Set(leaving)] }
}

/** Moves the sittings that were found, all in one statement, as neighbours change places. */
export async function moveSittings(
  tx: Executor,
  moved: readonly MovedSitting[],
  changedAt: Date,
): Promise<void> {
  if (!(await updateTimelines(tx, moved, changedAt))) throw appError(sittingErrors.sittings_overlap)
}
