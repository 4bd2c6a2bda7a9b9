// SQL of the sittings as they were announced: how they stood when members could be notified of them.
import { sql } from 'kysely'
import type { PlannedHour } from '#features/notifications/rules.ts'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp, timestampToMs } from '#shared/day.ts'
import type { Translations } from '#shared/i18n/translations.ts'

/** A sitting as it is now. */
export interface Announcement {
  sittingId: number
  day: string
  title: string
  /** In further languages. */
  titles: Translations<string>
  bell: number
  scheduledAt: number
  /** Null without a schedule. */
  hour: PlannedHour | null
  cancelled: boolean
  /** Since when its bell and `cancelled` are as they are. */
  since: number
  /** The community's zone then; null for one of an earlier release. */
  zone: string | null
}

/** The same as it was announced; `version` grows with each change. */
export interface AnnouncedSitting extends Announcement {
  version: number
}

/** The announced sittings that start after a moment. */
export async function announcedSittingsFrom(db: Executor, fromMs: number): Promise<AnnouncedSitting[]> {
  const rows = await db
    .selectFrom('reminder_sittings')
    .selectAll()
    .where('bell', '>', msToTimestamp(fromMs))
    .orderBy('bell')
    .execute()
  return rows.map(toAnnounced)
}

export async function findAnnouncedSitting(
  db: Executor,
  sittingId: number,
): Promise<AnnouncedSitting | null> {
  const row = await db
    .selectFrom('reminder_sittings')
    .selectAll()
    .where('sittingId', '=', sittingId)
    .executeTakeFirst()
  return row ? toAnnounced(row) : null
}

function toAnnounced(
  row: Omit<AnnouncedSitting, 'bell' | 'scheduledAt' | 'since'> &
    Record<'bell' | 'scheduledAt' | 'since', string>,
): AnnouncedSitting {
  return {
    ...row,
    bell: timestampToMs(row.bell),
    scheduledAt: timestampToMs(row.scheduledAt),
    since: timestampToMs(row.since),
  }
}

function toValues({ titles, hour, bell, scheduledAt, since, ...rest }: Omit<Announcement, 'sittingId'>) {
  return {
    ...rest,
    titles: JSON.stringify(titles),
    hour: hour && JSON.stringify(hour),
    bell: msToTimestamp(bell),
    scheduledAt: msToTimestamp(scheduledAt),
    since: msToTimestamp(since),
  }
}

/** Records sittings that are announced for the first time; returns the ids of those that weren't. */
export async function insertAnnouncedSittings(
  db: Executor,
  sittings: readonly Announcement[],
): Promise<number[]> {
  if (sittings.length === 0) return []
  const rows = await db
    .insertInto('reminder_sittings')
    .values(sittings.map(({ sittingId, ...rest }) => ({ sittingId, ...toValues(rest) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('sittingId')
    .execute()
  return rows.map(({ sittingId }) => sittingId)
}

/** Records a change of an announced sitting; null if another node has recorded it. */
export async function saveAnnouncedSitting(
  tx: Executor,
  before: AnnouncedSitting,
  { sittingId, ...after }: Announcement,
): Promise<number | null> {
  const updated = await tx
    .updateTable('reminder_sittings')
    .set({ ...toValues(after), sittingId, version: before.version + 1 })
    .where('sittingId', '=', before.sittingId)
    .where('version', '=', before.version)
    .returning('version')
    .executeTakeFirst()
  return updated?.version ?? null
}

/** Deletes announcements of sittings before a moment. */
export async function deleteOldAnnouncements(db: Executor, before: Date): Promise<void> {
  await sql`delete from reminder_sittings where bell < ${before}::timestamptz`.execute(db)
}
