// SQL of mutes: each belongs to the case that decided it.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { reasonText, type DecisionReason } from '#shared/decision-reasons.ts'
import type { Mute } from '../../member-contract.ts'

/** Mutes a member from now on, by the database's clock; returns the end. */
export async function insertMute(
  tx: Executor,
  { userId, caseId, minutes }: { userId: number; caseId: number; minutes: number },
): Promise<string> {
  const { untilAt } = await tx
    .insertInto('chat_mutes')
    .values({
      userId,
      caseId,
      untilAt: sql`date_trunc('milliseconds', clock_timestamp()) + make_interval(mins => ${minutes})`,
    })
    .returning('untilAt')
    .executeTakeFirstOrThrow()
  return untilAt
}

/** Ends the mute of a case, if it is in force; returns whether it was. */
export async function liftMuteOfCase(tx: Executor, caseId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chat_mutes')
    .set({ liftedAt: sql`clock_timestamp()` })
    .where('caseId', '=', caseId)
    .where('liftedAt', 'is', null)
    .where('untilAt', '>', sql<string>`clock_timestamp()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The cases of a member's mutes in force. */
export async function listCasesOfMutes(tx: Executor, userId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('chat_mutes')
    .select('caseId')
    .where('userId', '=', userId)
    .where('liftedAt', 'is', null)
    .where('untilAt', '>', sql<string>`clock_timestamp()`)
    .execute()
  return rows.map(({ caseId }) => caseId)
}

/** A member's mute in force that ends last; null without one. */
export async function findMute(db: Executor, userId: number): Promise<Mute | null> {
  const row = await db
    .selectFrom('chat_mutes')
    .innerJoin('moderation_cases', 'moderation_cases.id', 'chat_mutes.caseId')
    .select(['untilAt', 'reason'])
    .where('chat_mutes.userId', '=', userId)
    .where('liftedAt', 'is', null)
    .where('untilAt', '>', sql<string>`clock_timestamp()`)
    .orderBy('untilAt', 'desc')
    .executeTakeFirst()
  if (!row) return null
  const reason: DecisionReason | null = row.reason
  return { untilAt: row.untilAt, reason: reason ? reasonText(reason) : '' }
}

/** Deletes the mutes of an erased member. */
export async function deleteMutesOf(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('chat_mutes').where('userId', '=', userId).execute()
}
