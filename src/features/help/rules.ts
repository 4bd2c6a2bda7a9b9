// Rules of help: how long a request stays with its moderator, and when it counts as not seen.
import { timestampToMs } from '#shared/day.ts'
import type { HelpMessage } from './contract.ts'

/** How long a request stays with its helper after their last socket has closed. */
export const takeHoldsMs = 60_000
/** How long a moderator has for a reply: after this any other may take the request over. */
export const replyWithinMs = 120_000
/** A request that no moderator took within this time is shown as not seen. */
export const unseenAfterMs = 60_000

/** Moderators joining or leaving send no message: pages poll this often while help is on the screen. */
export const helpPollMs = 15_000

export interface Holder {
  /** A moderator, or who holds the sitting and may see the request. */
  mayHelp: boolean
  /** When their last socket in a room closed, on any node; null while one is open. Epoch milliseconds. */
  lastSocketClosedAtMs: number | null
  /** When they last took or replied to the request. */
  actedAtMs: number
}

/** When the holder counts as gone; infinite while they are here (HELP-04). */
export function leftAtMs({ mayHelp, lastSocketClosedAtMs, actedAtMs }: Holder): number {
  if (!mayHelp) return 0
  if (lastSocketClosedAtMs === null) return Number.POSITIVE_INFINITY
  return Math.max(lastSocketClosedAtMs, actedAtMs) + takeHoldsMs
}

export interface TakenRequest {
  holder: Holder
  /** When the member last asked, with or without a text. */
  askedAtMs: number
  /** Oldest first. */
  messages: readonly Pick<HelpMessage, 'isReply' | 'createdAt'>[]
}

/**
 * When time alone lets any moderator take a request over. Its holder has left, or had two minutes for a reply to the
 * member's last word. Infinite if neither applies (HELP-04, T89).
 */
export function takeOverAtMs({ holder, askedAtMs, messages }: TakenRequest): number {
  const last = messages.at(-1)
  const hasReply = last?.isReply === true && timestampToMs(last.createdAt) >= askedAtMs
  const overdueAtMs = Math.max(askedAtMs, holder.actedAtMs) + replyWithinMs
  return Math.min(leftAtMs(holder), hasReply ? Number.POSITIVE_INFINITY : overdueAtMs)
}
