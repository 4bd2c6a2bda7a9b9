// Schedules the jobs of reminders: one for each sitting, kind and quarter of an hour. Each change of an announced
// sitting has one, too.
import type { Platform } from '#server/context.ts'
import { insertJobs, type NewJob } from '#server/jobs/sql.ts'
import type { AnnouncedChange } from '../notices.ts'
import {
  announcedAheadMs,
  dayBeforeMs,
  hourOfBell,
  isBellAhead,
  quarterMs,
  quarterOf,
  tenMinutesFromMs,
  tenMinutesUntilMs,
  type PlannedHour,
} from '../rules.ts'
import { changeBetween, findCurrent, readSittings, type Announcement } from './announced-sittings.ts'
import {
  announcedSittingsFrom,
  insertAnnouncedSittings,
  saveAnnouncedSitting,
  type AnnouncedSitting,
} from './sql.ts'
import { listDayBeforeZones } from './sql/choices.ts'

/** The kind of these jobs. */
export const remindersKind = 'reminders'

export const remindersPollMs = 15_000
/** Jobs are inserted this long before their moment: by then a sitting rarely changes. */
const insertedAheadMs = 60_000
/** After an outage, the evening's reminders are made up for within this time. */
const catchUpMs = 3 * 3_600_000

export interface ReminderPayload {
  kind: 'ten-minutes' | 'day-before' | 'changed'
  sittingId: number
  day: string
  /** The bell for which it was scheduled; the job does nothing once it has moved. */
  bell: number
  /** The quarter of an hour, of the day before. */
  quarter?: number
  /** The change, and the version of the announced sitting. */
  change?: AnnouncedChange
  version?: number
  /** The planned hours of the sitting, of before and after a change. */
  hours: PlannedHour[]
}

type SchedulerDeps = Pick<Platform, 'calendar' | 'clock' | 'database' | 'roomClock'>

/** Creates the function that a node runs at each poll. Jobs have keys, so several nodes schedule each one once. */
export function createReminderScheduler(deps: SchedulerDeps): () => Promise<void> {
  const { calendar, database, roomClock } = deps
  /** The keys that this node has scheduled, with their moment: a job that is done isn't scheduled again. */
  const scheduled = new Map<string, number>()
  return async () => {
    const nowMs = roomClock.now()
    const [sittings, announced, zones] = await Promise.all([
      readSittings(deps, nowMs),
      // A bell that rings between two polls may have been moved before.
      announcedSittingsFrom(database.query, nowMs - 2 * remindersPollMs),
      listDayBeforeZones(database.query, calendar.days().zoneAt(nowMs)),
    ])
    for (const before of announced) {
      const after = await findCurrent(deps, before, sittings)
      await announceChange(deps, { before, after, nowMs })
    }
    const isAnnounced = new Set(announced.map(({ sittingId }) => sittingId))
    const ahead = sittings.filter(({ bell, cancelled }) => !cancelled && isBellAhead(bell, nowMs))
    const isNew = ({ sittingId, bell }: Announcement) =>
      !isBellAhead(bell, nowMs + announcedAheadMs) && !isAnnounced.has(sittingId)
    await insertAnnouncedSittings(database.query, ahead.filter(isNew))
    const jobs = ahead
      .flatMap((sitting) => jobsOf(deps, sitting, { zones, nowMs }))
      .filter(({ key }) => !scheduled.has(key))
    await insertJobs(database.query, jobs)
    for (const { key } of jobs) scheduled.set(key, nowMs)
    for (const [key, atMs] of scheduled) if (atMs < nowMs - catchUpMs - quarterMs) scheduled.delete(key)
  }
}

/** The jobs of a sitting whose moment comes soon, or passed within the time that is made up for. */
function jobsOf(
  deps: SchedulerDeps,
  sitting: Announcement,
  { zones, nowMs }: { zones: readonly string[]; nowMs: number },
): NewJob[] {
  const { sittingId, day, bell } = sitting
  const facts = { sittingId, day, bell, hours: [hourOf(deps, sitting)] }
  const tenMinutesAt = bell - tenMinutesFromMs
  const isSoon = tenMinutesAt <= nowMs + insertedAheadMs && nowMs < bell - tenMinutesUntilMs
  const tenMinutes = { kind: 'ten-minutes', ...facts } as const
  const quarters = zones
    .map((zone) => dayBeforeMs(deps.calendar.days(), bell, zone))
    .filter((eveningMs) => eveningMs <= nowMs + insertedAheadMs && eveningMs > nowMs - catchUpMs)
    .map(quarterOf)
  return [
    ...(isSoon ? [toJob(deps, `ten-minutes ${sittingId} ${bell}`, tenMinutesAt, tenMinutes)] : []),
    ...[...new Set(quarters)].map((quarter) =>
      toJob(deps, `day-before ${sittingId} ${bell} ${quarter}`, quarter, {
        kind: 'day-before',
        quarter,
        ...facts,
      }),
    ),
  ]
}

/** Records the change of an announced sitting and inserts its job, once on all nodes. */
async function announceChange(
  deps: SchedulerDeps,
  { before, after, nowMs }: { before: AnnouncedSitting; after: Announcement; nowMs: number },
): Promise<void> {
  const change = changeBetween(before, after)
  if (change === null) return
  await deps.database.transaction(async (tx) => {
    const version = await saveAnnouncedSitting(tx, before, after)
    const isFar = isBellAhead(Math.min(before.bell, after.bell), nowMs + announcedAheadMs)
    if (version === null || isFar || !isBellAhead(after.bell, nowMs)) return
    const { sittingId } = before
    const { day, bell } = after
    const hours = [hourOf(deps, before), hourOf(deps, after)]
    const facts = { sittingId, day, bell, change, version, hours }
    await insertJobs(tx, [
      toJob(deps, `changed ${sittingId} ${version}`, nowMs, { kind: 'changed', ...facts }),
    ])
  })
}

function hourOf(
  { calendar }: SchedulerDeps,
  { hour, scheduledAt }: Pick<Announcement, 'hour' | 'scheduledAt'>,
): PlannedHour {
  return hour ?? hourOfBell(calendar.days(), scheduledAt)
}

function toJob(
  { clock, roomClock }: SchedulerDeps,
  key: string,
  atMs: number,
  payload: ReminderPayload,
): NewJob {
  return {
    kind: remindersKind,
    key,
    payload,
    now: new Date(clock.now()),
    // The queue runs by the node's clock, a sitting by the room's.
    runAt: new Date(atMs + clock.now() - roomClock.now()),
  }
}
