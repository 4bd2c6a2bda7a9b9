// Day rooms for a page: how it asks for the room of a day, and when it has lost it.
import { isMessageOf } from '#shared/live/message-specs.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import type { RoomRequest } from '#web/live/live-socket.ts'
import { roomsServerMessages, type JoinMessage } from '../contract.ts'

/** The request for a day's room. */
export function dayRoom(day: string, userId: number): RoomRequest {
  const joinMessage: JoinMessage = { type: 'join-session', userId, sessionDate: day }
  return { key: roomOfDay(day), joinMessage }
}

/** Whether a message says that the room of an earlier day has closed (LIVE-18). */
export function movesOut(message: { readonly type: string }): boolean {
  return isMessageOf(roomsServerMessages, message) && message.roomClosed
}
