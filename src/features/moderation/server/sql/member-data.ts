// SQL of the export and the erasure of a member in moderation.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { reasonText } from '#shared/decision-reasons.ts'

/** What a member reported, newest first. */
export function exportReports(tx: Executor, userId: number, max: number) {
  return tx
    .selectFrom('message_reports')
    .select(['reason', 'note', 'createdAt'])
    .where('reporterId', '=', userId)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

/** What was decided about a member, newest first, without who decided it. */
export async function exportDecisions(tx: Executor, userId: number, max: number) {
  const rows = await tx
    .selectFrom('moderation_cases as decided')
    .leftJoin('chat_mutes as mute', 'mute.caseId', 'decided.id')
    .select(['decided.action', 'decided.reason', 'decided.sentence', 'decided.minutes'])
    .select(['decided.textThen as message', 'decided.decidedAt', 'decided.undoneAt'])
    .select(['mute.untilAt as mutedUntil', 'mute.liftedAt as muteLiftedAt'])
    .where('decided.userId', '=', userId)
    .where('decided.decidedAt', 'is not', null)
    .orderBy('decided.id', 'desc')
    .limit(max)
    .execute()
  return rows.map(({ reason, ...decision }) => ({ ...decision, reason: reason && reasonText(reason) }))
}

/** What a member was told, newest first. */
export function exportToldMessages(tx: Executor, userId: number, max: number) {
  return tx
    .selectFrom('moderation_messages')
    .select(['kind', 'createdAt', 'seenAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

/**
 * Erases a member: the kept text of what they said, what they wrote in reports, what they were told, and the notes about
 * them. Decisions stay, without their name; an open case about them is closed by its deletion (MOD-20).
 */
export async function eraseMember(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('moderation_messages').where('userId', '=', userId).execute()
  await tx.deleteFrom('chat_mutes').where('userId', '=', userId).execute()
  await tx.deleteFrom('moderator_notes').where('userId', '=', userId).execute()
  await tx.updateTable('moderator_notes').set({ byId: null }).where('byId', '=', userId).execute()
  await tx
    .updateTable('message_reports')
    .set({ reporterId: null, note: '' })
    .where('reporterId', '=', userId)
    .execute()
  await tx
    .deleteFrom('moderation_cases')
    .where('userId', '=', userId)
    .where('decidedAt', 'is', null)
    .execute()
  await tx
    .updateTable('moderation_cases')
    .set({ userId: null, textThen: '', sentence: '', changedAt: sql`clock_timestamp()` })
    .where('userId', '=', userId)
    .execute()
  await tx
    .updateTable('moderation_cases')
    .set({ claimedBy: null, claimedAt: null })
    .where('claimedBy', '=', userId)
    .execute()
}
