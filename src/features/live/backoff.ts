// Reconnection backoff: the delay before the next attempt, and what a close code allows.
import {
  chatRateLimitedRetryMs,
  chatReconnectJitter,
  chatReconnectMaxMs,
  chatReconnectMs,
} from '#shared/constants.ts'
import { closeCodes } from './contract.ts'

/**
 * Milliseconds before attempt `attempt` (from 0): exponential backoff from 2 s, capped at 30 s. Each delay has 50%
 * jitter, so that a room full of clients doesn't reconnect at once (LIVE-10). `random` lies in [0, 1).
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const baseMs = Math.min(chatReconnectMs * 2 ** attempt, chatReconnectMaxMs)
  const minMs = baseMs * (1 - chatReconnectJitter)
  const maxMs = Math.min(baseMs * (1 + chatReconnectJitter), chatReconnectMaxMs)
  return Math.round(minMs + (maxMs - minMs) * random)
}

/**
 * What a close allows. `retry`: a retry after the backoff, or at once on user activity. `wait`: a retry after
 * `waitMs`, no sooner. `focus`: a retry only while the tab has focus. `never`: no retry on this page.
 */
export type ClosePolicy =
  | { kind: 'retry' }
  | { kind: 'wait'; waitMs: number }
  | { kind: 'focus' }
  | { kind: 'never'; reason: 'signed-out' | 'banned' | 'policy' }

/** Maps a close code to its policy (LIVE-13, LIVE-28, LIVE-29). */
export function closePolicyFor(code: number): ClosePolicy {
  switch (code) {
    case closeCodes.signedOut:
      return { kind: 'never', reason: 'signed-out' }
    case closeCodes.banned:
      return { kind: 'never', reason: 'banned' }
    case closeCodes.policy:
      return { kind: 'never', reason: 'policy' }
    case closeCodes.flooded:
      return { kind: 'wait', waitMs: chatRateLimitedRetryMs }
    case closeCodes.tooManyTabs:
      return { kind: 'focus' }
    default:
      return { kind: 'retry' }
  }
}
