// Nodes of one community as separate processes, on a PostgreSQL and a Redis that a test can kill and restart.
import 'temporal-polyfill/global'
import { join } from 'node:path'
import { systemClock } from '#server/clock.ts'
import { connectDatabase, createDatabase, databaseUrl, type Database } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts'
import { findPostmaster } from '#server/postgres/process.ts'
import { testDays } from '#test/community-days.ts'
import { insertGuests, type Guest } from '#test/live/crowd.ts'
import { startRedisServer, type RedisServer } from './redis-server.ts'
import { freePort, createDataDir, startServerProcess, type ServerProcess } from './server-process.ts'

export interface ClusterNode {
  readonly url: string
  start(): Promise<void>
  /** Stops the node as an operator does, or as a crash. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** The output of all runs of this node. */
  output(): string
}

export interface PostgresServer {
  /** Stops the server gracefully; open connections are closed. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Kills the server as a crash does, and restarts it at once. */
  crash(): Promise<void>
}

export interface Cluster {
  readonly nodes: readonly ClusterNode[]
  readonly redis: RedisServer
  readonly postgres: PostgresServer
  /** The test's own connections. */
  readonly database: Database
  /** The day on which the test started. */
  readonly day: string
  /** Members with sessions; the first is an administrator. */
  readonly guests: readonly Guest[]
  close(): Promise<void>
}

/**
 * Starts everything. Addresses in 127.0.0.1/32 are exempt from rate limits; 127.0.0.2 and others aren't. `more` are
 * settings of each node.
 */
export async function startCluster(
  size: number,
  members: number,
  more: Record<string, string> = {},
): Promise<Cluster> {
  const { dataDir, remove: removeDataDir } = await createDataDir()
  const cleanups: (() => Promise<unknown>)[] = [removeDataDir]
  const close = async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  }
  try {
    const redis = await startRedisServer()
    cleanups.push(redis.stop)
    const postgres = await startPostgres(join(dataDir, 'postgres'))
    cleanups.push(postgres.stop)
    const database = connectDatabase(postgres.url, { maxConnections: 5 })
    cleanups.push(database.close)

    const urls: string[] = []
    for (let count = 0; count < size; count += 1) urls.push(`http://127.0.0.1:${await freePort()}`)
    const settings = {
      BUS_URL: redis.url,
      PUBLIC_URL: urls.join(','),
      DATA_DIR: dataDir,
      SEED: 'none',
      LIMITS_EXEMPT: '127.0.0.1/32',
      LOG_LEVEL: 'warn',
      ...more,
    }
    const nodes = urls.map((url, index) => {
      const name = nodeName(index)
      return createNode(url, { ...settings, NODE_ID: name, DATABASE_URL: namedUrl(postgres.url, name) })
    })
    cleanups.push(() => Promise.all(nodes.map((node) => node.stop('SIGTERM'))))
    // The first node migrates the database and imports the stock pictures.
    await nodes[0]?.start()
    await Promise.all(nodes.slice(1).map((node) => node.start()))
    const publicUrl = urls[0] ?? ''
    const guests = await insertGuests({ database, clock: systemClock, config: { publicUrl } }, members)
    const promoteFirst = database.query.updateTable('users').set({ isAdmin: true })
    await promoteFirst.where('id', '=', guests[0]?.userId ?? 0).execute()
    return { nodes, redis, postgres, database, guests, day: testDays.dayOf(systemClock.now()), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The name of a node, also of its connections in `pg_stat_activity`. */
export function nodeName(index: number): string {
  return `node-${index + 1}`
}

function namedUrl(url: string, name: string): string {
  const named = new URL(url)
  named.searchParams.set('application_name', name)
  return named.href
}

function createNode(url: string, settings: Record<string, string>): ClusterNode {
  const runs: ServerProcess[] = []
  return {
    url,
    start: async () => {
      runs.push(await startServerProcess({ ...settings, PORT: new URL(url).port }))
    },
    stop: async (signal) => {
      await runs.at(-1)?.stop(signal)
    },
    output: () => runs.map((run) => run.output()).join(''),
  }
}

/** The test's own PostgreSQL server; after a crash it restarts at the same address. */
export async function startPostgres(dataDir: string): Promise<PostgresServer & { url: string }> {
  const open = () => startEmbeddedPostgres({ dataDir, durability: 'off' })
  let server: Awaited<ReturnType<typeof open>> | null = await open()
  await createDatabase(server.url, 'community')
  return {
    url: databaseUrl(server.url, 'community'),
    stop: async () => {
      await server?.stop()
      server = null
    },
    start: async () => {
      server ??= await open()
    },
    crash: async () => {
      const running = await findPostmaster(join(dataDir, 'cluster'))
      if (running) process.kill(running.pid, 'SIGKILL')
    },
  }
}
