// Room feature: how a feature adds its messages to the rooms of the live channel.
import type { RoomMessageSpecs } from '#shared/live/message-specs.ts'
import type { RoomKey } from '#shared/live/room-key.ts'
import type { Persona } from '#shared/roles.ts'
import type { User } from '../context.ts'

/** The limits of a room for a message. */
export interface Admission {
  /** When the room closes, in epoch milliseconds by the wall clock: it takes no messages after that. */
  readonly openUntilMs: number
  /** When its paused chat opens again, in epoch milliseconds; null while it is open. */
  readonly pausedUntilMs: number | null
}

/** The sender of a message, and the room they are in. */
export interface Sender {
  user: User
  persona: Persona
  room: RoomKey
  /** When the message arrived, by the room clock. */
  receivedAtMs: number
  /** The room's limits for this message. */
  admission(): Promise<Admission>
}

/** A message to clients, as its feature declares it. */
export interface OutgoingMessage {
  readonly type: string
}

/** A feature's part of the rooms. Types of messages are unique among the features. */
export interface RoomFeature {
  /** Its first frame accepts a join, so clients get it before those of the others. One feature of a channel has it. */
  readonly acceptsJoin?: true
  /** The messages that clients in a room may send, by type. */
  readonly clientMessages: RoomMessageSpecs
  /**
   * Handles each of these messages, parsed by its schema. Returns the reply to the sender, or null. A handler rejects
   * a message by throwing an `AppError`: `banned` closes the sender's sockets, any other becomes an error event.
   */
  readonly handlers: Readonly<
    Record<string, (sender: Sender, message: never) => Promise<OutgoingMessage | null>>
  >
  /** Opens a room on this node, at its first join. The extension subscribes to the feature's own bus events. */
  openRoom(room: RoomAccess): RoomExtension
}

/** Who joins a room. */
export interface JoiningMember {
  readonly userId: number
  readonly mayModerate: boolean
}

/** An extension's access to its room. */
export interface RoomAccess {
  readonly key: RoomKey
  /** The frame of a message: encoded once, it can be sent to many clients. */
  encode(message: OutgoingMessage): Buffer
  /** Sends a frame to every connection in the room, in call order. */
  broadcast(frame: Buffer): void
  /** Sends a message to the sockets of the moderators in the room. */
  sendToModerators(message: OutgoingMessage): void
  /** Sends a message to all sockets of one member in the room. */
  sendTo(userId: number, message: OutgoingMessage): void
}

/**
 * A feature's part of one open room on this node, from the first join until the last connection has left. A room has
 * one extension of each feature; they don't know each other.
 */
export interface RoomExtension {
  /**
   * A client joins. Resolves once its first frames are read. The room then calls the resulting function exactly
   * once, in the same turn in which the client becomes one of its connections. The function returns the frames:
   * what was read, then everything the extension has broadcast since `onJoin` was called. So the client misses
   * nothing, whichever feature takes longest. If any extension rejects, the client joins nothing.
   */
  onJoin(member: JoiningMember): Promise<() => readonly Buffer[]>
  /**
   * Events may have been missed, or a write whose outcome is unknown may have been committed. The extension reads
   * what its clients may lack, and broadcasts it.
   */
  onGap(): void
  /** The room is closed: the extension unsubscribes, cancels its timers, and sends nothing more. */
  close(): void
}
