// SQL of offered time: a community's record of an address, until its person keeps it or not.
import { sql, type RawBuilder } from 'kysely'
import { confirmedEmail } from '#features/auth/server/service.ts'
import type { Executor } from '#server/db/database.ts'

export interface OfferedSit {
  date: string
  minutes: number
}

interface NewOfferedTime extends OfferedSit {
  email: string
}

/** Leaves rows that are stored already as they are; returns the number of new rows. */
export async function insertOfferedTime(
  tx: Executor,
  batchId: number,
  { rows, now }: { rows: readonly NewOfferedTime[]; now: Date },
): Promise<number> {
  const of = <Key extends keyof NewOfferedTime>(key: Key) => rows.map((row) => row[key])
  const { numAffectedRows } = await sql`
    insert into offered_time ("batchId", email, date, minutes, "createdAt")
    select ${batchId}, email, date, minutes, ${now}::timestamptz
    from unnest(${of('email')}::text[], ${of('date')}::date[], ${of('minutes')}::integer[])
      as row (email, date, minutes)
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** The stored rows of these addresses. */
export async function listOfferedTime(db: Executor, emails: readonly string[]): Promise<NewOfferedTime[]> {
  const { rows } = await sql<NewOfferedTime>`
    select email, date, minutes from offered_time where email = any(${emails}::text[])`.execute(db)
  return rows
}

/** SQL condition: it is of the address that the member has confirmed. */
const isOf = (userId: number): RawBuilder<boolean> =>
  sql<boolean>`(email = ${confirmedEmail(sql`${userId}::integer`)})`

export interface OfferedTotals {
  minutes: number
  sits: number
  from: string
  to: string
}

/** Null without any. */
export async function findOfferedTotals(db: Executor, userId: number): Promise<OfferedTotals | null> {
  const { rows } = await sql<OfferedTotals>`
    select sum(minutes)::integer as minutes, count(*) as sits, min(date) as "from", max(date) as "to"
    from offered_time where ${isOf(userId)} having count(*) > 0`.execute(db)
  return rows[0] ?? null
}

/** In the order of their days. */
export async function deleteOfferedTimeOf(tx: Executor, userId: number): Promise<OfferedSit[]> {
  const { rows } = await sql<OfferedSit>`
    with deleted as (delete from offered_time where ${isOf(userId)} returning date, minutes)
    select date, minutes from deleted order by date, minutes`.execute(tx)
  return rows
}

/** Newest first. */
export async function exportOfferedTime(tx: Executor, userId: number, max: number): Promise<OfferedSit[]> {
  const { rows } = await sql<OfferedSit>`
    select date, minutes from offered_time where ${isOf(userId)} order by date desc limit ${max}`.execute(tx)
  return rows
}

export async function deleteOfferedTimeOfEmails(tx: Executor, emails: readonly string[]): Promise<void> {
  await sql`delete from offered_time where email = any(${emails}::text[])`.execute(tx)
}

/** Of each list: of how many people it waits, and their minutes. */
export async function countOfferedTime(
  db: Executor,
  batchIds: readonly number[],
): Promise<{ batchId: number; people: number; minutes: number }[]> {
  const { rows } = await sql<{ batchId: number; people: number; minutes: number }>`
    select "batchId", count(distinct email) as people, sum(minutes)::integer as minutes
    from offered_time where "batchId" = any(${batchIds}::integer[]) group by 1`.execute(db)
  return rows
}

/** Deletes up to `max` rows that were added before a moment; returns how many. */
export async function deleteOldOfferedTime(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from offered_time where id in (
      select id from offered_time where "createdAt" < ${before}::timestamptz limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
