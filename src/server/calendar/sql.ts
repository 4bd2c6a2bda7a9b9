// SQL of the calendar: the eras of the community's zone, and which zones PostgreSQL knows.
import { sql } from 'kysely'
import { firstEraDay, type ZoneEras } from '#shared/day.ts'
import type { Executor } from '../db/database.ts'

/** The eras in the order of their days. */
export async function listZoneEras(db: Executor): Promise<ZoneEras> {
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

const selectFirstEra = (tx: Executor) =>
  tx.selectFrom('community_zones').select('zone').where('fromDay', '=', firstEraDay)

/** Keeps changes of the zone waiting until the transaction ends. */
export async function lockFirstEraForShare(tx: Executor): Promise<void> {
  await selectFirstEra(tx).forShare().execute()
}

/** Locks the eras against changes and against writers of sittings until the transaction ends. */
export async function lockZoneErasForUpdate(tx: Executor): Promise<ZoneEras> {
  await selectFirstEra(tx).forUpdate().execute()
  return listZoneEras(tx)
}

/** Replaces the locked eras, and counts the change for calendars (CAL-02). */
export async function saveZoneEras(tx: Executor, eras: ZoneEras, chosenAt: Date): Promise<void> {
  const [first, ...later] = eras
  await tx
    .deleteFrom('community_zones')
    .where(
      'fromDay',
      'not in',
      eras.map(({ fromDay }) => fromDay),
    )
    .execute()
  await tx
    .updateTable('community_zones')
    .set({ zone: first.zone, chosenAt })
    .where('fromDay', '=', first.fromDay)
    .where('zone', '<>', first.zone)
    .execute()
  await tx
    .updateTable('community_zones')
    .set((row) => ({ changes: row('changes', '+', 1), changedAt: chosenAt }))
    .where('fromDay', '=', first.fromDay)
    .execute()
  if (later.length === 0) return
  await tx
    .insertInto('community_zones')
    .values(later.map((era) => ({ ...era, chosenAt })))
    .onConflict((conflict) =>
      conflict
        .column('fromDay')
        .doUpdateSet(({ ref }) => ({ zone: ref('excluded.zone'), chosenAt: ref('excluded.chosenAt') }))
        .whereRef('community_zones.zone', '<>', 'excluded.zone'),
    )
    .execute()
}

/** Whether an administrator or TIME_ZONE ever chose the zone. */
export async function isZoneChosen(db: Executor): Promise<boolean> {
  const row = await db
    .selectFrom('community_zones')
    .select('zone')
    .where((where) => where.or([where('fromDay', '<>', firstEraDay), where('chosenAt', 'is not', null)]))
    .executeTakeFirst()
  return row !== undefined
}
