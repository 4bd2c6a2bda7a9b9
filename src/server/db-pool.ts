// The pools of connections to the database: how a connection that broke is thrown away, and what all of them count.
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { counters } from './metrics/counters.ts'

const pools = new Set<pg.Pool>()

/** Of all pools of this process: connections that are open, those of them at rest, and statements that wait for one. */
export function poolStats(): { open: number; idle: number; waiting: number } {
  let [open, idle, waiting] = [0, 0, 0]
  for (const pool of pools) {
    open += pool.totalCount
    idle += pool.idleCount
    waiting += pool.waitingCount
  }
  return { open, idle, waiting }
}

/** Makes a pool whose broken connections are thrown away when they come back, whoever noticed the fault. */
export function createPool(config: pg.PoolConfig, log: (line: string) => void): PostgresPool {
  const pool = new pg.Pool(config)
  pools.add(pool)
  // Without a listener the loss of a connection that nobody uses would end the process.
  pool.on('error', (error) => {
    counters.databaseConnectionsLost += 1
    log(`A database connection was lost: ${error.message}`)
  })
  return {
    async connect() {
      const client = await acquireClient(pool)
      let fault: Error | null = null
      const noteFault = (error: Error) => {
        fault ??= error
      }
      // In the middle of a transaction, between two statements, nobody else listens.
      client.on('error', noteFault)
      const query = async (text: string, values: unknown[]) => {
        if (fault !== null) throw fault
        try {
          return await client.query(text, values)
        } catch (error) {
          if (!(error instanceof pg.DatabaseError) && error instanceof Error) noteFault(error)
          throw error
        }
      }
      return {
        // The other way to call it, with a cursor, is used nowhere.
        query: query as unknown as PostgresPoolClient['query'],
        release() {
          client.off('error', noteFault)
          client.release(fault ?? undefined)
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
  const begunMs = performance.now()
  try {
    return await pool.connect()
  } finally {
    counters.poolWaits += 1
    counters.poolWaitSeconds += (performance.now() - begunMs) / 1_000
  }
}
