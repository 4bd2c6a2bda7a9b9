// Sittings for other features: rows that follow their schedules and templates, and lookups.
import { sittingErrors } from '../errors.ts'
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { daysBefore } from '#server/jobs/scheduled-jobs.ts'
import { calendarPastDays } from '#shared/constants.ts'
import type { CommunityDays } from '#shared/day.ts'
import { hasOpened, isOver, isUnderWay } from '../phases.ts'
import {
  opensLater,
  overlapMessage,
  overlapParameters,
  overlaps,
  unmeasuredMessage,
  withMediaSeconds,
} from '../rules.ts'
import { followingSitting } from './following-sitting.ts'
import { sittingSchedules } from './sql/schedules.ts'
import * as rows from './sql.ts'
import { translate } from '#shared/t.ts'

export type { SittingsAround } from './sittings-around.ts'
export type { StoredSitting } from './sql.ts'
export { findSittingsAfterZoneChange, moveSittings, type MovedSitting } from './zone-change.ts'
export const {
  findSitting,
  findSittingUnderWay,
  findStoredSitting,
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
 * Updates the sittings of edited schedules. A future sitting moves, and changes by hosts are undone, except that a
 * cancelled one stays cancelled if `keepsCancelled`. One that took place stays, and a new one is inserted. Throws
 * `sitting_under_way` (PHASE-21), or `sittings_overlap` naming all.
 */
export async function syncScheduledSittings(
  tx: Executor,
  { days, nowMs }: AtMoment,
  scheduleIds: readonly number[],
  { keepsCancelled = false } = {},
): Promise<void> {
  const stored = await lockUnlessUnderWay(tx, scheduleIds, nowMs)
  const wanted = (await sittingSchedules(tx, scheduleIds)).flatMap(
    (schedule) => followingSitting(days, schedule) ?? [],
  )
  const isWanted = ({ sitting }: rows.StoredSitting) =>
    wanted.some(({ scheduleId }) => scheduleId === sitting.scheduleId)
  await withdrawAll(
    tx,
    stored.filter((row) => !isWanted(row)),
    nowMs,
  )
  const followed = stored.filter((row) => isWanted(row) && row.scheduledAtMs !== null)
  for (const { sitting } of followed.filter((row) => hasOpened(row.sitting, nowMs)))
    await rows.leaveSchedule(tx, sitting.id)
  const ahead = followed.filter(({ sitting }) => !hasOpened(sitting, nowMs))
  const changes = ahead.flatMap(({ sitting }) => {
    const moved = wanted.find(({ scheduleId }) => scheduleId === sitting.scheduleId)
    return moved ? { sitting, moved, isCancelled: keepsCancelled && sitting.cancelled } : []
  })
  const added = wanted.filter(
    ({ scheduleId, moments }) =>
      !ahead.some(({ sitting }) => sitting.scheduleId === scheduleId) && !isOver(moments, nowMs),
  )
  const taking = [...changes.filter(({ isCancelled }) => !isCancelled).map(({ moved }) => moved), ...added]
  await assertSpansFree(
    tx,
    days,
    taking,
    changes.map(({ sitting }) => sitting.id),
  )
  const [first] = changes
  // Of sittings that move later the last one moves first, so that none meets the next one's old moments.
  const isLater = first !== undefined && opensLater(first.moved.moments, first.sitting)
  const changedAt = new Date(nowMs)
  for (const { sitting, moved, isCancelled } of isLater ? changes.toReversed() : changes) {
    const change = { ...moved, changedAt, ...(!isCancelled && { cancelled: null }) }
    if (!(await rows.updateSitting(tx, sitting.id, change))) throw appError(sittingErrors.sittings_overlap)
  }
  if (!(await rows.insertSittings(tx, added, changedAt))) throw appError(sittingErrors.sittings_overlap)
}

/**
 * Deletes the future sittings of schedules that are deleted or no longer start together; past ones stay. Throws
 * `sitting_under_way` (PHASE-21).
 */
export async function withdrawSittings(
  tx: Executor,
  scheduleIds: readonly number[],
  nowMs: number,
): Promise<void> {
  await withdrawAll(tx, await lockUnlessUnderWay(tx, scheduleIds, nowMs), nowMs)
}

/**
 * Locks the sittings of schedules, and returns the schedules that took place: the doors of all their sittings have
 * opened. Throws `sitting_under_way` (PHASE-21).
 */
export async function lockPastSchedules(
  tx: Executor,
  scheduleIds: readonly number[],
  nowMs: number,
): Promise<ReadonlySet<number | null>> {
  const stored = await lockUnlessUnderWay(tx, scheduleIds, nowMs)
  const ahead = new Set(
    stored.filter(({ sitting }) => !hasOpened(sitting, nowMs)).map(({ sitting }) => sitting.scheduleId),
  )
  return new Set(stored.map(({ sitting }) => sitting.scheduleId).filter((id) => !ahead.has(id)))
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
 * Locks the schedules' sittings. Throws `sitting_under_way` from the doors to the end of the sharing of one of them
 * (PHASE-21).
 */
async function lockUnlessUnderWay(
  tx: Executor,
  scheduleIds: readonly number[],
  nowMs: number,
): Promise<rows.StoredSitting[]> {
  const stored = await rows.lockSittingsOfSchedules(tx, scheduleIds)
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
      throw appError('invalid', { issues: [{ path: 'mediaSeconds', message: translate(unmeasuredMessage) }] })
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
