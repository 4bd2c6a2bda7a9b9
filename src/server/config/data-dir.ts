// DATA_DIR: it holds diaries, mails and secrets, so other users of the machine may not list it.
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'
import { configError } from './error.ts'

const otherUsersMask = 0o077
const stickyBit = 0o1000

/**
 * Restricts DATA_DIR to its owner (0700). A missing folder, another user's, or a shared one like /tmp stays as it
 * is. Throws a ConfigError if it isn't a folder that the server can read.
 */
export function restrictToOwner(dataDir: string): void {
  const found = statReadable(dataDir)
  if (found?.isDirectory() === false)
    throw configError('DATA_DIR', `must be a folder, but ${dataDir} is a file.`)
  if (!found || found.uid !== process.getuid?.()) return
  if ((found.mode & stickyBit) !== 0 || (found.mode & otherUsersMask) === 0) return
  chmodSync(dataDir, 0o700)
}

function statReadable(dataDir: string): Stats | undefined {
  try {
    const found = statSync(dataDir, { throwIfNoEntry: false })
    if (found?.isDirectory()) accessSync(dataDir, constants.R_OK | constants.X_OK)
    return found
  } catch (error) {
    throw configError(
      'DATA_DIR',
      `can't be read (${error instanceof Error ? error.message : String(error)}). Choose another folder, or make the server's user its owner.`,
    )
  }
}

/** The session secret in DATA_DIR, generated at the first call. */
export function readSessionSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    const secret = randomBytes(32).toString('hex')
    try {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      throw configError(
        'DATA_DIR',
        `can't be written (${error instanceof Error ? error.message : String(error)}).`,
      )
    }
    return secret
  }
}
