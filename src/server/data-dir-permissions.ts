// DATA_DIR holds diaries, mails and secrets: nobody else on the machine shall even list it.
import { chmodSync, statSync } from 'node:fs'

const otherUsersMask = 0o077
const stickyBit = 0o1000

/**
 * Takes DATA_DIR away from other users of the machine (0700). One that isn't there, that belongs to somebody else, or
 * that is everybody's on purpose, like /tmp, stays as it is.
 */
export function restrictToOwner(dataDir: string): void {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return
  if ((found.mode & stickyBit) !== 0 || (found.mode & otherUsersMask) === 0) return
  chmodSync(dataDir, 0o700)
}
