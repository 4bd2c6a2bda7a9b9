// Close codes: why the server closes a socket, and when the client may open the next.
import { chatRateLimitedRetryMs } from '#shared/constants.ts'

/** The server's close codes. */
export const closeCodes = {
  unsupportedData: 1003,
  policy: 1008,
  tooBig: 1009,
  restarting: 1012,
  tooManyTabs: 4008,
  signedOut: 4401,
  banned: 4403,
  flooded: 4429,
} as const

/**
 * The reconnect policy after a close. `retry`: a retry after the backoff, or at once on user activity. `wait`: a retry after
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
