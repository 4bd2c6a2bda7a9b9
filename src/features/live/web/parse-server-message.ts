// What the server says over the channel, as a page reads it.
import * as z from 'zod/mini'
import { serverMessageSchema, type ServerMessage } from '../contract.ts'

/** A frame that this page doesn't know is left alone: a newer server may say more. */
export function parseServerMessage(data: string): ServerMessage | null {
  try {
    const result = z.safeParse(serverMessageSchema, JSON.parse(data))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** Whether it lets the page into the room that it asked for last, or refuses that. */
export function isJoinResponse(message: ServerMessage): boolean {
  if (message.type === 'initial-messages') return true
  return message.type === 'error' && message.code === 'bad_date' && message.clientMessageId === undefined
}

const roomMessageTypes: ReadonlySet<ServerMessage['type']> = new Set([
  'new-message',
  'message-deleted',
  'message-likes-updated',
  'own-like',
  'user-joined',
  'user-left',
  'online-count-updated',
])

/** Whether it tells what happens in a room: until another one has let the page in, that is the one before. */
export function isRoomMessage({ type }: ServerMessage): boolean {
  return roomMessageTypes.has(type)
}
