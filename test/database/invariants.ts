// Checks the invariants of the whole database, as far as rows can show them.
import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { pointInvariants } from './invariants-points.ts'
import { communityInvariants, rowInvariants } from './invariants-rows.ts'

const defaultInvariants = { ...pointInvariants, ...rowInvariants }

/** Every violation, as 'description: row'. One statement, so that all queries see one snapshot. */
export function findViolations(db: Executor): Promise<string[]> {
  return runInvariants(db, defaultInvariants)
}

/** The same plus the rules for a database that only the product has written to; run after every fault. */
export function findCommunityViolations(db: Executor): Promise<string[]> {
  return runInvariants(db, { ...defaultInvariants, ...communityInvariants })
}

async function runInvariants(db: Executor, queries: Record<string, RawBuilder<unknown>>): Promise<string[]> {
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
