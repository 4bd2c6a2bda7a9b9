// SQL of halls.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { isNotBanned } from '#server/db/standing-ban.ts'
import { msToTimestamp, timestampToMs } from '#shared/day.ts'
import type { HallLink } from '../contract.ts'

interface NewHall {
  tokenHash: Buffer
  sittingId: number
  madeBy: number
  madeAtMs: number
}

/** Inserts a link; returns its id. */
export async function insertHall(tx: Executor, { madeAtMs, ...hall }: NewHall): Promise<number> {
  const { id } = await tx
    .insertInto('hall_links')
    .values({ ...hall, madeAt: msToTimestamp(madeAtMs) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The links of a sitting that aren't taken away, the first one first. */
export async function listHalls(db: Executor, sittingId: number): Promise<HallLink[]> {
  const rows = await db
    .selectFrom('hall_links')
    .select(['id', 'people', 'madeAt'])
    .where('sittingId', '=', sittingId)
    .where('revokedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ madeAt, ...row }) => ({ ...row, madeAt: timestampToMs(madeAt) }))
}

/** Saves how many people sit in a hall. */
export async function updatePeople(tx: Executor, id: number, people: number): Promise<void> {
  await tx.updateTable('hall_links').set({ people }).where('id', '=', id).execute()
}

/**
 * Takes a sitting's link away. Returns whether it did just now; null when the sitting has none with this id.
 */
export async function revokeLink(
  tx: Executor,
  { sittingId, hallId, nowMs }: { sittingId: number; hallId: number; nowMs: number },
): Promise<boolean | null> {
  const link = await tx
    .selectFrom('hall_links')
    .select('revokedAt')
    .where('id', '=', hallId)
    .where('sittingId', '=', sittingId)
    .forUpdate()
    .executeTakeFirst()
  if (!link) return null
  if (link.revokedAt !== null) return false
  await tx
    .updateTable('hall_links')
    .set({ revokedAt: msToTimestamp(nowMs) })
    .where('id', '=', hallId)
    .execute()
  return true
}

/** The sitting of a token, and when its link was made; null if it was taken away, or its maker is banned. */
export async function findLink(
  db: Executor,
  tokenHash: Buffer,
): Promise<{ sittingId: number; madeAtMs: number } | null> {
  const row = await db
    .selectFrom('hall_links')
    .innerJoin('users', 'users.id', 'hall_links.madeBy')
    .select(['sittingId', 'madeAt'])
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where('users.deletedAt', 'is', null)
    .where(isNotBanned())
    .executeTakeFirst()
  return row ? { sittingId: row.sittingId, madeAtMs: timestampToMs(row.madeAt) } : null
}

/** The halls of a sitting and the people in them. */
export interface HallCounts {
  halls: number
  people: number
}

/** Null for a sitting that never had a hall. */
export async function countHalls(db: Executor, sittingId: number): Promise<HallCounts | null> {
  const { rows } = await sql<HallCounts & { all: number }>`
    select count(*) as all, count(*) filter (where "revokedAt" is null) as halls,
      coalesce(sum(people) filter (where "revokedAt" is null), 0)::integer as people
    from hall_links where "sittingId" = ${sittingId}`.execute(db)
  const { all = 0, halls = 0, people = 0 } = rows[0] ?? {}
  return all === 0 ? null : { halls, people }
}

/** Deletes up to `max` links of sittings whose sharing ended before a moment; returns how many. */
export async function deletePastHalls(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from hall_links where id in (
      select hall_links.id from hall_links join sittings on sittings.id = "sittingId"
      where "endsAt" < ${before}::timestamptz limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
