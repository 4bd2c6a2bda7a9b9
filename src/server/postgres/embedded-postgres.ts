// The embedded PostgreSQL server for when DATABASE_URL isn't set: starts, reuses and stops it.
import { chmod, mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { advisoryLockKeys } from './advisory-locks.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import {
  appRole,
  chooseAddress,
  createCluster,
  readPassword,
  deleteSocketFolder,
  serverArguments,
  superuser,
  writeAccessRules,
  type Durability,
  type Transport,
} from './cluster.ts'
import {
  findPostmaster,
  launchPostgres,
  logTail,
  stopPostgres,
  rotateServerLog,
  type ListenAddress,
  type LaunchedServer,
} from './process.ts'
import { choosePostgresUser, type PostgresUser } from './user.ts'

export type EmbeddedPostgresOptions = {
  /** The folder that holds this server's files; created if missing. */
  dataDir: string
  log?: (line: string) => void
  /** 'off' is for tests only. */
  durability?: Durability
  /** Defaults to a Unix socket, except on Windows. */
  transport?: Transport
}

export type EmbeddedPostgres = {
  /** The database `postgres`, as a role that may create databases. */
  url: string
  /** Whether this call created the data folder. */
  isNew: boolean
  /** Stops the server, unless another process of the app still uses it. */
  stop: () => Promise<void>
}

type ServerLayout = {
  folder: string
  cluster: string
  binaries: Binaries
  account: PostgresUser
  durability: Durability
  transport: Transport
  log: (line: string) => void
}
/** The connection that marks this process as a user of the server; see `acquireLease`. */
type ServerLease = { client: pg.Client; address: ListenAddress }

const startTimeoutMs = 60_000
const startPollMs = 10
const launchesPerStart = 3
const relaunchPauseMs = 200
const restartPausesMs = [0, 500, 1_000, 2_000, 5_000]

/**
 * Starts the bundled server on `dataDir`, or reuses a running one, such as after a killed process. Restarts it when
 * it dies. Errors are sentences for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const startedAt = performance.now()
  const layout = await prepareServerLayout(options)
  const isNew = await createCluster({ ...layout, initdb: layout.binaries.initdb })
  const lease = await ensureRunning(layout)
  const stop = superviseServer(layout, lease)
  layout.log(
    `PostgreSQL is ready after ${Math.round(performance.now() - startedAt)} ms, data in ${layout.folder}`,
  )
  const password = await readPassword(layout.folder, lease.address)
  return { url: connectionUrl(lease.address, password), isNew, stop }
}

async function prepareServerLayout(options: EmbeddedPostgresOptions): Promise<ServerLayout> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const folder = await realpath(options.dataDir)
  await chmod(folder, 0o700)
  const cluster = path.join(folder, 'cluster')
  const binaries = await findBinaries()
  return {
    folder,
    cluster,
    binaries,
    account: await choosePostgresUser({ program: binaries.postgres, folder, cluster }),
    durability: options.durability ?? 'full',
    transport: options.transport ?? (process.platform === 'win32' ? 'tcp' : 'socket'),
    log: options.log ?? (() => undefined),
  }
}

/** Finds or launches the server and waits until it responds. With `address` it must listen there again. */
async function ensureRunning(layout: ServerLayout, address?: ListenAddress): Promise<ServerLease> {
  const deadline = performance.now() + startTimeoutMs
  let launched: Awaited<ReturnType<typeof launchServer>> | null = null
  let launches = 0
  let lastError: unknown = null
  while (performance.now() < deadline) {
    const running = await findPostmaster(layout.cluster)
    if (running?.ready) {
      try {
        return await acquireLease(layout, running.address)
      } catch (error) {
        lastError = error
      }
    } else if (running === null && (launched === null || launched.exitReason() !== null)) {
      // Retry after a lost race, or remains of a killed server.
      if (launches === launchesPerStart) break
      if (launches > 0) await sleep(relaunchPauseMs)
      launches += 1
      launched = await launchServer(layout, address)
    }
    await sleep(startPollMs)
  }
  await deleteSocketFolder(launched?.address)
  const reason =
    launched?.exitReason() ?? (lastError instanceof Error ? lastError.message : "it didn't become ready")
  throw new Error(
    `The bundled PostgreSQL doesn't start on ${layout.folder}: ${reason}.\n${await logTail(layout.folder)}\n` +
      'Fix that, or set DATABASE_URL to another PostgreSQL server.',
    { cause: lastError },
  )
}

async function launchServer(
  layout: ServerLayout,
  previous: ListenAddress | undefined,
): Promise<LaunchedServer & { address: ListenAddress }> {
  const address = await chooseAddress(layout)
  if (previous !== undefined && previous.socketFolder === null) address.port = previous.port
  await writeAccessRules({ ...layout, address })
  await rotateServerLog(layout.folder)
  const args = serverArguments({ ...layout, address })
  return { ...launchPostgres({ ...layout, program: layout.binaries.postgres, args }), address }
}

/**
 * Opens a connection with a shared lock: "the server is in use". PostgreSQL releases the lock however the process
 * dies; a pid file could go stale.
 */
async function acquireLease(layout: ServerLayout, address: ListenAddress): Promise<ServerLease> {
  const password = await readPassword(layout.folder, address)
  const client = new pg.Client({
    host: address.socketFolder ?? '127.0.0.1',
    port: address.port,
    user: superuser,
    database: 'postgres',
    ...(password === null ? {} : { password }),
    ssl: false,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    application_name: 'stillwater keeper',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [advisoryLockKeys.embeddedPostgresUsers])
    await ensureAppRole(client, password)
    return { client, address }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function ensureAppRole(client: pg.Client, password: string | null): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
  if (rowCount !== 0) return
  const secret = password === null ? '' : ` password ${client.escapeLiteral(password)}`
  await client.query(`create role ${appRole} login createdb${secret}`).catch((error: unknown) => {
    // Another process created it at the same moment.
    const alreadyExists = error instanceof pg.DatabaseError && ['42710', '23505'].includes(error.code ?? '')
    if (!alreadyExists) throw error
  })
}

/** Restarts the server whenever it dies; returns the function that stops supervision and releases the lease. */
function superviseServer(layout: ServerLayout, first: ServerLease): () => Promise<void> {
  const stopping = new AbortController()
  let lease = first
  let restarting: Promise<void> = Promise.resolve()

  const watch = () => {
    lease.client.once('end', () => {
      if (!stopping.signal.aborted) restarting = restart()
    })
  }
  const restart = async () => {
    layout.log('PostgreSQL exited unexpectedly; restarting it')
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      const pauseMs = restartPausesMs[Math.min(attempt, restartPausesMs.length - 1)]
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        lease = await ensureRunning(layout, lease.address)
        layout.log('PostgreSQL is ready again')
        watch()
        return
      } catch (error) {
        layout.log(error instanceof Error ? error.message : String(error))
      }
    }
  }
  watch()
  return async () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    await restarting
    await releaseLease(layout, lease.client)
  }
}

/** Releases this process's lease. The last one stops the server while the lock keeps other processes out. */
async function releaseLease(layout: ServerLayout, client: pg.Client): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [advisoryLockKeys.embeddedPostgresUsers])
    const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
      advisoryLockKeys.embeddedPostgresUsers,
    ])
    const running = rows[0]?.last === true ? await findPostmaster(layout.cluster) : null
    if (running !== null) {
      await stopPostgres({ pid: running.pid, cluster: layout.cluster, pgCtl: layout.binaries.pgCtl })
      await deleteSocketFolder(running.address)
    }
  } catch (error) {
    // A server that has already stopped needs no stopping.
    if ((await findPostmaster(layout.cluster)) !== null) throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

function connectionUrl(address: ListenAddress, password: string | null): string {
  const secret = password === null ? '' : `:${password}`
  const host = address.socketFolder === null ? '127.0.0.1' : 'localhost'
  const url = new URL(`postgres://${appRole}${secret}@${host}:${address.port}/postgres`)
  if (address.socketFolder !== null) url.searchParams.set('host', address.socketFolder)
  url.searchParams.set('sslmode', 'disable')
  return url.href
}
