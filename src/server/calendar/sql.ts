// SQL of the calendar: the eras of the community's zone.
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
