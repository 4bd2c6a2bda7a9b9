// The demo accounts' password: configured, or generated once and stored in a file only its owner can read (OPS-15).
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { demoAccounts } from './demo-content.ts'

const fileName = 'demo-accounts.txt'

/** The file that lists the demo accounts. */
export function demoAccountsFile(dataDir: string): string {
  return join(dataDir, fileName)
}

type Settings = Pick<Config, 'dataDir' | 'demoPassword'>

/**
 * Returns the password for new demo accounts, and writes it to their file. Call it only when they are created: later
 * starts change no password.
 */
export function createDemoPassword({ dataDir, demoPassword: configured }: Settings): string {
  const saved = readDemoPassword({ dataDir })
  const password = configured ?? saved ?? randomBytes(9).toString('base64url')
  if (password === saved) return password
  const lines = ['The demo accounts of this Stillwater.', '', `password: ${password}`, '']
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(
    demoAccountsFile(dataDir),
    [...lines, ...demoAccounts.map(({ email }) => email), ''].join('\n'),
    {
      mode: 0o600,
    },
  )
  return password
}

/** The password with which the demo accounts were created; null without a file. */
export function readDemoPassword({ dataDir }: Pick<Settings, 'dataDir'>): string | null {
  const file = demoAccountsFile(dataDir)
  return (existsSync(file) && /^password: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1]) || null
}

/** The warning for a DEMO_PASSWORD other than that of the existing accounts; null if there is none. */
export function demoPasswordWarning({ dataDir, demoPassword }: Settings): string | null {
  const saved = readDemoPassword({ dataDir })
  if (demoPassword === null || saved === null || demoPassword === saved) return null
  return `Warning: DEMO_PASSWORD has no effect. The demo accounts were created with the password in ${demoAccountsFile(dataDir)}.`
}
