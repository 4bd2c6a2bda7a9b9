// Connection pools: discards broken connections and reports the totals of all pools.
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { counters } from '../metrics/counters.ts'

const pools = new Set<pg.Pool>()

/** Totals of this process's pools: open connections, idle ones, and statements waiting for one. */
export function poolStats(): { open: number; idle: number; waiting: number } {
  let [open, idle, waiting] = [0, 0, 0]
  for (const pool of pools) {
    open += pool.totalCount
    idle += pool.idleCount
    waiting += pool.waitingCount
  }
  return { open, idle, waiting }
}

/** Creates a pool that discards a broken connection on release, even if the caller never saw the fault. */
export function createPool(config: pg.PoolConfig, log: (line: string) => void): PostgresPool {
  const pool = new pg.Pool(config)
  pools.add(pool)
  // Without a listener, losing an idle connection would crash the process.
  pool.on('error', (error) => {
    counters.databaseConnectionsLost += 1
    log(`A database connection was lost: ${error.message}`)
  })
  return {
    async connect() {
      const client = await acquireClient(pool)
      let connectionError: Error | null = null
      const recordError = (error: Error) => {
        connectionError ??= error
      }
      // Between two statements of a transaction no other listener is attached.
      client.on('error', recordError)
      const query = async (text: string, values: unknown[]) => {
        if (connectionError !== null) throw connectionError
        try {
          return await client.query(text, values)
        } catch (error) {
          if (!(error instanceof pg.DatabaseError) && error instanceof Error) recordError(error)
          throw error
        }
      }
      return {
        // The cursor overload is unused.
        query: query as unknown as PostgresPoolClient['query'],
        release() {
          client.off('error', recordError)
          client.release(connectionError ?? undefined)
        },
      }
    },
    end: () => {
      pools.delete(pool)
      return pool.end()
    },
  }
}

async function acquireClient(pool: pg.Pool): Promise<pg.PoolClient> {
  if (pool.idleCount > 0) return pool.connect()
  const startedMs = performance.now()
  try {
    return await pool.connect()
  } finally {
    counters.poolWaits += 1
    counters.poolWaitSeconds += (performance.now() - startedMs) / 1_000
  }
}
