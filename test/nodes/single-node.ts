// A single node as a process with a PostgreSQL of its own, and a fault-injecting proxy between the two.
import { join } from 'node:path'
import { systemClock } from '#server/clock.ts'
import { connectDatabase, type Database } from '#server/db/database.ts'
import { startStatementProxy, type StatementProxy } from '#test/database/statement-proxy.ts'
import { insertGuests, type Guest } from '#test/live/crowd.ts'
import { startPostgres } from './cluster.ts'
import { freePort, createDataDir, startServerProcess, type ServerProcess } from './server-process.ts'

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
  const nodes: SingleNode[] = []
  return {
    open: async (options) => {
      const node = await startSingleNode(options)
      nodes.push(node)
      return node
    },
    closeAll: async () => {
      for (const node of nodes.splice(0)) await node.close()
    },
  }
}

/**
 * Starts the node and its database, with members who have sessions; addresses in 127.0.0.1/32 are exempt from rate
 * limits.
 */
export async function startSingleNode(options: SingleNodeOptions): Promise<SingleNode> {
  const { members, postgresDir, printTo, logLevel = 'warn' } = options
  const { dataDir, remove: removeDataDir } = await createDataDir()
  const cleanups: (() => Promise<unknown>)[] = [removeDataDir]
  const close = async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  }
  try {
    const postgres = await startPostgres(postgresDir ?? join(dataDir, 'postgres'))
    cleanups.push(postgres.stop)
    const proxy = await startStatementProxy(postgres.url)
    cleanups.push(proxy.close)
    const database = connectDatabase(postgres.url, { maxConnections: 2 })
    cleanups.push(database.close)
    const settings = {
      PORT: String(await freePort()),
      DATABASE_URL: proxy.url,
      DATA_DIR: dataDir,
      SEED: 'none',
      LIMITS_EXEMPT: '127.0.0.1/32',
      LOG_LEVEL: logLevel,
    }
    const node = await startServerProcess(settings, undefined, printTo)
    cleanups.push(node.stop)
    const publicUrl = node.url
    const guests = await insertGuests({ database, clock: systemClock, config: { publicUrl } }, members)
    return { node, dataDir, proxy, database, guests, close }
  } catch (error) {
    await close()
    throw error
  }
}
