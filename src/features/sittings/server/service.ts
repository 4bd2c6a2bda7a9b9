// Sittings for other features: rows that follow their schedules and templates, and lookups.
import { sittingErrors } from '../errors.ts'
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { daysBefore } from '#server/jobs/scheduled-jobs.ts'
import { calendarPastDays } from '#shared/constants.ts'
import type { CommunityDays } from '#shared/day.ts'
import { hasOpened, isOver, isUnderWay } from '../phases.ts'
import { overlapMessage, overlapParameters, overlaps, unmeasuredMessage, withMediaSeconds } from '../rules.ts'
import { followingSitting } from './following-sitting.ts'
import { sittingSchedules } from './sql/schedules.ts'
import * as rows from './sql.ts'

export type { SittingsAround } from './sittings-around.ts'
export { findSittingsAfterZoneChange, moveSittings, type MovedSitting } from './zone-change.ts'
export const {
  findSitting,
  findSittingUnderWay,
  lockSittingForNoKeyUpdate,
  selectSittingsOver,
  storedSittingsBetween,
} = rows

interface AtMoment {
  days: CommunityDays
  /** By the room clock. */
  nowMs: number
}

/** Inserts the sittings of new schedules. Throws `sittings_overlap` (PHASE-15). */
export async function insertScheduledSittings(
  tx: Executor,
  { days, nowMs }: AtMoment,
  scheduleIds: readonly number[],
): Promise<void> {
  const schedules = scheduleIds.length === 0 ? [] : await sittingSchedules(tx, scheduleIds)
  const wanted = schedules.flatMap((schedule) => followingSitting(days, schedule) ?? [])
  await insertAll(tx, { days, nowMs }, wanted)
}

/**
 * Updates the sitting of an edited schedule. A future sitting moves, and changes by hosts are undone. One that took
 * place stays, and a new one is inserted. Throws `sitting_under_way` (PHASE-21) or `sittings_overlap`.
 */
export async function syncScheduledSitting(
  tx: Executor,
  { days, nowMs }: AtMoment,
  scheduleId: number,
): Promise<void> {
  const stored = await lockUnlessUnderWay(tx, scheduleId, nowMs)
  const [schedule] = await sittingSchedules(tx, [scheduleId])
  const wanted = schedule ? followingSitting(days, schedule) : null
  if (wanted === null) return withdrawAll(tx, stored, nowMs)
  const following = stored.find(({ scheduledAtMs }) => scheduledAtMs !== null)
  if (!following || hasOpened(following.sitting, nowMs)) {
    if (following) await rows.leaveSchedule(tx, following.sitting.id)
    return insertAll(tx, { days, nowMs }, [wanted])
  }
  const { id } = following.sitting
  await assertSpansFree(tx, days, [wanted], [id])
  const changedAt = new Date(nowMs)
  if (!(await rows.updateSitting(tx, id, { ...wanted, changedAt, cancelled: null })))
    throw appError(sittingErrors.sittings_overlap)
}

/**
 * Deletes the future sittings of a schedule that is deleted or no longer starts together; past ones stay. Throws
 * `sitting_under_way` (PHASE-21).
 */
export async function withdrawSittings(tx: Executor, scheduleId: number, nowMs: number): Promise<void> {
  await withdrawAll(tx, await lockUnlessUnderWay(tx, scheduleId, nowMs), nowMs)
}

async function withdrawAll(
  tx: Executor,
  stored: readonly rows.StoredSitting[],
  nowMs: number,
): Promise<void> {
  const isAhead = ({ sitting }: rows.StoredSitting) => !hasOpened(sitting, nowMs)
  await rows.deleteSittings(
    tx,
    stored.filter(isAhead).map(({ sitting }) => sitting.id),
    new Date(nowMs),
  )
  for (const { sitting } of stored.filter((row) => !isAhead(row) && row.scheduledAtMs !== null))
    await rows.leaveSchedule(tx, sitting.id)
}

/**
 * Locks the schedule's sittings. Throws `sitting_under_way` from the doors to the end of the sharing of one of them
 * (PHASE-21).
 */
async function lockUnlessUnderWay(
  tx: Executor,
  scheduleId: number,
  nowMs: number,
): Promise<rows.StoredSitting[]> {
  const stored = await rows.lockSittingsOfSchedule(tx, scheduleId)
  if (stored.some(({ sitting }) => isUnderWay(sitting, nowMs)))
    throw appError(sittingErrors.sitting_under_way)
  return stored
}

/**
 * Applies a template's new video, audio, length or tempo to its future sittings, without moving their bells; other
 * sittings keep the old media (PHASE-21). Throws `invalid` if one of them needs the length, or `sittings_overlap`.
 */
export async function saveMediaOfTemplate(
  tx: Executor,
  { days, nowMs }: AtMoment,
  templateId: number,
  media: Omit<rows.SittingMedia, 'mediaSeconds'> & { mediaSeconds: number | null },
): Promise<void> {
  const { mediaSeconds } = media
  for (const { sitting } of await rows.lockComingSittingsOfTemplate(tx, templateId, nowMs)) {
    if (mediaSeconds === null)
      throw appError('invalid', { issues: [{ path: 'mediaSeconds', message: unmeasuredMessage }] })
    const moments = withMediaSeconds(sitting, sitting.mediaSeconds, mediaSeconds)
    if (!sitting.cancelled) await assertSpansFree(tx, days, [{ moments }], [sitting.id])
    const change = { changedAt: new Date(nowMs), moments, media: { ...media, mediaSeconds } }
    if (!(await rows.updateSitting(tx, sitting.id, change))) throw appError(sittingErrors.sittings_overlap)
  }
}

/** After a template's new title or teacher: every sitting that a calendar may still show gets another version (CAL-02). */
export async function saveTextsOfTemplate(tx: Executor, nowMs: number, templateId: number): Promise<void> {
  const changedAt = new Date(nowMs)
  const afterMs = daysBefore(changedAt, calendarPastDays).getTime()
  await rows.incrementVersionsOfTemplate(tx, templateId, { afterMs, changedAt })
}

/** Throws `sittings_overlap`, naming the sittings that occupy the room then, except `without` (PHASE-15). */
export async function assertSpansFree(
  tx: Executor,
  days: CommunityDays,
  sittings: readonly Pick<rows.NewSitting, 'moments'>[],
  without: readonly number[] = [],
): Promise<void> {
  const spans = sittings.map(({ moments }) => moments)
  const others = await rows.overlappingSittings(tx, spans, without)
  const isCrowded = spans.some((span, index) => spans.slice(index + 1).some((later) => overlaps(span, later)))
  if (others.length > 0 || isCrowded)
    throw appError(sittingErrors.sittings_overlap, {
      message: overlapMessage(days, others),
      parameters: overlapParameters(others),
    })
}

/** Skips sittings that are already over: no member can have joined them. */
async function insertAll(
  tx: Executor,
  { days, nowMs }: AtMoment,
  wanted: readonly rows.NewSitting[],
): Promise<void> {
  const sittings = wanted.filter(({ moments }) => !isOver(moments, nowMs))
  await assertSpansFree(tx, days, sittings)
  if (!(await rows.insertSittings(tx, sittings, new Date(nowMs))))
    throw appError(sittingErrors.sittings_overlap)
}
