// When a lost connection is tried again: how long to wait, and what the server's close code still allows.
import {
  chatRateLimitedRetryMs,
  chatReconnectJitter,
  chatReconnectMaxMs,
  chatReconnectMs,
} from '#shared/constants.ts'
import { closeCodes } from './contract.ts'

/**
 * Milliseconds before attempt number `attempt` (from 0) after a close: 2 s, doubling, never over 30 s, each
 * spread by half of itself so that a room full of people doesn't come back at one moment (LIVE-10).
 * `random` lies in [0, 1).
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const plainMs = Math.min(chatReconnectMs * 2 ** attempt, chatReconnectMaxMs)
  const leastMs = plainMs * (1 - chatReconnectJitter)
  const mostMs = Math.min(plainMs * (1 + chatReconnectJitter), chatReconnectMaxMs)
  return Math.round(leastMs + (mostMs - leastMs) * random)
}

/**
 * What may follow a close: another attempt after a while or at once when asked for (`retry`), not before
 * `waitMs` (`wait`), only once the tab has the focus (`focus`), or none on this page (`never`).
 */
export type ClosePolicy =
  | { kind: 'retry' }
  | { kind: 'wait'; waitMs: number }
  | { kind: 'focus' }
  | { kind: 'never'; because: 'signed-out' | 'banned' | 'policy' }

/** Reads a close code (LIVE-13, LIVE-28, LIVE-29). */
export function closePolicyFor(code: number): ClosePolicy {
  switch (code) {
    case closeCodes.signedOut:
      return { kind: 'never', because: 'signed-out' }
    case closeCodes.banned:
      return { kind: 'never', because: 'banned' }
    case closeCodes.policy:
      return { kind: 'never', because: 'policy' }
    case closeCodes.flooded:
      return { kind: 'wait', waitMs: chatRateLimitedRetryMs }
    case closeCodes.tooManyTabs:
      return { kind: 'focus' }
    default:
      return { kind: 'retry' }
  }
}
