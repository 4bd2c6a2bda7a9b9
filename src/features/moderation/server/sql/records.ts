// SQL of a member's record: what they said, moderators' notes, and what was said around a message.
import type { Executor } from '#server/db/database.ts'
import { shownMemberName } from '#shared/former-member.ts'
import type { ModerationRecord, SpokenMessage } from '../../cases-contract.ts'

const messagesMax = 100

/** What a member said from a day on, newest first. */
export async function listMessagesOf(db: Executor, userId: number, from: string): Promise<SpokenMessage[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .select(['id', 'message as text', 'timestamp as sentAt', 'deletedAt'])
    .where('userId', '=', userId)
    .where('sessionDate', '>=', from)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(messagesMax)
    .execute()
  return rows.map(({ deletedAt, ...spoken }) => ({ ...spoken, isDeleted: deletedAt !== null }))
}

const aroundMax = 5

/** The messages of a message's room before it or after it, oldest first. */
export async function listMessagesAround(db: Executor, messageId: number, side: 'before' | 'after') {
  const rows = await db
    .selectFrom('chat_messages as chat')
    .innerJoin('chat_messages as origin', 'origin.sessionDate', 'chat.sessionDate')
    .innerJoin('users as author', 'author.id', 'chat.userId')
    .select(['chat.id', 'chat.message as text', 'chat.timestamp as sentAt', 'chat.deletedAt'])
    .select(['author.id as authorId', 'author.name'])
    .where('origin.id', '=', messageId)
    .where('chat.heldAt', 'is', null)
    .whereRef('chat.id', side === 'before' ? '<' : '>', 'origin.id')
    .orderBy('chat.id', side === 'before' ? 'desc' : 'asc')
    .limit(aroundMax)
    .execute()
  const messages = rows.map(({ deletedAt, authorId, name, ...spoken }) => ({
    ...spoken,
    isDeleted: deletedAt !== null,
    by: { id: authorId, name: shownMemberName(name) },
  }))
  return side === 'before' ? messages.toReversed() : messages
}

const notesMax = 100

export async function listNotes(db: Executor, userId: number): Promise<ModerationRecord['notes']> {
  const rows = await db
    .selectFrom('moderator_notes as note')
    .leftJoin('users as author', 'author.id', 'note.byId')
    .select(['note.id', 'note.text', 'note.createdAt', 'author.id as byId', 'author.name'])
    .where('note.userId', '=', userId)
    .orderBy('note.id', 'desc')
    .limit(notesMax)
    .execute()
  return rows.map(({ byId, name, ...note }) => ({
    ...note,
    by: byId === null || name === null ? null : { id: byId, name: shownMemberName(name) },
  }))
}

export async function insertNote(
  tx: Executor,
  note: { userId: number; byId: number; text: string; createdAt: Date },
): Promise<void> {
  await tx.insertInto('moderator_notes').values(note).execute()
}

/** Who a record is about; null for an erased account. */
export async function findPerson(db: Executor, userId: number): Promise<ModerationRecord['member'] | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'profilePicture'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Those of the members whose account is older. */
export async function listOldMembers(
  db: Executor,
  userIds: readonly number[],
  createdBefore: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('createdAt', '<=', createdBefore)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the notes about an erased member; those by them stay, without their name. */
export async function eraseNotesOf(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('moderator_notes').where('userId', '=', userId).execute()
  await tx.updateTable('moderator_notes').set({ byId: null }).where('byId', '=', userId).execute()
}
