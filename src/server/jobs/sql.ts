// SQL of the job queue.
import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '../db/database.ts'
import { advisoryLockKeys } from '../postgres/advisory-locks.ts'

export interface Job {
  id: number
  /** Unique among the jobs of its kind. */
  key: string
  payload: unknown
  /** The number of this attempt, from 1. */
  attempts: number
  createdAt: string
}

export interface NewJob {
  kind: string
  key: string
  payload?: object
  now: Date
  /** When it runs first, within a day; at once if absent. */
  runAt?: Date
}

/** Jobs are due within a day; a later one was stored before the clock was set back. */
const dueWithin = sql`interval '25 hours'`

/** Inserts jobs. A job whose key exists is left as it is. */
export async function insertJobs(db: Executor, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  await db
    .insertInto('jobs')
    .values(
      jobs.map(({ kind, key, payload = {}, now, runAt = now }) => ({
        kind,
        key,
        payload: JSON.stringify(payload),
        createdAt: now,
        dueAt: runAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface Claim {
  kind: string
  now: Date
  leaseMs: number
  active: readonly number[]
}

/**
 * Locks the job of a kind that is due longest, for `leaseMs` by the database's clock: the nodes' clocks differ. Null
 * if none is due. `active` are the jobs that this node runs already.
 */
export async function claimJob(db: Executor, { kind, now, leaseMs, active }: Claim): Promise<Job | null> {
  const { rows } = await sql<Job>`
    update jobs set attempts = attempts + 1, "startedAt" = ${now}::timestamptz, "lockedUntil" = ${leaseEnd(leaseMs)}
    where id = (
      select id from jobs
      where kind = ${kind}
        and ("dueAt" <= ${now}::timestamptz or "dueAt" > ${now}::timestamptz + ${dueWithin})
        and ("lockedUntil" is null or "lockedUntil" < clock_timestamp())
        and id <> all(${active}::integer[])
      order by "dueAt", id limit 1 for update skip locked
    ) returning id, key, payload, attempts, "createdAt"`.execute(db)
  return rows[0] ?? null
}

/** The same for a kind of which one job runs at a time on all nodes: null while another one is locked. */
export async function claimOnlyJob(db: Executor, claim: Claim): Promise<Job | null> {
  return db.transaction().execute(async (tx) => {
    // Two nodes that claim at once would not see each other's lock.
    await sql`select pg_advisory_xact_lock(${advisoryLockKeys.onlyJobs}, hashtext(${claim.kind}))`.execute(tx)
    const { rows } = await sql`
      select 1 from jobs where kind = ${claim.kind} and "lockedUntil" >= clock_timestamp() limit 1`.execute(
      tx,
    )
    return rows.length > 0 ? null : claimJob(tx, claim)
  })
}

/** Replaces the payload of a running job; false if another node has claimed it since. */
export async function saveJobPayload(
  db: Executor,
  { id, attempts }: Pick<Job, 'id' | 'attempts'>,
  payload: object,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ payload: JSON.stringify(payload) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Extends the lock, unless another node has claimed the job since, or its attempt has ended meanwhile. */
export async function renewJobLease(db: Executor, { id, attempts }: Job, leaseMs: number): Promise<void> {
  await sql`
    update jobs set "lockedUntil" = ${leaseEnd(leaseMs)}
    where id = ${id} and attempts = ${attempts} and "lockedUntil" is not null`.execute(db)
}

/** Deletes a completed job, unless another node has claimed it since. */
export async function deleteJob(db: Executor, { id, attempts }: Job): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where('attempts', '=', attempts).execute()
}

/** The number of jobs of a kind, those that run included. */
export async function countJobs(db: Executor, kind: string): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return count
}

/** The number of jobs of a kind that failed before, and since when the oldest waits. */
export async function countRetriedJobs(
  db: Executor,
  kind: string,
): Promise<{ count: number; oldest: string | null }> {
  return db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('createdAt').as('oldest')])
    .where('kind', '=', kind)
    .where('attempts', '>', 0)
    .executeTakeFirstOrThrow()
}

/** Deletes a job that is no longer needed. */
export async function deleteJobByKey(db: Executor, kind: string, key: string): Promise<void> {
  await db.deleteFrom('jobs').where('kind', '=', kind).where('key', '=', key).execute()
}

/** Deletes the jobs of a kind that meet a condition, such as one on their `payload`. */
export async function deleteJobsWhere(
  db: Executor,
  kind: string,
  condition: RawBuilder<boolean>,
): Promise<void> {
  await sql`delete from jobs where kind = ${kind} and (${condition})`.execute(db)
}

/** Unlocks a job that is due again at `dueAt`, unless another node has claimed it since. */
export async function rescheduleJob(
  db: Executor,
  { id, attempts }: Job,
  { dueAt, countsAsAttempt }: { dueAt: Date; countsAsAttempt: boolean },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ dueAt, lockedUntil: null, attempts: countsAsAttempt ? attempts : attempts - 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** The database's clock, and the last start of any scheduled job; null before the first. */
export async function readClocks(
  db: Executor,
): Promise<{ databaseNow: string; lastStartedAt: string | null }> {
  const { rows } = await sql<{ databaseNow: string; lastStartedAt: string | null }>`
    select clock_timestamp() as "databaseNow",
      (select max("startedAt") from jobs where kind = 'scheduled') as "lastStartedAt"`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('The database returned no time.')
  return facts
}

function leaseEnd(leaseMs: number) {
  return sql`clock_timestamp() + ${leaseMs}::integer * interval '1 millisecond'`
}
