// Sync of sittings at a start: those ahead follow their schedules by the present rules of the time zones (PHASE-17).
import { lockCommunityDays } from '#server/calendar/calendar.ts'
import type { Platform } from '#server/context.ts'
import { addDays } from '#shared/day.ts'
import { hasOpened } from '../phases.ts'
import { withBellAt } from '../rules.ts'
import { followingSitting } from './following-sitting.ts'
import { lockSittingsOfSchedules, overlappingSittings, updateSitting } from './sql.ts'
import { followedSchedulesFrom } from './sql/schedules.ts'

/** Moves the sittings ahead whose schedule has another moment than when they were written; a host's delay stays. */
export async function syncSittings({ calendar, database, roomClock, log }: Platform): Promise<void> {
  const days = calendar.days()
  const nowMs = roomClock.now()
  // By an own zone, yesterday's sitting may start after midnight.
  const from = addDays(calendar.today(), -1)
  for (const schedule of await followedSchedulesFrom(database.query, from)) {
    if (followingSitting(days, schedule)?.scheduledAtMs === schedule.scheduledAtMs) continue
    await database.transaction(async (tx) => {
      // Another node may have changed the zone since.
      const wanted = followingSitting(await lockCommunityDays(tx), schedule)
      const stored = await lockSittingsOfSchedules(tx, [schedule.id])
      const row = stored.find((each) => each.scheduledAtMs !== null)
      if (!wanted || row?.scheduledAtMs == null || row.scheduledAtMs === wanted.scheduledAtMs) return
      const { sitting } = row
      if (hasOpened(sitting, nowMs)) return
      const byMs = wanted.scheduledAtMs - row.scheduledAtMs
      const timeline = withBellAt(sitting, sitting.startsAt + byMs, nowMs)
      const facts = { day: sitting.day, from: new Date(timeline.doorsAt), to: new Date(timeline.endsAt) }
      if ((await overlappingSittings(tx, [timeline], [sitting.id])).length > 0)
        return log.error(
          facts,
          'A sitting now overlaps another one: the rules of the time zone have changed.',
        )
      const change = { changedAt: new Date(nowMs), timeline, scheduledAtMs: wanted.scheduledAtMs }
      await updateSitting(tx, sitting.id, change)
      log.warn(facts, 'A sitting moved: the rules of the time zone have changed.')
    })
  }
}
