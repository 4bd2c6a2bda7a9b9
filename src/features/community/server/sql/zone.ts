// SQL for the choice of the zone: whether the community has been used.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** Whether any row of a member belongs to a day. */
export async function isCommunityUsed(db: Executor): Promise<boolean> {
  const isUsed = sql<boolean>`exists (select from meditation_sessions) or exists (select from chat_messages)
    or exists (select from mood_entries) or exists (select from help_requests)
    or exists (select from time_adjustments)`
  return (await db.selectNoFrom(isUsed.as('isUsed')).executeTakeFirstOrThrow()).isUsed
}
