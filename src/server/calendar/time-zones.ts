// Time zones that statements can use: those that PostgreSQL knows, too.
import { timeZoneMessage } from '#shared/time-zone.ts'
import { fieldError } from '../app-error.ts'
import type { Executor } from '../db/database.ts'
import { isZoneOfDatabase } from './sql.ts'

/** Throws `invalid` beside the field unless PostgreSQL knows the zone; its time zone data may be older than Node's. */
export async function assertZoneOfDatabase(db: Executor, zone: string, path: string): Promise<void> {
  if (await isZoneOfDatabase(db, zone)) return
  throw fieldError(path, timeZoneMessage())
}
