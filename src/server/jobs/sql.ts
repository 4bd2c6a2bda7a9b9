// SQL of the scheduled jobs: nodes claim a job before they run it.
import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

interface JobClaim {
  job: string
  now: Date
}

/** The nodes' clocks differ slightly, so a nearly elapsed interval counts as elapsed. */
const toleranceMs = 60_000

/** Claims a due job that no other node has started; it is due again after `everyMs`. */
export async function claimJob(
  db: Executor,
  { job, everyMs, now }: JobClaim & { everyMs: number },
): Promise<boolean> {
  const dueSince = new Date(now.getTime() - everyMs + toleranceMs).toISOString()
  // After a clock was set back, a start time in the future must not block the job.
  const futureLimit = new Date(now.getTime() + everyMs).toISOString()
  const row = await db
    .insertInto('upkeep')
    .values({ job, begunAt: now })
    .onConflict((conflict) =>
      conflict
        .column('job')
        .doUpdateSet({ begunAt: now })
        .where(({ or, eb }) =>
          or([eb('upkeep.begunAt', '<=', dueSince), eb('upkeep.begunAt', '>', futureLimit)]),
        ),
    )
    .returning('job')
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a failed job due again, unless another node has started it since. */
export async function deleteJobClaim(db: Executor, { job, now }: JobClaim): Promise<void> {
  await db.deleteFrom('upkeep').where('job', '=', job).where('begunAt', '=', now.toISOString()).execute()
}

/** The database's clock, and the last start of any job; null before the first. */
export async function readClocks(
  db: Executor,
): Promise<{ databaseNow: string; lastStartedAt: string | null }> {
  const { rows } = await sql<{ databaseNow: string; lastStartedAt: string | null }>`
    select clock_timestamp() as "databaseNow", (select max("begunAt") from upkeep) as "lastStartedAt"`.execute(
    db,
  )
  const [facts] = rows
  if (!facts) throw new Error('The database returned no time.')
  return facts
}
