// Sittings that were deleted ahead and are scheduled again: for calendars and reminders each is the same one (PHASE-21).
import type { Executor } from '#server/db/database.ts'
import { withDelay } from '../rules.ts'
import type { NewSitting } from './sql.ts'
import { lockDeletedSittings, takeDeletedSittings, type DeletedSitting } from './sql/deleted-sittings.ts'

/**
 * New sittings with the ids of the deleted ones that they were before. A schedule's own is as canceled and as late as it
 * was. One that has the bell of another schedule's is neither canceled nor late.
 */
export async function withEarlierSittings(
  tx: Executor,
  sittings: readonly NewSitting[],
): Promise<NewSitting[]> {
  if (sittings.length === 0) return []
  const deleted = await lockDeletedSittings(tx, {
    scheduleIds: sittings.map(({ scheduleId }) => scheduleId),
    bells: sittings.map(({ timeline }) => timeline.startsAt),
  })
  const chosen = chooseEarlier(sittings, deleted)
  await takeDeletedSittings(
    tx,
    [...chosen.values()].map(({ id }) => id),
  )
  return sittings.map((sitting) => {
    const earlier = chosen.get(sitting)
    if (!earlier) return sitting
    const again = { ...sitting, earlier: { id: earlier.id, version: earlier.version } }
    if (!isOwn(sitting, earlier)) return again
    const { scheduledAtMs, startsAt, cancelled } = earlier
    return {
      ...again,
      cancelled,
      timeline: withDelay(sitting.timeline, startsAt - (scheduledAtMs ?? startsAt)),
    }
  })
}

/** The deleted sitting of each, at most once; `deleted` are the last ones first. */
function chooseEarlier(
  sittings: readonly NewSitting[],
  deleted: readonly DeletedSitting[],
): ReadonlyMap<NewSitting, DeletedSitting> {
  const chosen = new Map<NewSitting, DeletedSitting>()
  const left = new Set(deleted)
  for (const isSame of [isOwn, rang, wasScheduled])
    for (const sitting of sittings) {
      const earlier = chosen.has(sitting) ? undefined : [...left].find((each) => isSame(sitting, each))
      if (!earlier) continue
      chosen.set(sitting, earlier)
      left.delete(earlier)
    }
  return chosen
}

/** Whether it followed the same schedule, which may have been moved since. */
function isOwn({ scheduleId }: NewSitting, deleted: DeletedSitting): boolean {
  return deleted.scheduleId === scheduleId && deleted.scheduledAtMs !== null
}

function rang({ timeline }: NewSitting, { startsAt }: DeletedSitting): boolean {
  return startsAt === timeline.startsAt
}

/** A delayed one had another bell. */
function wasScheduled({ timeline }: NewSitting, { scheduledAtMs }: DeletedSitting): boolean {
  return scheduledAtMs === timeline.startsAt
}
