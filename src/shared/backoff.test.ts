// Tests of the retry delays.
import { describe, expect, it } from 'vitest'
import { reconnectDelayMs } from './backoff.ts'

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
