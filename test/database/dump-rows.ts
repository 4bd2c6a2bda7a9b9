// Dumps every row of a database as text, to compare two databases.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** The rows of each table, sorted by their text; skips the tables in `without`. */
export async function dumpRows(
  db: Executor,
  excluded: readonly string[] = [],
): Promise<Record<string, readonly string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(db)
  const included = tables.map(({ name }) => name).filter((name) => !excluded.includes(name))
  const entries = await Promise.all(
    included.map(async (name) => {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t order by 1`.execute(db)
      return [name, rows.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(entries)
}
