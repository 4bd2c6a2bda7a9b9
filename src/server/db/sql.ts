// SQL that belongs to no feature: applied seeds, and facts about the database.
import { sql } from 'kysely'
import { serverNamePrefix, type Executor } from './database.ts'
import { sessionSettings } from './session-settings.ts'

/**
 * Claims a seed within the transaction that inserts it. False if it was applied before; waits while another process
 * applies it.
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

/** Whether a seed was ever applied. */
export async function hasSeed(db: Executor, name: string): Promise<boolean> {
  const row = await db.selectFrom('seeds').select('name').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

/**
 * A database id in digits, independent of the connection's address. A restored or copied database gets another id,
 * except a copy of the server's files.
 */
export async function databaseIdentity(db: Executor): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || '-' || (select oid from pg_database where datname = current_database()) as identity
    from pg_control_system()`.execute(db)
  return rows[0]?.identity ?? ''
}

/** The database's encoding, such as UTF8, and its server's version, such as 18.4. */
export async function databaseState(db: Executor): Promise<{ encoding: string; version: string }> {
  const { rows } = await sql<{ encoding: string; version: string }>`
    select current_setting('server_encoding') as encoding,
      split_part(current_setting('server_version'), ' ', 1) as version`.execute(db)
  return rows[0] ?? { encoding: '', version: '' }
}

/**
 * The ids of the servers connected to this database (`serverId` of `openDatabase`). A server polls for ended
 * sessions every two seconds, so a connection idle for longer belongs to a lost machine.
 */
export async function connectedServers(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct substr(application_name, ${serverNamePrefix.length + 1}::integer) as id from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${serverNamePrefix})
      and (state is distinct from 'idle' or state_change > clock_timestamp() - interval '15 seconds')
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** PostgreSQL's clock, in epoch milliseconds. */
export async function databaseNowMs(db: Executor): Promise<number> {
  const { rows } = await sql<{ nowMs: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as "nowMs"`.execute(db)
  return rows[0]?.nowMs ?? Number.NaN
}

/** The settings under which the server may lose commits. */
export async function unsafeSettings(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'synchronous_commit') and setting = 'off' order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The settings of this session that differ from those that the server assumes: a pooler drops them. */
export async function deviatingSettings(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, current_setting(name) as value
    from unnest(${Object.keys(sessionSettings)}::text[]) as name`.execute(db)
  return rows.filter(({ name, value }) => value !== sessionSettings[name]).map(({ name }) => name)
}

/** Which of these unique indexes are missing or invalid. */
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
