// Message specs: how the messages of the live channel are declared, in both directions.
import * as z from 'zod/mini'
import type { Capability } from '#shared/roles.ts'

interface Rate {
  readonly perMinute: number
  readonly burst: number
}

/** Rate limits of a message that a feature adds, over all sockets of its sender. */
export interface MessageLimits {
  readonly perUser: Rate
  /** Members with this capability have twice the allowance. */
  readonly doubledFor: Capability
  /** Once a sender exceeds the limit, the server rejects this message from them for so long. */
  readonly floodPauseMs: number
  /**
   * Over all senders in a room. `reserved` is the share of it that only known members and those with `doubledFor` may
   * use, so that free accounts can't silence them.
   */
  readonly perRoom: Rate & { readonly reserved: number }
}

/** A message from the client: the capability it requires, and its schema. */
export interface ClientMessageSpec {
  readonly needs: Capability
  readonly schema: z.core.$ZodType<{ type: string }>
}

/** Messages that a feature adds; only members in a room may send them. */
export type RoomMessageSpecs = Readonly<
  Record<string, ClientMessageSpec & { readonly limits: MessageLimits }>
>

/**
 * A message from the server. `connection` messages may come at any time. `room` messages belong to the client's room,
 * and follow the `join` message, which accepts the join.
 */
export interface ServerMessageSpec {
  readonly scope: 'connection' | 'room' | 'join'
  readonly schema: z.ZodMiniType<{ type: string }>
}

/** Messages from the server, by type. The app joins those of all features. */
export type ServerMessageSpecs = Readonly<Record<string, ServerMessageSpec>>

/** The union of the messages that `specs` declare. */
export type MessageOf<Specs extends Readonly<Record<string, { readonly schema: z.core.$ZodType }>>> = z.infer<
  Specs[keyof Specs]['schema']
>

/** Whether a message is one of those that `specs` declare. */
export function isMessageOf<
  Specs extends Readonly<Record<string, { readonly schema: z.core.$ZodType<{ type: string }> }>>,
>(specs: Specs, message: { readonly type: string }): message is { readonly type: string } & MessageOf<Specs> {
  return Object.hasOwn(specs, message.type)
}

/** The client's idempotency key of a message. An error about the message repeats it. */
export const clientMessageIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))
