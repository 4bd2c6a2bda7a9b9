// What other features ask of the chat inside their own transactions.
import type { Bus } from '#server/bus.ts'
import type { Executor } from '#server/db.ts'
import { resyncOnUnknownCommit } from './uncertain-commit.ts'
import { deleteMemberLikes, deleteMemberMessages, type MessageOfDay } from './sql-erasure.ts'
import { exportLikes, exportMessages } from './sql-export.ts'

/** What rooms that are open have to hear of a member who was taken out. */
export interface ErasedChat {
  messages: readonly MessageOfDay[]
  liked: readonly MessageOfDay[]
}

/** Removes what a member has said and liked (USR-15); `since` is the first day whose room may be open. */
export async function eraseChat(tx: Executor, userId: number, since: string): Promise<ErasedChat> {
  const messages = await deleteMemberMessages(tx, userId, since)
  return { messages, liked: await deleteMemberLikes(tx, userId, since) }
}

/** Tells the rooms of it, once it is committed. */
export async function publishErasedChat(bus: Bus, { messages, liked }: ErasedChat): Promise<void> {
  for (const { id, sessionDate } of messages) {
    await bus.publish(`room:${sessionDate}`, { type: 'message-deleted', messageId: id })
  }
  for (const { id, sessionDate } of liked) {
    await bus.publish(`room:${sessionDate}`, { type: 'likes-changed', messageId: id })
  }
}

/** Takes members out of the chat by `write`; when it isn't known whether that came to be, rooms look for themselves. */
export function resyncChatOnUnknownCommit<Value>(bus: Bus, write: () => Promise<Value>): Promise<Value> {
  return resyncOnUnknownCommit(bus, write)
}

/** What a member has said and liked, for themselves (PROF-22); the newest `max` of each. */
export async function exportChatData(tx: Executor, userId: number, max: number) {
  return { messages: await exportMessages(tx, userId, max), likes: await exportLikes(tx, userId, max) }
}
