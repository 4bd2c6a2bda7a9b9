// Turnout service: how many sat, for other features.
import { satSecondsMin } from '#features/meditation/visit-time.ts'
import type { Executor } from '#server/db/database.ts'
import { publishedTurnout } from '../rules.ts'
import { turnoutsOfSittings } from './sql.ts'

/** How many sat, by sitting: of those that took place and are over. Null where the number isn't published (SCH-39). */
export async function publishedTurnoutsOf(
  db: Executor,
  sittingIds: readonly number[],
  { nowMs, isAdmin }: { nowMs: number; isAdmin: boolean },
): Promise<ReadonlyMap<number, number | null>> {
  const rows = await turnoutsOfSittings(db, { sittingIds, nowMs, satSecondsMin })
  return new Map(rows.map(({ sittingId, count }) => [sittingId, publishedTurnout(count, { isAdmin })]))
}
