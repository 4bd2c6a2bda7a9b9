// SQL of who holds a sitting: parts of statements that judge it as they store or read (TEACH-03).
import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp } from '#shared/day.ts'

/** Whether a moderator has muted someone in the chat (MOD-11), by the database's clock. */
const isMutedNow = (userId: Expression<unknown>) => sql<boolean>`exists (
  select from chat_mutes
  where chat_mutes."userId" = ${userId} and "liftedAt" is null and "untilAt" > clock_timestamp()
)`

/** The member who holds a sitting and may use its powers: one who is muted has none. Null while no one does. */
export function holderOfSitting(sittingId: Expression<number>): RawBuilder<number | null> {
  return sql<number | null>`(
    select "hostId" from sittings held join schedules on schedules.id = held."scheduleId"
    where held.id = ${sittingId} and not ${isMutedNow(sql.ref('hostId'))}
  )`
}

/** The same, by the sitting's id. */
export async function findHolder(db: Executor, sittingId: number): Promise<number | null> {
  const { rows } = await sql<{ holder: number | null }>`
    select ${holderOfSitting(sql.val(sittingId))} as holder`.execute(db)
  return rows[0]?.holder ?? null
}

/** Whether a member holds the sitting of a room whose quiet ends at a moment, in epoch milliseconds of the room clock. */
export function holdsQuiet(
  userId: Expression<unknown>,
  { day, untilMs }: { day: string; untilMs: number },
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from sittings resting join schedules on schedules.id = resting."scheduleId"
    where resting."roomDay" = ${day}::date and resting."sharingAt" = ${msToTimestamp(untilMs)}::timestamptz
      and resting."cancelledAt" is null and "hostId" = ${userId}
  )`
}

/** Whether someone is muted now. */
export async function isMuted(db: Executor, userId: number): Promise<boolean> {
  const { rows } = await sql<{ isMuted: boolean }>`
    select ${isMutedNow(sql.val(userId))} as "isMuted"`.execute(db)
  return rows[0]?.isMuted ?? false
}
