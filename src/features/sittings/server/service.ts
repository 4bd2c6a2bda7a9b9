// Sittings for other features: rows that follow their schedules and templates, and lookups.
import { appError, fieldError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { daysBefore } from '#server/jobs/retention-job.ts'
import { calendarPastDays } from '#shared/constants.ts'
import type { CommunityDays } from '#shared/day.ts'
import { translate } from '#shared/i18n/t.ts'
import { sittingErrors } from '../errors.ts'
import { measuredPlays, playedSeconds } from '../flat-plays.ts'
import { hasOpened, isOver, isUnderWay } from '../phases.ts'
import type { Plays } from '../plays.ts'
import {
  opensLater,
  overlapMessage,
  overlapParameters,
  overlaps,
  unmeasuredMessage,
  withMediaSeconds,
  withoutSilence,
} from '../rules.ts'
import { withEarlierSittings } from './earlier-sittings.ts'
import { changesOfEdit, type EditedSchedule } from './edited-schedules.ts'
import { followingSitting } from './following-sitting.ts'
import * as rows from './sql.ts'
import { insertDeletedSittings } from './sql/deleted-sittings.ts'
import { sittingSchedules } from './sql/schedules.ts'
import type { StoredSitting } from './sql/stored-sitting.ts'

export type { SittingsAround } from './sittings-around.ts'
export type { StoredSitting }
export { findHolder, holderOfSitting, holdsQuiet, isMuted } from './sql/holders.ts'
export { findSittingsAfterZoneChange, moveSittings, type MovedSitting } from './zone-change.ts'
export const {
  findSitting,
  findSittingUnderWay,
  findStoredSitting,
  lockSittingForNoKeyUpdate,
  selectSittingsOver,
  storedSittingsBetween,
} = rows

interface AtInstant {
  days: CommunityDays
  /** By the room clock. */
  nowMs: number
}

/** Inserts the sittings of new schedules. Throws `sittings_overlap` (PHASE-15). */
export async function insertScheduledSittings(
  tx: Executor,
  { days, nowMs }: AtInstant,
  scheduleIds: readonly number[],
): Promise<void> {
  const schedules = scheduleIds.length === 0 ? [] : await sittingSchedules(tx, scheduleIds)
  const wanted = schedules.flatMap((schedule) => followingSitting(days, schedule) ?? [])
  await insertAll(tx, { days, nowMs }, wanted)
}

/**
 * Updates the sittings of edited schedules. One ahead moves with its schedule, as canceled and as late as it is. One that
 * took place stays, and a moved schedule gets another. Throws `sitting_under_way` (PHASE-21), or `sittings_overlap` naming
 * all.
 */
export async function syncScheduledSittings(
  tx: Executor,
  { days, nowMs }: AtInstant,
  edited: readonly EditedSchedule[],
): Promise<void> {
  const scheduleIds = edited.map(({ id }) => id)
  const stored = await lockUnlessUnderWay(tx, scheduleIds, nowMs)
  const wanted = (await sittingSchedules(tx, scheduleIds)).flatMap(
    (schedule) => followingSitting(days, schedule) ?? [],
  )
  const isWanted = ({ sitting }: StoredSitting) =>
    wanted.some(({ scheduleId }) => scheduleId === sitting.scheduleId)
  await withdrawAll(
    tx,
    stored.filter((row) => !isWanted(row)),
    nowMs,
  )
  const { changes, added, left } = changesOfEdit({ days, nowMs }, { edited, stored, wanted })
  for (const id of left) await rows.leaveSchedule(tx, id)
  const inserted = await withEarlierSittings(tx, added)
  await assertSpansFree(
    tx,
    days,
    [...changes.filter(({ sitting }) => !sitting.cancelled).map(({ moved }) => moved), ...withRoom(inserted)],
    changes.map(({ sitting }) => sitting.id),
  )
  const [first] = changes
  // Of sittings that move later the last one moves first, so that none meets the next one's old times.
  const isLater = first !== undefined && opensLater(first.moved.timeline, first.sitting)
  const changedAt = new Date(nowMs)
  for (const { sitting, moved } of isLater ? changes.toReversed() : changes)
    if (!(await rows.updateSitting(tx, sitting.id, { ...moved, changedAt })))
      throw appError(sittingErrors.sittings_overlap)
  if (!(await rows.insertSittings(tx, inserted, changedAt))) throw appError(sittingErrors.sittings_overlap)
}

/** Those that need the room. */
const withRoom = (sittings: readonly rows.NewSitting[]) => sittings.filter(({ cancelled }) => !cancelled)

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

async function withdrawAll(tx: Executor, stored: readonly StoredSitting[], nowMs: number): Promise<void> {
  const ahead = stored.filter(({ sitting }) => !hasOpened(sitting, nowMs))
  const deleted = await rows.deleteSittings(
    tx,
    ahead.map(({ sitting }) => sitting.id),
  )
  await insertDeletedSittings(tx, deleted, new Date(nowMs))
}

/**
 * Locks the schedules' sittings. Throws `sitting_under_way` from the doors to the end of the sharing of one of them
 * (PHASE-21).
 */
async function lockUnlessUnderWay(
  tx: Executor,
  scheduleIds: readonly number[],
  nowMs: number,
): Promise<StoredSitting[]> {
  const stored = await rows.lockSittingsOfSchedules(tx, scheduleIds)
  if (stored.some(({ sitting }) => isUnderWay(sitting, nowMs)))
    throw appError(sittingErrors.sitting_under_way)
  return stored
}

/**
 * Applies what a template plays now to its future sittings, without moving their bells; other sittings keep what they
 * had (PHASE-21). No silence follows one that becomes silent (SEQ-02). Throws `invalid` if one of them needs the length, or `sittings_overlap`.
 */
export async function savePlaysOfTemplate(
  tx: Executor,
  { days, nowMs }: AtInstant,
  templateId: number,
  templatePlays: Plays,
): Promise<void> {
  const plays = measuredPlays(templatePlays)
  for (const { sitting } of await rows.lockComingSittingsOfTemplate(tx, templateId, nowMs)) {
    if (plays === null) throw fieldError('mediaSeconds', translate(unmeasuredMessage))
    const resized = withMediaSeconds(sitting, sitting.mediaSeconds, playedSeconds(plays))
    const timeline = plays.kind === 'silence' ? withoutSilence(resized, playedSeconds(plays)) : resized
    if (!sitting.cancelled) await assertSpansFree(tx, days, [{ timeline }], [sitting.id])
    const change = { changedAt: new Date(nowMs), timeline, plays }
    if (!(await rows.updateSitting(tx, sitting.id, change))) throw appError(sittingErrors.sittings_overlap)
  }
}

/** Gives the coming sittings of a template its new place to meet, unless their schedule has one. */
export async function saveMeetingOfTemplate(
  tx: Executor,
  { nowMs }: Pick<AtInstant, 'nowMs'>,
  templateId: number,
  meetingUrl: string | null,
): Promise<void> {
  await rows.updateMeetingsOfTemplate(tx, templateId, { meetingUrl, nowMs })
}

/** Gives the sittings of a schedule that aren't over its new place to meet, also under way. */
export async function saveMeetingsOfSchedule(
  tx: Executor,
  { nowMs }: Pick<AtInstant, 'nowMs'>,
  scheduleId: number,
): Promise<void> {
  await rows.updateMeetingsOfSchedule(tx, scheduleId, nowMs)
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
  sittings: readonly Pick<rows.NewSitting, 'timeline'>[],
  without: readonly number[] = [],
): Promise<void> {
  const spans = sittings.map(({ timeline }) => timeline)
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
  { days, nowMs }: AtInstant,
  wanted: readonly rows.NewSitting[],
): Promise<void> {
  const ahead = wanted.filter(({ timeline }) => !isOver(timeline, nowMs))
  const sittings = await withEarlierSittings(tx, ahead)
  await assertSpansFree(tx, days, withRoom(sittings))
  if (!(await rows.insertSittings(tx, sittings, new Date(nowMs))))
    throw appError(sittingErrors.sittings_overlap)
}
