// Parses the server's messages on the live channel.
import * as z from 'zod/mini'
import { serverMessageSchema, type ServerMessage } from '../contract.ts'

/** Returns null for unknown messages: a newer server may send types that this page doesn't know. */
export function parseServerMessage(data: string): ServerMessage | null {
  try {
    const result = z.safeParse(serverMessageSchema, JSON.parse(data))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** Whether a message accepts or rejects the latest join request. */
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

/** Whether a message is about a room: until the next join is accepted, that is the previous room. */
export function isRoomMessage({ type }: ServerMessage): boolean {
  return roomMessageTypes.has(type)
}
