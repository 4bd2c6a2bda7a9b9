// The user that runs the bundled PostgreSQL, which refuses to run as root.
import { execFile } from 'node:child_process'
import { chown, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type PostgresUser = {
  /** Command-line prefix that runs a program as this account. */
  prefix: readonly string[]
  /** The user and group for child_process; empty for the current user. */
  ids: { uid: number; gid: number } | Record<string, never>
}

const nobodyIds = { uid: 65_534, gid: 65_534 }
const currentUser: PostgresUser = { prefix: [], ids: {} }
// A user namespace shows root's files as a plain user's, so that folders below /root work too.
const userNamespace: PostgresUser = {
  prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'],
  ids: {},
}

/**
 * Chooses the account for the server on `cluster` below `folder`. Root never runs it: it switches to the owner of
 * existing data, else enters a user namespace. Failing both, it switches to the user nobody and changes the
 * folder's owner. Throws a one-sentence error if all of that fails.
 */
export async function choosePostgresUser(options: {
  program: string
  folder: string
  cluster: string
}): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return currentUser
  const owner = await stat(options.cluster).catch(() => null)
  if (owner !== null && owner.uid !== 0) {
    return switchToUser({ uid: owner.uid, gid: owner.gid }, options)
  }
  if (await canRunAs(userNamespace, options)) return userNamespace
  return switchToUser(nobodyIds, options)
}

/** The command and arguments that run `program` as this account; pass `account.ids` to child_process as well. */
export function commandAsUser(account: PostgresUser, program: string, args: string[]): [string, string[]] {
  const [first, ...others] = account.prefix
  return first === undefined ? [program, args] : [first, [...others, program, ...args]]
}

async function switchToUser(
  ids: { uid: number; gid: number },
  options: { program: string; folder: string },
): Promise<PostgresUser> {
  const account: PostgresUser = { prefix: [], ids }
  await chownRecursive(options.folder, ids)
  if (await canRunAs(account, options)) return account
  throw new Error(
    `PostgreSQL refuses to run as root, and user ${ids.uid} can't reach ${options.folder} or ${options.program}: ` +
      'start the app as an ordinary user, choose a DATA_DIR that all users can enter, ' +
      'or set DATABASE_URL to a PostgreSQL server.',
  )
}

async function canRunAs(
  account: PostgresUser,
  options: { program: string; folder: string },
): Promise<boolean> {
  // `cwd` would prove nothing, as it is entered before the user changes.
  const script = 'cd "$1" && exec "$2" --version'
  const [command, args] = commandAsUser(account, '/bin/sh', [
    '-c',
    script,
    'sh',
    options.folder,
    options.program,
  ])
  try {
    await run(command, args, { ...account.ids, cwd: '/' })
    return true
  } catch {
    return false
  }
}

async function chownRecursive(folder: string, ids: { uid: number; gid: number }): Promise<void> {
  await chown(folder, ids.uid, ids.gid)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(path.join(entry.parentPath, entry.name), ids.uid, ids.gid)
  }
}
