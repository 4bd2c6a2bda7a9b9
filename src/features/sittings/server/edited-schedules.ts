// Edited schedules: which of their sittings move, which stay behind, and which are new (PHASE-21).
import type { CommunityDays } from '#shared/day.ts'
import { hasOpened, isOver } from '../phases.ts'
import { withDelay } from '../rules.ts'
import { scheduledStartMs, type ScheduledStart } from '../scheduled-start.ts'
import type { Sitting, SittingSettings } from '../sitting.ts'
import type { followingSitting } from './following-sitting.ts'
import type { NewSitting } from './sql.ts'
import type { StoredSitting } from './sql/stored-sitting.ts'

export interface EditedSchedule {
  id: number
  /** Its fields before the edit; null for a new one. */
  before: (ScheduledStart & Pick<SittingSettings, 'together'> & { isActive: boolean }) | null
}

type FollowingSitting = NonNullable<ReturnType<typeof followingSitting>>

/** `wanted` are the sittings that follow the schedules now. */
interface ScheduleEditInput {
  edited: readonly EditedSchedule[]
  stored: readonly StoredSitting[]
  wanted: readonly FollowingSitting[]
}

interface SittingsAfterEdit {
  changes: { sitting: Sitting; moved: FollowingSitting }[]
  added: NewSitting[]
  /** The ids of those that stay as they were, as their schedules have moved. */
  left: number[]
}

/**
 * A row ahead moves with its schedule, as canceled and as late as it is: an edit isn't about that. A bell that has rung,
 * or that a host has replaced by another one, isn't scheduled a second time.
 */
export function changesOfEdit(
  { days, nowMs }: { days: CommunityDays; nowMs: number },
  { edited, stored, wanted }: ScheduleEditInput,
): SittingsAfterEdit {
  const after: SittingsAfterEdit = { changes: [], added: [], left: [] }
  for (const following of wanted) {
    const { scheduleId, scheduledAtMs } = following
    const row = stored.find((each) => each.scheduledAtMs !== null && each.sitting.scheduleId === scheduleId)
    const scheduledBefore = row?.scheduledAtMs ?? bellBefore(days, edited, scheduleId)
    const moved = row ? asLateAs(row, following) : following
    if (row && !hasOpened(row.sitting, nowMs)) after.changes.push({ sitting: row.sitting, moved })
    else if (scheduledAtMs !== scheduledBefore) {
      if (row) after.left.push(row.sitting.id)
      const isOff = row?.sitting.cancelled && !isOver(row.sitting, nowMs)
      // Entries of members stay with the row whose doors have opened.
      const next = isOff
        ? { ...moved, cancelled: { at: new Date(nowMs), note: row.sitting.cancelNote } }
        : following
      if (!isOver(next.timeline, nowMs)) after.added.push(next)
    }
  }
  return after
}

/** A delay is for this sitting, wherever its schedule moves. */
function asLateAs({ sitting, scheduledAtMs }: StoredSitting, following: FollowingSitting): FollowingSitting {
  const byMs = sitting.startsAt - (scheduledAtMs ?? sitting.startsAt)
  return { ...following, timeline: withDelay(following.timeline, byMs) }
}

/** The bell of a schedule before its edit; null if it had none. */
function bellBefore(
  days: CommunityDays,
  edited: readonly EditedSchedule[],
  scheduleId: number,
): number | null {
  const before = edited.find(({ id }) => id === scheduleId)?.before
  return before?.isActive && before.together ? scheduledStartMs(days, before) : null
}
