// The SQL by which nodes agree on who does which part of the upkeep.
import { sql } from 'kysely'
import type { Executor } from './db.ts'

interface JobClaim {
  job: string
  now: Date
}

/** Clocks of nodes differ by moments, and an hour that is nearly over is one. */
const toleranceMs = 60_000

/** Whether a job is due and nobody else has begun it; from now on it isn't, for `everyMs`. */
export async function claimJob(
  db: Executor,
  { job, everyMs, now }: JobClaim & { everyMs: number },
): Promise<boolean> {
  const dueSince = new Date(now.getTime() - everyMs + toleranceMs).toISOString()
  // A clock that was set back would find a job begun in a future that is long in coming.
  const tooLate = new Date(now.getTime() + everyMs).toISOString()
  const row = await db
    .insertInto('upkeep')
    .values({ job, begunAt: now })
    .onConflict((conflict) =>
      conflict
        .column('job')
        .doUpdateSet({ begunAt: now })
        .where(({ or, eb }) =>
          or([eb('upkeep.begunAt', '<=', dueSince), eb('upkeep.begunAt', '>', tooLate)]),
        ),
    )
    .returning('job')
    .executeTakeFirst()
  return row !== undefined
}

/** Lets a job that failed be due again, unless another node has begun it since. */
export async function deleteJobClaim(db: Executor, { job, now }: JobClaim): Promise<void> {
  await db.deleteFrom('upkeep').where('job', '=', job).where('begunAt', '=', now.toISOString()).execute()
}

/** What time it is for the database, and when any job was begun last; null before the first. */
export async function readClocks(db: Executor): Promise<{ databaseNow: string; begunAt: string | null }> {
  const { rows } = await sql<{ databaseNow: string; begunAt: string | null }>`
    select clock_timestamp() as "databaseNow", (select max("begunAt") from upkeep) as "begunAt"`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('The database told no time.')
  return facts
}
