// Rooms policy: the rules of the rooms, which the live channel knows only by their keys.
import type { LiveErrorCode } from '#shared/live/live-errors.ts'
import type { ClientMessageSpec } from '#shared/live/message-specs.ts'
import type { RoomKey } from '#shared/live/room-key.ts'
import type { User } from '../context.ts'
import type { Admission, OutgoingMessage } from './room-feature.ts'

/** Whether a join message is accepted. `identity_mismatch` closes the socket. */
export type JoinVerdict = { readonly room: RoomKey } | { readonly error: LiveErrorCode }

export interface RoomsPolicy {
  /** The messages by which clients join a room, by type. */
  readonly joinMessages: Readonly<Record<string, ClientMessageSpec>>
  /** The room that a join message, parsed by its schema, asks for, if it is open. */
  roomOf(message: never, user: User): Promise<JoinVerdict>
  /** The limits of a room for a message that arrived at a moment by the room clock. */
  admission(room: RoomKey, receivedAtMs: number): Promise<Admission>
  /** Whether a user is a known member in a room, who may use its reserved rate (PULSE-15). */
  isKnownMember(room: RoomKey, userId: number): Promise<boolean>
  /** A connection has joined a room. */
  onJoined(room: RoomKey, send: (message: OutgoingMessage) => void): void
}
