// Tests of the reconnection delays and close policies.
import { describe, expect, it } from 'vitest'
import { closePolicyFor, reconnectDelayMs } from './backoff.ts'

describe('the wait before an attempt', () => {
  it.each([
    [0, 1_000, 2_000, 3_000],
    [1, 2_000, 4_000, 6_000],
    [2, 4_000, 8_000, 12_000],
    [3, 8_000, 16_000, 24_000],
    [4, 15_000, 22_500, 30_000],
    [40, 15_000, 22_500, 30_000],
  ])(
    '[LIVE-10] of number %i is at least %i ms, %i in the middle, %i at most',
    (attempt, least, middle, most) => {
      expect(reconnectDelayMs(attempt, 0)).toBe(least)
      expect(reconnectDelayMs(attempt, 0.5)).toBe(middle)
      expect(reconnectDelayMs(attempt, 0.999_999)).toBe(most)
    },
  )
})

describe('a close code', () => {
  it('[LIVE-13] of a sign-out or a ban is final', () => {
    expect(closePolicyFor(4401)).toEqual({ kind: 'never', reason: 'signed-out' })
    expect(closePolicyFor(4403)).toEqual({ kind: 'never', reason: 'banned' })
  })

  it('[LIVE-28] of flooding waits 30 s, of a broken rule for a reload', () => {
    expect(closePolicyFor(4429)).toEqual({ kind: 'wait', waitMs: 30_000 })
    expect(closePolicyFor(1008)).toEqual({ kind: 'never', reason: 'policy' })
  })

  it('[LIVE-29] of too many tabs waits for the focus', () => {
    expect(closePolicyFor(4008)).toEqual({ kind: 'focus' })
  })

  it.each([1000, 1001, 1006, 1011, 1012])('%i is tried again', (code) => {
    expect(closePolicyFor(code)).toEqual({ kind: 'retry' })
  })
})
