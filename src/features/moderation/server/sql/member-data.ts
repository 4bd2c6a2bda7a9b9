// SQL of a member's export from moderation.
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
