// Times of the newest backup and of its copy on another machine: empty files in DATA_DIR, read by metrics and doctor.
import { stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `copied` is touched by the operator's own copy job. */
const fileNames = { written: 'last-backup', copied: 'last-backup-copy' } as const

export type BackupMark = keyof typeof fileNames

/** When a backup was last written, or copied away, in epoch milliseconds; null if unknown. */
export async function readBackupMark(dataDir: string, mark: BackupMark): Promise<number | null> {
  return stat(join(dataDir, fileNames[mark])).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )
}

/** Records that a backup was written. Does nothing where DATA_DIR can't be written: the backup itself is complete. */
export async function recordBackup(dataDir: string, nowMs: number): Promise<void> {
  const file = join(dataDir, fileNames.written)
  try {
    await writeFile(file, '', { mode: 0o600 })
    await utimes(file, nowMs / 1_000, nowMs / 1_000)
  } catch {
    // Backups of a remote DATABASE_URL need no DATA_DIR.
  }
}
