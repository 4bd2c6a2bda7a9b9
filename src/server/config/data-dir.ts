// DATA_DIR: it holds diaries, mails and secrets, so other users of the machine may not list it.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configError } from './error.ts'

const otherUsersMask = 0o077
const stickyBit = 0o1000

/**
 * Restricts DATA_DIR to its owner (0700). A missing folder, another user's, or a shared one like /tmp stays as it
 * is.
 */
export function restrictToOwner(dataDir: string): void {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return
  if ((found.mode & stickyBit) !== 0 || (found.mode & otherUsersMask) === 0) return
  chmodSync(dataDir, 0o700)
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
