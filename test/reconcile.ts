// What is true of the whole database at every moment: the checker of the invariants, as far as rows can tell.
import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#server/db.ts'
import { pointQueries } from './reconcile-points.ts'
import { communityQueries, rowQueries } from './reconcile-rows.ts'

const usual = { ...pointQueries, ...rowQueries }

/** Every row that breaks a rule, as 'what is wrong: the row'. One statement, so that it sees one moment. */
export function astray(db: Executor): Promise<string[]> {
  return findIn(db, usual)
}

/** The same where no test has written anything that the product wouldn't; after every fault. */
export function astrayAnywhere(db: Executor): Promise<string[]> {
  return findIn(db, { ...usual, ...communityQueries })
}

async function findIn(db: Executor, queries: Record<string, RawBuilder<unknown>>): Promise<string[]> {
  const parts = Object.entries(queries).map(
    ([fault, query]) =>
      sql`select ${fault}::text as fault, to_jsonb(found)::text as row from (${query}) found`,
  )
  const { rows } = await sql<{ fault: string; row: string }>`
    with live as materialized (select * from referrals where status in ('pending', 'completed')),
    sitters as materialized (select distinct "userId" from meditation_sessions where completed)
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return rows.map(({ fault, row }) => `${fault}: ${row}`)
}
