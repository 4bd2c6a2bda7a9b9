// Edited schedules: which of their sittings move, which stay behind, and which are new (PHASE-21).
import type { CommunityDays } from '#shared/day.ts'
import { hasOpened, isOver } from '../phases.ts'
import { withDelay } from '../rules.ts'
import { scheduledStartMs, type ScheduledStart } from '../scheduled-start.ts'
import type { Sitting, SittingSettings } from '../sitting.ts'
import type { followingSitting } from './following-sitting.ts'
import type { StoredSitting } from './sql.ts'

export interface EditedSchedule {
  id: number
  /** Its fields before the edit; null for a new one. */
  before: (ScheduledStart & Pick<SittingSettings, 'together'> & { isActive: boolean }) | null
}

type FollowingSitting = NonNullable<ReturnType<typeof followingSitting>>

/** `wanted` are the sittings that follow the schedules now. */
interface EditFacts {
  edited: readonly EditedSchedule[]
  stored: readonly StoredSitting[]
  wanted: readonly FollowingSitting[]
}

interface SittingsAfterEdit {
  changes: { sitting: Sitting; moved: FollowingSitting }[]
  added: FollowingSitting[]
  /** The ids of those that stay as they were, as their schedules have moved. */
  left: number[]
}

/**
 * A row ahead moves with its schedule, as cancelled and as late as it is: an edit isn't about that. A bell that has rung,
 * or that a host has replaced by another one, isn't scheduled a second time.
 */
export function changesOfEdit(
  { days, nowMs }: { days: CommunityDays; nowMs: number },
  { edited, stored, wanted }: EditFacts,
): SittingsAfterEdit {
  const after: SittingsAfterEdit = { changes: [], added: [], left: [] }
  for (const following of wanted) {
    const { scheduleId, scheduledAtMs, moments } = following
    const row = stored.find((each) => each.scheduledAtMs !== null && each.sitting.scheduleId === scheduleId)
    if (row?.scheduledAtMs != null && mayMove(row.sitting, nowMs)) {
      const { sitting } = row
      // A delay is for this sitting, wherever its schedule moves.
      const delayed = withDelay(moments, sitting.startsAt - row.scheduledAtMs)
      after.changes.push({ sitting, moved: { ...following, moments: delayed } })
      continue
    }
    if (scheduledAtMs === (row?.scheduledAtMs ?? bellBefore(days, edited, scheduleId))) continue
    if (row) after.left.push(row.sitting.id)
    if (!isOver(moments, nowMs)) after.added.push(following)
  }
  return after
}

/** Until its doors, a cancelled one until its end. */
function mayMove(sitting: Sitting, nowMs: number): boolean {
  return !hasOpened(sitting, nowMs) || (sitting.cancelled && !isOver(sitting, nowMs))
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
