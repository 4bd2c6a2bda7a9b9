// Close policies: what a close code of the live channel allows.
import { chatRateLimitedRetryMs } from '#shared/constants.ts'
import { closeCodes } from './contract.ts'

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
