// SQL of moderation messages: what members are told in private.
import type { Executor } from '#server/db/database.ts'
import { reasonText } from '#shared/decision-reasons.ts'
import type { ModerationMessage } from '../../member-contract.ts'

interface NewMessages {
  userIds: readonly number[]
  kind: ModerationMessage['kind']
  caseId: number
  now: Date
}

export async function insertModerationMessages(
  tx: Executor,
  { userIds, kind, caseId, now }: NewMessages,
): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .insertInto('moderation_messages')
    .values(userIds.map((userId) => ({ userId, kind, caseId, createdAt: now })))
    .execute()
}

const messagesMax = 100

/** A member's messages, newest first; without kind words that were undone. */
export async function listModerationMessages(db: Executor, userId: number): Promise<ModerationMessage[]> {
  const rows = await db
    .selectFrom('moderation_messages as told')
    .innerJoin('moderation_cases as decided', 'decided.id', 'told.caseId')
    .leftJoin('chat_mutes as mute', 'mute.caseId', 'decided.id')
    .select([
      'told.id',
      'told.kind',
      'told.createdAt',
      'told.seenAt',
      'decided.textThen',
      'decided.reason',
      'decided.sentence',
      'mute.untilAt',
    ])
    .where('told.userId', '=', userId)
    .where(({ or, eb }) => or([eb('told.kind', '<>', 'supported'), eb('decided.undoneAt', 'is', null)]))
    .orderBy('told.id', 'desc')
    .limit(messagesMax)
    .execute()
  return rows.map(({ id, kind, createdAt, seenAt, textThen, reason, sentence, untilAt }) => {
    // Reporters are thanked, not told what was done (MOD-07).
    const isThanks = kind === 'thanked'
    return {
      id,
      kind,
      // Kind words don't hold up what was said.
      text: isThanks || kind === 'supported' ? '' : textThen,
      reason: isThanks || reason === null ? null : reasonText(reason),
      sentence: isThanks ? '' : sentence,
      untilAt: kind === 'muted' ? untilAt : null,
      createdAt,
      isSeen: seenAt !== null,
    }
  })
}

/** Marks a member's own message as seen; returns whether there is one. */
export async function markSeen(
  db: Executor,
  { id, userId, now }: { id: number; userId: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('moderation_messages')
    .set(({ fn, val }) => ({ seenAt: fn.coalesce('seenAt', val(now)) }))
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes what an erased member was told. */
export async function deleteModerationMessagesOf(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('moderation_messages').where('userId', '=', userId).execute()
}
