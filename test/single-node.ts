// A single node as a process with a PostgreSQL of its own, and a fault-injecting proxy between the two.
import { join } from 'node:path'
import { systemClock } from '#server/clock.ts'
import { connectDatabase, type Database } from '#server/db.ts'
import { insertGuests, type Guest } from './crowd.ts'
import { startPostgres } from './cluster.ts'
import { freePort, createDataDir, startServerProcess, type ServerProcess } from './server-process.ts'
import { startStatementProxy, type StatementProxy } from './statement-proxy.ts'

export interface SingleNode {
  node: ServerProcess
  dataDir: string
  /** The proxy between the node and its database. */
  proxy: StatementProxy
  /** The test's own connections. */
  database: Database
  guests: Guest[]
  close(): Promise<void>
}

interface SingleNodeOptions {
  members: number
  /** The database's data folder. */
  postgresDir?: string
  /** An open file for the node's output. */
  printTo?: number
  logLevel?: string
}

/** The nodes of a test file, each closed after the test that opened it, even if that fails. */
export function createSingleNodes(): { open: typeof startSingleNode; closeAll(): Promise<void> } {
  const places: SingleNode[] = []
  return {
    open: async (options) => {
      const place = await startSingleNode(options)
      places.push(place)
      return place
    },
    closeAll: async () => {
      for (const place of places.splice(0)) await place.close()
    },
  }
}

/**
 * Starts the node and its database, with members who have sessions; addresses in 127.0.0.1/32 are exempt from rate
 * limits.
 */
export async function startSingleNode(options: SingleNodeOptions): Promise<SingleNode> {
  const { members, postgresDir, printTo, logLevel = 'warn' } = options
  const { dataDir, remove } = await createDataDir()
  const stops: (() => Promise<unknown>)[] = [remove]
  const close = async () => {
    for (const stop of stops.toReversed()) await stop()
  }
  try {
    const postgres = await startPostgres(postgresDir ?? join(dataDir, 'postgres'))
    stops.push(postgres.stop)
    const proxy = await startStatementProxy(postgres.url)
    stops.push(proxy.close)
    const database = connectDatabase(postgres.url, { maxConnections: 2 })
    stops.push(database.close)
    const settings = {
      PORT: String(await freePort()),
      DATABASE_URL: proxy.url,
      DATA_DIR: dataDir,
      SEED: 'none',
      LIMITS_EXEMPT: '127.0.0.1/32',
      LOG_LEVEL: logLevel,
    }
    const node = await startServerProcess(settings, undefined, printTo)
    stops.push(node.stop)
    const publicUrl = node.url
    const guests = await insertGuests({ database, clock: systemClock, config: { publicUrl } }, members)
    return { node, dataDir, proxy, database, guests, close }
  } catch (error) {
    await close()
    throw error
  }
}
