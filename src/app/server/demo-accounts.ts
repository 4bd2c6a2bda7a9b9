// The password of the demo accounts: chosen, or made once and kept in a file that only its owner reads (OPS-15).
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { demoAccounts } from './demo-content.ts'

const fileName = 'demo-accounts.txt'

/** Where the demo accounts are written down. */
export function demoAccountsFile(dataDir: string): string {
  return join(dataDir, fileName)
}

/** The password for the demo accounts, written down with them. */
export function ensureDemoPassword({
  dataDir,
  demoPassword: chosen,
}: Pick<Config, 'dataDir' | 'demoPassword'>): string {
  const file = demoAccountsFile(dataDir)
  const kept = existsSync(file) ? /^password: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  const password = chosen ?? kept ?? randomBytes(9).toString('base64url')
  if (password === kept) return password
  const lines = ['The demo accounts of this Stillwater.', '', `password: ${password}`, '']
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, [...lines, ...demoAccounts.map(({ email }) => email), ''].join('\n'), { mode: 0o600 })
  return password
}
