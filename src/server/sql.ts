// The SQL that belongs to no feature: what was put in once and must not come back.
import { sql } from 'kysely'
import { serverNamePrefix, type Executor } from './db.ts'

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

/** What the database says about itself: its encoding, such as UTF8, and the version of its server, such as 18.4. */
export async function databaseFacts(db: Executor): Promise<{ encoding: string; version: string }> {
  const { rows } = await sql<{ encoding: string; version: string }>`
    select current_setting('server_encoding') as encoding,
      split_part(current_setting('server_version'), ' ', 1) as version`.execute(db)
  return rows[0] ?? { encoding: '', version: '' }
}

/**
 * The ids of the servers that are connected to this database (`serverId` of `openDatabase`). A server asks every two
 * seconds whether sessions have ended, so a connection that has been idle for longer belongs to a machine that is gone.
 */
export async function connectedServers(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct substr(application_name, ${serverNamePrefix.length + 1}::integer) as id from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${serverNamePrefix})
      and (state is distinct from 'idle' or state_change > clock_timestamp() - interval '15 seconds')
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which settings of the server let it forget what it has confirmed. */
export async function unsafeSettings(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'synchronous_commit') and setting = 'off' order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Which of these unique indexes aren't there, or aren't used. */
export async function missingIndexes(db: Executor, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where not exists (
      select from pg_index join pg_class on pg_class.oid = indexrelid
      where relname = name and relnamespace = current_schema()::regnamespace
        and indisunique and indisvalid and indisready
    )`.execute(db)
  return rows.map(({ name }) => name)
}
