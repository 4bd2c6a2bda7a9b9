import { expect, test } from 'vitest'
import { formatSpokenDuration } from './spoken-duration.ts'
import { formatVideoTime } from './video-time.ts'

test.each([
  [0, '0:00', '0 seconds'],
  [7.9, '0:07', '7 seconds'],
  [61, '1:01', '1 minute 1 second'],
  [547, '9:07', '9 minutes 7 seconds'],
  [1_440, '24:00', '24 minutes'],
  [3_847, '1:04:07', '1 hour 4 minutes 7 seconds'],
  [Number.NaN, '0:00', '0 seconds'],
  [-3, '0:00', '0 seconds'],
])('%s s is written %s and said %s', (seconds, written, said) => {
  expect(formatVideoTime(seconds)).toBe(written)
  expect(formatSpokenDuration(seconds)).toBe(said)
})
