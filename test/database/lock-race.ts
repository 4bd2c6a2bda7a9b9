// Two transactions that contend for one row, in an order that the test decides.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { connectDatabase, type Executor } from '#server/db/database.ts'
import type { TestApp } from '#test/app.ts'

const rollbackMessage = 'The change was rolled back.'

/**
 * Makes a change without committing it, and runs `meanwhile` until it waits for a lock or is done. Then commits, or
 * rolls back if the test wants that. Returns the result of `meanwhile`.
 */
export async function raceUncommittedChange<Result>(
  { databaseUrl, database }: Pick<TestApp, 'databaseUrl' | 'database'>,
  change: (tx: Executor) => Promise<unknown>,
  meanwhile: () => Promise<Result>,
  { rollsBack = false } = {},
): Promise<PromiseSettledResult<Result>> {
  const other = connectDatabase(databaseUrl, { maxConnections: 1 })
  let outcome: PromiseSettledResult<Result> | null = null
  let running: Promise<unknown> = Promise.resolve()
  try {
    const transaction = other.query.transaction().execute(async (tx) => {
      await change(tx)
      running = Promise.allSettled([meanwhile()]).then(([isSettled]) => {
        outcome = isSettled
      })
      const waiterFound = async () => outcome !== null || (await countLockWaiters(database.query)) > 0
      await expect.poll(waiterFound, { timeout: 10_000 }).toBe(true)
      if (rollsBack) throw new Error(rollbackMessage)
    })
    if (rollsBack) await expect(transaction).rejects.toThrow(rollbackMessage)
    else await transaction
    await running
  } finally {
    await other.close()
  }
  if (outcome === null) throw new Error('The concurrent operation never settled.')
  return outcome
}

/** How many statements wait for a lock in this database. */
export async function countLockWaiters(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
