// Preflight checks: the server doesn't start if it could lose or miscount data.
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { databaseState, missingIndexes, unsafeSettings } from '#server/db/sql.ts'

/** Throws if this Node lacks time zone data. */
export function assertTimeZoneData(): void {
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Asia/Kathmandu',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date('2026-01-01T12:00:00Z'))
  if (time !== '17:45') throw new Error('This Node lacks time zone data: install a Node with full ICU.')
}

/** The problem and remedy for a database with this encoding, as a sentence; null for UTF-8. */
export function encodingProblem(encoding: string): string | null {
  if (encoding === 'UTF8') return null
  return (
    `The database's encoding is ${encoding}, which can't store every name and message; Stillwater needs UTF8. ` +
    "Create a new database: create database stillwater encoding 'UTF8' template template0."
  )
}

/** Throws if the database's encoding isn't UTF-8. */
export async function checkEncoding({ query }: Database): Promise<void> {
  const problem = encodingProblem((await databaseState(query)).encoding)
  if (problem !== null) throw new Error(problem)
}

/** The problem and remedy if the role may not create tables, as a sentence; null for any other error. */
export function permissionProblem(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '42501') return null
  return (
    `The role in DATABASE_URL lacks permission to set up the database (${error.message}). ` +
    'Make it the owner: alter database NAME owner to ROLE.'
  )
}

/**
 * Checks that commits are durable: without fsync or synchronous_commit the database may lose them. In production
 * this stops the start, elsewhere it is logged.
 */
export async function checkDurabilitySettings(
  { query }: Database,
  { production }: Pick<Config, 'production'>,
  log: (line: string) => void,
): Promise<void> {
  const unsafe = await unsafeSettings(query)
  if (unsafe.length === 0) return
  const message = `The database has ${unsafe.join(' and ')} off and may lose committed data: turn that on.`
  if (production) throw new Error(message)
  log(`Warning: ${message}`)
}

/** Throws if a unique index is missing or invalid. */
export async function checkIndexes({ query }: Database): Promise<void> {
  const missing = await missingIndexes(query, uniqueIndexes)
  if (missing.length > 0) {
    throw new Error(`The database lacks valid unique indexes: ${missing.join(', ')}. Restore a backup.`)
  }
}

/** The indexes that invariants depend on. */
const uniqueIndexes = [
  'chat_messages_once_per_send',
  'ip_bans_one_per_address',
  'meditation_sessions_one_open',
  'message_likes_once',
  'quantum_love_once_per_event',
  'referrals_no_cycle',
  'referrals_one_live',
  'schedules_one_active_a_day',
  'users_email_unique',
  'users_firebaseUid_unique',
] as const
