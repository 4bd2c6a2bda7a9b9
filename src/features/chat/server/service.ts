// Chat service: erasure inside other features' transactions, and the resync after an unknown commit.
import { recordActivity } from '#features/activity/server/service.ts'
import type { Bus } from '#server/bus/bus.ts'
import { updateSlowSeconds } from '#server/community/sql.ts'
import type { Platform } from '#server/context.ts'
import { type Executor, isCommitUncertain } from '#server/db/database.ts'
import { busEvents } from '#shared/bus-events.ts'
import { slowModeActivities } from '../activities.ts'
import { roomEvents, slowModeEvents } from './room/room-events.ts'
import { deleteMemberLikes } from './sql/likes.ts'
import { deleteMemberMessages, deleteMessagesOfDays, type MessageOfDay } from './sql/messages.ts'

/** The changes that open rooms must receive after a member's chat data was erased. */
export interface ErasedChat {
  messages: readonly MessageOfDay[]
  liked: readonly MessageOfDay[]
}

/** Deletes a member's messages and likes (USR-15); `since` is the first day whose room may still be open. */
export async function eraseChat(tx: Executor, userId: number, since: string): Promise<ErasedChat> {
  const messages = await deleteMemberMessages(tx, userId, since)
  return { messages, liked: await deleteMemberLikes(tx, userId, since) }
}

/** Publishes the erasure to the rooms; call it after the commit. */
export async function publishErasedChat(bus: Bus, { messages, liked }: ErasedChat): Promise<void> {
  for (const { id, sessionDate } of messages) {
    await bus.publish(roomEvents(sessionDate), { type: 'message-deleted', messageId: id })
  }
  for (const { id, sessionDate } of liked) {
    await bus.publish(roomEvents(sessionDate), { type: 'likes-changed', messageId: id })
  }
}

/** The messages that a member wrote today or in the room of the moment, which a ban may delete (CHAT-22). */
export function createMessagesOfToday(
  { calendar }: Pick<Platform, 'calendar'>,
  roomDay: () => Promise<string>,
) {
  return {
    days: async () => [...new Set([calendar.today(), await roomDay()])],
    delete: deleteMessagesOfDays,
    publishDeleted: (bus: Bus, messages: readonly MessageOfDay[]) =>
      publishErasedChat(bus, { messages, liked: [] }),
    resyncOnUnknownCommit,
  }
}

/** Runs `write`; when its response is lost, asks all nodes to reload what their rooms show. */
export async function resyncOnUnknownCommit<Value>(bus: Bus, write: () => Promise<Value>): Promise<Value> {
  try {
    return await write()
  } catch (error) {
    if (isCommitUncertain(error)) await bus.publish(busEvents.rooms, { type: 'in-doubt' })
    throw error
  }
}

export { deleteMessage, restoreMessage, setFolded } from './sql/messages.ts'

/** Sets the slow mode of all rooms, with its entry of the activity log; nothing happens if it is so already. */
export async function saveSlowSeconds(
  tx: Executor,
  { slowSeconds, actorId, now }: { slowSeconds: number; actorId: number; now: Date },
): Promise<void> {
  const before = await updateSlowSeconds(tx, slowSeconds)
  if (before === slowSeconds) return
  await recordActivity(tx, {
    actorId,
    kind: slowModeActivities.change,
    before: { slowSeconds: before },
    after: { slowSeconds },
    createdAt: now,
  })
}

/** Tells all rooms; call it after the commit. */
export function publishSlowMode(bus: Bus): Promise<void> {
  return bus.publish(slowModeEvents, { type: 'changed' })
}
