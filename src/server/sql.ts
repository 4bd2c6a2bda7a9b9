// The SQL that belongs to no feature: what was put in once and must not come back.
import { sql } from 'kysely'
import type { Executor } from './db.ts'

/**
 * Claims a seed inside the transaction that puts it in. False when it was claimed before; while another process
 * is putting it in, this waits for its outcome.
 */
export async function claimSeed(db: Executor, name: string, appliedAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('seeds')
    .values({ name, appliedAt })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a seed was put in at some time. */
export async function hasSeed(db: Executor, name: string): Promise<boolean> {
  const row = await db.selectFrom('seeds').select('name').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

/**
 * Names the database on its server, in digits: the same for whoever connects to it, by whatever address. One that was
 * restored or copied from another has another name, unless it is a copy of the server's very files.
 */
export async function databaseIdentity(db: Executor): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || '-' || (select oid from pg_database where datname = current_database()) as identity
    from pg_control_system()`.execute(db)
  return rows[0]?.identity ?? ''
}
