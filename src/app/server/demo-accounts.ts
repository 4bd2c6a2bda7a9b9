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

/** Returns the password of the demo accounts, and writes it to their file. */
export function ensureDemoPassword({
  dataDir,
  demoPassword: configured,
}: Pick<Config, 'dataDir' | 'demoPassword'>): string {
  const file = demoAccountsFile(dataDir)
  const saved = existsSync(file) ? /^password: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  const password = configured ?? saved ?? randomBytes(9).toString('base64url')
  if (password === saved) return password
  const lines = ['The demo accounts of this Stillwater.', '', `password: ${password}`, '']
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, [...lines, ...demoAccounts.map(({ email }) => email), ''].join('\n'), { mode: 0o600 })
  return password
}
