// The bundled PostgreSQL's cluster: creates the data folder and sets the server's options.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { bundledMajorVersion } from './binaries.ts'
import { serverEnvironment, type ListenAddress } from './process.ts'
import { commandAsUser, type PostgresUser } from './user.ts'

const run = promisify(execFile)

/**
 * 'off' doesn't wait for the disk: commits survive a killed server, but not a power loss. For the databases of one
 * test run.
 */
export type Durability = 'full' | 'off'
export type Transport = 'socket' | 'tcp'

/** The role that sets up the server. The app itself uses `appRole`, which may only create databases. */
export const superuser = 'postgres'
export const appRole = 'app'

const maxConnections = 100
const socketName = '.s.PGSQL.5432'
// The limit is 107 bytes on Linux and 103 on macOS, without the terminating NUL.
const socketPathMaxBytes = 103

/** True if this call created the data folder; false if it existed or another process created it first. */
export async function createCluster(options: {
  folder: string
  cluster: string
  initdb: string
  account: PostgresUser
  transport: Transport
  durability: Durability
}): Promise<boolean> {
  const { folder, cluster, account } = options
  if (await hasCluster(cluster)) return false
  // Created under another name, then renamed: a killed process leaves no partial data folder.
  const fresh = await mkdtemp(path.join(folder, 'new-'))
  try {
    const { uid, gid } = account.ids
    if (uid !== undefined) await chown(fresh, uid, gid)
    await runInitdb({ ...options, fresh })
    await rename(fresh, cluster)
    return true
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (await hasCluster(cluster)) return false
    throw error
  }
}

async function hasCluster(cluster: string): Promise<boolean> {
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) return false
  if (version.trim() === bundledMajorVersion) return true
  throw new Error(
    `The data in ${cluster} was written by PostgreSQL ${version.trim()}, this app bundles ${bundledMajorVersion}: ` +
      'make a backup with the version that wrote it and restore it into an empty DATA_DIR, or set DATABASE_URL.',
  )
}

async function runInitdb(options: {
  folder: string
  fresh: string
  initdb: string
  account: PostgresUser
  transport: Transport
  durability: Durability
}): Promise<void> {
  const { account, folder, fresh, initdb } = options
  const args = ['-D', fresh, '-U', superuser, '--data-checksums', '--encoding=UTF8', '--no-instructions']
  // With plain C, lower('É') does nothing. The builtin provider needs no system locale.
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
  args.push('--auth-local=trust', '--auth-host=scram-sha-256')
  if (options.durability === 'off') args.push('--no-sync')
  if (options.transport === 'tcp') {
    await writeFile(passwordFile(folder), randomBytes(24).toString('hex'), { mode: 0o600 })
    if (account.ids.uid !== undefined) {
      await chown(passwordFile(folder), account.ids.uid, account.ids.gid)
    }
    args.push(`--pwfile=${passwordFile(folder)}`)
  }
  const [command, commandArgs] = commandAsUser(account, initdb, args)
  try {
    await run(command, commandArgs, { ...account.ids, cwd: folder, env: serverEnvironment() })
  } catch (cause) {
    const stderr = (cause as { stderr?: string }).stderr ?? ''
    throw new Error(
      `PostgreSQL can't create its data folder in ${folder}: ${stderr.trim() || String(cause)}\n` +
        'Fix that, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    )
  }
}

/** The password of a server on TCP; null for a socket, which its folder's permissions protect. */
export async function readPassword(folder: string, address: ListenAddress): Promise<string | null> {
  return address.socketFolder === null ? readFile(passwordFile(folder), 'utf8') : null
}

function passwordFile(folder: string): string {
  return path.join(folder, 'password')
}

/** Chooses the address of a server about to start; creates the socket's folder. */
export async function chooseAddress(options: {
  folder: string
  cluster: string
  account: PostgresUser
  transport: Transport
}): Promise<ListenAddress> {
  if (options.transport === 'tcp') return { socketFolder: null, port: await freePort() }
  return { socketFolder: await makeSocketFolder(options), port: 5432 }
}

/**
 * Beside the data, so that processes with a private /tmp (systemd's PrivateTmp) find it. Falls back to a temporary
 * folder, named by a hash of the data folder. That serves a path too long for a socket, and a file system without
 * sockets.
 */
async function makeSocketFolder(options: {
  folder: string
  cluster: string
  account: PostgresUser
}): Promise<string> {
  const { cluster, account } = options
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  const name = `stillwater-${hash}`
  const nearbyFolder = path.join(options.folder, 'socket')
  const temporary = fitsSocketPath(path.join(tmpdir(), name)) ? tmpdir() : '/tmp'
  const usesNearby = fitsSocketPath(nearbyFolder) && (await supportsSockets(options.folder))
  const folder = usesNearby ? nearbyFolder : path.join(temporary, name)
  // Only the last part can be missing. An existing folder keeps its owner, which is checked below.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const info = await lstat(folder)
  const owners = [process.getuid?.(), account.ids.uid]
  if (!info.isDirectory() || !owners.includes(info.uid)) {
    throw new Error(`${folder}, the folder for PostgreSQL's socket, belongs to another user: delete it.`)
  }
  const { uid, gid } = account.ids
  if (uid !== undefined) await chown(folder, uid, gid)
  await chmod(folder, 0o700)
  return folder
}

function fitsSocketPath(socketFolder: string): boolean {
  return Buffer.byteLength(path.join(socketFolder, socketName)) <= socketPathMaxBytes
}

/** False for folders shared into a container or virtual machine from another system. */
async function supportsSockets(folder: string): Promise<boolean> {
  const server = createServer()
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.listen(path.join(folder, `.try-${randomBytes(4).toString('hex')}`))
  const isSupported = await listening
  server.close()
  return isSupported
}

/** Deletes the socket's folder after the server has stopped. */
export async function deleteSocketFolder(address: ListenAddress | undefined): Promise<void> {
  // It may be gone, or in use by another process that has just restarted the server.
  await rmdir(address?.socketFolder ?? '').catch(() => undefined)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  return port
}

/** Allows the socket only, or with TCP local clients with the password. Written at each start. */
export async function writeAccessRules(options: {
  cluster: string
  account: PostgresUser
  address: ListenAddress
}): Promise<void> {
  const tcp = options.address.socketFolder === null
  const file = path.join(options.cluster, 'pg_hba.conf')
  await writeFile(file, tcp ? 'host all all 127.0.0.1/32 scram-sha-256\n' : 'local all all trust\n')
  const { uid, gid } = options.account.ids
  if (uid !== undefined) await chown(file, uid, gid)
}

export function serverArguments(options: {
  cluster: string
  address: ListenAddress
  durability: Durability
}): string[] {
  const { socketFolder, port } = options.address
  const durable = options.durability === 'full' ? 'on' : 'off'
  const settings = {
    listen_addresses: socketFolder === null ? '127.0.0.1' : '',
    unix_socket_directories: socketFolder === null ? '' : `"${socketFolder}"`,
    unix_socket_permissions: '0700',
    port,
    max_connections: maxConnections,
    shared_buffers: '64MB',
    fsync: durable,
    synchronous_commit: 'on',
    full_page_writes: durable,
    // Test databases are copied from a template, which autovacuum would delay.
    autovacuum: durable,
    // Containers often have 64 MB of shared memory, too little for parallel joins.
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Log starts, stops and fatal errors only: the app logs failed statements, which may contain members' text.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
  return [
    '-D',
    options.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}
