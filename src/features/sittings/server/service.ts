// Sittings for other features: the sitting of a schedule, its span, and what a change of a template means for it.
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import type { CommunityDays } from '#shared/day.ts'
import type { Sitting, SittingSettings } from '../sitting.ts'
import { overlapMessage, timelineOf, unmeasuredMessage, type Span } from '../rules.ts'
import { isUnderWay } from '../phases.ts'
import * as rows from './sql.ts'

export const { sittingColumns, sittingOf, spanValue } = rows
export type { SittingsAround } from './sittings-around.ts'

/** The sitting of an active schedule; null without one. */
export async function sittingOfSchedule(
  db: Executor,
  days: CommunityDays,
  scheduleId: number,
): Promise<Sitting | null> {
  return activeSittingOf(await rows.findScheduled(db, days, scheduleId))
}

function activeSittingOf(scheduled: Awaited<ReturnType<typeof rows.findScheduled>>): Sitting | null {
  return scheduled?.schedule.isActive ? scheduled.sitting : null
}

/**
 * The sitting of an active schedule, null without one, locked against changes by hosts until the transaction ends.
 * Entries that refer to it can be inserted meanwhile.
 */
export async function lockSittingForNoKeyUpdate(
  tx: Executor,
  days: CommunityDays,
  scheduleId: number,
): Promise<Sitting | null> {
  return activeSittingOf(await rows.lockScheduledForNoKeyUpdate(tx, days, scheduleId))
}

/** The span of a new or edited schedule, from its doors to the end of its sharing; null if it needs none. */
export function spanOfSchedule(
  days: CommunityDays,
  fields: SittingSettings & { date: string; scheduledTime: string; isActive: boolean },
  mediaSeconds: number | null,
): Span | null {
  if (!fields.together || !fields.isActive || mediaSeconds === null) return null
  return timelineOf(days, { ...fields, mediaSeconds, begunFor: null, delaySeconds: 0, endedAt: null })
}

/** The error for sittings that would overlap others; `without` is the edited schedule. */
export async function overlapError(
  db: Executor,
  days: CommunityDays,
  spans: readonly Span[],
  without: number | null = null,
) {
  return appError('sittings_overlap', {
    message: overlapMessage(days, await rows.overlappingSittings(db, days, spans, without)),
  })
}

/** Throws `sittings_overlap` if the span is taken by another schedule than `without` (PHASE-15). */
export async function assertSpanFree(
  tx: Executor,
  days: CommunityDays,
  span: Span | null,
  without: number,
): Promise<void> {
  if (span === null) return
  const others = await rows.overlappingSittings(tx, days, [span], without)
  if (others.length > 0) throw appError('sittings_overlap', { message: overlapMessage(days, others) })
}

/** Locks a schedule, and throws `sitting_under_way` while its doors are open (PHASE-21). */
export async function assertNotUnderWay(
  tx: Executor,
  days: CommunityDays,
  scheduleId: number,
  nowMs: number,
): Promise<void> {
  const scheduled = await rows.lockScheduledForUpdate(tx, days, scheduleId)
  if (isUnderWay(scheduled?.sitting ?? null, nowMs)) throw appError('sitting_under_way')
}

/**
 * Call this before a template gets another video, audio or length. Sittings under way keep the old ones (PHASE-21); the
 * spans of later ones are saved by `saveSpansOfTemplate`. Throws `invalid` if one of those needs the length.
 */
export async function freezeVideoOfSittings(
  tx: Executor,
  days: CommunityDays,
  {
    templateId,
    before,
    after,
    nowMs,
  }: { templateId: number; before: rows.TemplateVideo; after: rows.TemplateVideo; nowMs: number },
): Promise<void> {
  for (const { schedule, sitting } of await rows.lockSittingsOfTemplate(tx, days, templateId, nowMs)) {
    if (isUnderWay(sitting, nowMs)) await rows.freezeVideo(tx, schedule.id, before)
    else if (after.mediaSeconds === null)
      throw appError('invalid', { issues: [{ path: 'mediaSeconds', message: unmeasuredMessage }] })
  }
}

/** Saves the spans of a template's coming sittings after its length has changed. Throws `sittings_overlap`. */
export async function saveSpansOfTemplate(
  tx: Executor,
  days: CommunityDays,
  templateId: number,
  nowMs: number,
): Promise<void> {
  for (const scheduled of await rows.lockSittingsOfTemplate(tx, days, templateId, nowMs)) {
    if (isUnderWay(scheduled.sitting, nowMs)) continue
    await assertSpanFree(tx, days, scheduled.sitting, scheduled.schedule.id)
    if (!(await rows.saveSitting(tx, days, scheduled, {}))) throw appError('sittings_overlap')
  }
}
