// SQL of the sittings that were deleted ahead: for calendars, and for schedules that want theirs back.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp, timestampToMs } from '#shared/day.ts'
import type { Cancellation, deleteSittings } from '../sql.ts'

/** Records deleted sittings: calendars still see them, as canceled (CAL-02). */
export async function insertDeletedSittings(
  tx: Executor,
  deleted: Awaited<ReturnType<typeof deleteSittings>>,
  deletedAt: Date,
): Promise<void> {
  if (deleted.length === 0) return
  await tx
    .insertInto('deleted_sittings')
    .values(deleted.map((row) => ({ ...row, version: row.version + 1, deletedAt })))
    .execute()
}

/** A sitting that was deleted ahead. */
export interface DeletedSitting {
  id: number
  version: number
  scheduleId: number | null
  /** Its schedule's bell; null if a host began it. */
  scheduledAtMs: number | null
  startsAt: number
  cancelled: Cancellation | null
}

/**
 * Locks the sittings that were deleted from these schedules, or with one of these bells, until the transaction ends. The
 * last deleted come first.
 */
export async function lockDeletedSittings(
  tx: Executor,
  { scheduleIds, bells }: { scheduleIds: readonly number[]; bells: readonly number[] },
): Promise<DeletedSitting[]> {
  const timestamps = bells.map(msToTimestamp)
  const rows = await tx
    .selectFrom('deleted_sittings')
    .select(['id', 'version', 'scheduleId', 'scheduledAt', 'startsAt', 'cancelledAt', 'cancelNote'])
    .where(
      sql<boolean>`"scheduleId" = any(${scheduleIds}::integer[])
        or "startsAt" = any(${timestamps}::timestamptz[]) or "scheduledAt" = any(${timestamps}::timestamptz[])`,
    )
    .orderBy('deletedAt', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()
  return rows.map(({ id, version, scheduleId, scheduledAt, startsAt, cancelledAt, cancelNote }) => ({
    id,
    version,
    scheduleId,
    scheduledAtMs: scheduledAt === null ? null : timestampToMs(scheduledAt),
    startsAt: timestampToMs(startsAt),
    cancelled: cancelledAt === null ? null : { at: new Date(cancelledAt), note: cancelNote },
  }))
}

/** Deletes the records of sittings that are inserted again. */
export async function takeDeletedSittings(tx: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('deleted_sittings').where('id', 'in', ids).execute()
}

/** Evicts up to `max` sittings that were deleted before `before`. Returns their number. */
export async function evictDeletedSittings(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deleted_sittings where id in (
      select id from deleted_sittings where "deletedAt" < ${before}::timestamptz
      limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
