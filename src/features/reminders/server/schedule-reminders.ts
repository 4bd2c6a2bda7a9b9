// Schedules when members are notified of sittings: jobs that look at one sitting at a moment. Records what changes about
// an announced sitting, too.
import { notificationChannels } from '#features/notifications/contract.ts'
import { isChosen } from '#features/notifications/rules.ts'
import { listDayBeforeZones } from '#features/notifications/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { insertJobs, type NewJob } from '#server/jobs/sql.ts'
import { announcedAheadMs, isBellAhead, reminderTimes } from '../next-notification.ts'
import { findCurrent, hourOf, isChanged, readSittings } from './announced-sittings.ts'
import {
  announcedSittingsFrom,
  insertAnnouncedSittings,
  saveAnnouncedSitting,
  type AnnouncedSitting,
  type Announcement,
} from './sql/announced-sittings.ts'
import { listUnnotifiedOfChanges } from './sql/reminder-members.ts'
import { insertAnnounced, renameSitting } from './sql/sitting-notifications.ts'

/** The kind of these jobs. */
export const remindersKind = 'reminders'

export const remindersPollMs = 15_000
/** Jobs are inserted this long before their moment. */
const insertedAheadMs = 60_000
/** A node knows its jobs for longer than the reminder of a day before can leave. */
const scheduledForMs = 6 * 3_600_000
const sameBellMs = 60_000

export interface ReminderPayload {
  sittingId: number
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
      listDayBeforeZones(database.query),
    ])
    const isAnnounced = new Set(announced.map(({ sittingId }) => sittingId))
    const unannounced = sittings.filter(
      ({ sittingId, cancelled }) => !isAnnounced.has(sittingId) && !cancelled,
    )
    for (const before of announced) {
      const current = await findCurrent(deps, before, { sittings, nowMs })
      const successor = current.cancelled ? successorOf(before, unannounced) : undefined
      await recordChange(deps, { before, after: successor ?? current, nowMs })
    }
    const isAhead = ({ bell }: Announcement) => isBellAhead(bell, nowMs)
    const isNear = ({ bell }: Announcement) => !isBellAhead(bell, nowMs + announcedAheadMs)
    const added = await insertAnnouncedSittings(
      database.query,
      unannounced.filter((sitting) => isAhead(sitting) && isNear(sitting)),
    )
    const moments = sittings
      .filter((sitting) => !sitting.cancelled && isAhead(sitting))
      .flatMap(({ sittingId, bell }) => {
        const communityZone = calendar.days().zoneAt(bell)
        const zonesOfMembers = zones.map((zone) => zone ?? communityZone)
        return reminderTimes(calendar.days(), bell, { zones: zonesOfMembers, nowMs }).map((atMs) => ({
          sittingId,
          bell,
          atMs,
        }))
      })
      .filter(({ atMs }) => atMs <= nowMs + insertedAheadMs)
    const jobs = [
      ...added.map((sittingId) => toJob(deps, { key: `${sittingId} announced`, sittingId, atMs: nowMs })),
      ...moments.map(({ sittingId, bell, atMs }) =>
        toJob(deps, { key: `${sittingId} ${bell} ${atMs}`, sittingId, atMs }),
      ),
    ].filter(({ key }) => !scheduled.has(key))
    await insertJobs(database.query, jobs)
    for (const { key } of jobs) scheduled.set(key, nowMs)
    for (const [key, atMs] of scheduled) if (atMs < nowMs - scheduledForMs) scheduled.delete(key)
  }
}

/** A sitting at the moment of one that no longer takes place: for members nothing has changed then. */
function successorOf(
  before: AnnouncedSitting,
  unannounced: readonly Announcement[],
): Announcement | undefined {
  return unannounced.find(({ bell }) => Math.abs(bell - before.bell) < sameBellMs)
}

/** Records the change of an announced sitting and inserts the job that looks at it, once on all nodes. */
async function recordChange(
  deps: SchedulerDeps,
  { before, after, nowMs }: { before: AnnouncedSitting; after: Announcement; nowMs: number },
): Promise<void> {
  const isOther = before.sittingId !== after.sittingId
  if (!isOther && !isChanged(before, after)) return
  await deps.database.transaction(async (tx) => {
    const version = await saveAnnouncedSitting(tx, before, after)
    if (version === null) return
    if (isOther) await renameSitting(tx, before.sittingId, after.sittingId)
    const isFar = isBellAhead(Math.min(before.bell, after.bell), nowMs + announcedAheadMs)
    if (!isFar) await recordBefore(tx, deps, { before, after })
    const { sittingId } = after
    await insertJobs(tx, [toJob(deps, { key: `${sittingId} version ${version}`, sittingId, atMs: nowMs })])
  })
}

/** Records how the sitting stood for the members who chose changes and were notified of nothing about it. */
async function recordBefore(
  tx: Executor,
  { calendar, clock }: SchedulerDeps,
  { before, after }: { before: AnnouncedSitting; after: Announcement },
): Promise<void> {
  const { sittingId } = after
  const days = calendar.days()
  const hours = [before, after].map((sitting) => hourOf(days, sitting))
  for (const channel of notificationChannels) {
    const members = await listUnnotifiedOfChanges(tx, { sittingId, channel, before: after.since })
    const choosing = members.filter((choices) => hours.some((hour) => isChosen(choices, hour)))
    const notifications = choosing.map(({ userId, zone }) => ({
      sittingId,
      userId,
      channel,
      kind: before.cancelled ? ('cancelled' as const) : ('announced' as const),
      bell: before.bell,
      dayBefore: null,
      zone: zone ?? before.zone ?? days.zoneAt(before.bell),
    }))
    await insertAnnounced(tx, notifications, new Date(clock.now()))
  }
}

/** The job that looks at an announced sitting again at a moment, such as the end of the night. */
export function reminderJobAt(
  deps: Pick<SchedulerDeps, 'clock' | 'roomClock'>,
  { sittingId, version }: AnnouncedSitting,
  atMs: number,
): NewJob {
  return toJob(deps, { key: `${sittingId} version ${version} at ${atMs}`, sittingId, atMs })
}

function toJob(
  { clock, roomClock }: Pick<SchedulerDeps, 'clock' | 'roomClock'>,
  { key, sittingId, atMs }: ReminderPayload & { key: string; atMs: number },
): NewJob {
  return {
    kind: remindersKind,
    key,
    payload: { sittingId } satisfies ReminderPayload,
    now: new Date(clock.now()),
    // The queue runs by the node's clock, a sitting by the room's.
    runAt: new Date(atMs + clock.now() - roomClock.now()),
  }
}
