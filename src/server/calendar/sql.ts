// SQL of the calendar: the eras of the community's zone, and which zones PostgreSQL knows.
import { sql } from 'kysely'
import type { ZoneEra } from '#shared/day.ts'
import type { Executor } from '../db/database.ts'

/** The eras in the order of their days; the first one is inserted by its migration. */
export async function listZoneEras(db: Executor): Promise<readonly [ZoneEra, ...ZoneEra[]]> {
  const [first, ...later] = await db
    .selectFrom('community_zones')
    .select(['fromDay', 'zone'])
    .orderBy('fromDay')
    .execute()
  if (!first) throw new Error('The table community_zones is empty. Restore a backup.')
  return [first, ...later]
}

/** Whether PostgreSQL has the zone's data. */
export async function isZoneOfDatabase(db: Executor, zone: string): Promise<boolean> {
  const known = sql<boolean>`exists (select from pg_timezone_names where name = ${zone})`
  return (await db.selectNoFrom(known.as('isKnown')).executeTakeFirstOrThrow()).isKnown
}
