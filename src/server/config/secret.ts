// The session secret: SESSION_SECRET, or one generated into DATA_DIR.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configError } from './error.ts'

/** Throws a ConfigError for a secret short enough to guess. */
export function assertSecretLength(text: string | undefined): void {
  if (text !== undefined && text.length < 32)
    throw configError('SESSION_SECRET', 'must have at least 32 characters.')
}

/** SESSION_SECRET; without it the secret in DATA_DIR, generated at the first call. */
export function readSessionSecret(text: string | undefined, dataDir: string): string {
  if (text !== undefined) return text
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
