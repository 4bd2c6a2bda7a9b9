// Permissions of DATA_DIR: it holds diaries, mails and secrets, so other users of the machine may not list it.
import { chmodSync, statSync } from 'node:fs'

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
