// Writing limits: a mute, and slow mode's wait between two messages of a member; the server judges both.
import { timestampToMs } from '#shared/day.ts'
import type { ChatMessage } from './contract.ts'

/** A mute of the member, in force until its end (MOD-10). */
export interface OwnMute {
  /** Epoch milliseconds by the server's clock. */
  readonly untilMs: number
  /** In the member's language; empty without one. */
  readonly reason: string
}

/** The page's clock and the database's differ by less. */
const clockMarginMs = 250

/**
 * When slow mode allows a member their next message, in epoch milliseconds by the server's clock; 0 for now. `messages`
 * are the latest of the room, in their order.
 */
export function slowUntilMs(
  messages: readonly Pick<ChatMessage, 'user' | 'timestamp'>[],
  { slowSeconds, userId }: { slowSeconds: number; userId: number },
): number {
  const newest = slowSeconds > 0 && messages.findLast(({ user }) => user.id === userId)
  return newest ? timestampToMs(newest.timestamp) + slowSeconds * 1_000 + clockMarginMs : 0
}
