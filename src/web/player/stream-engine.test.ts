// Stream engine: which of the two plays a stream in which browser.
import { expect, test } from 'vitest'
import { streamEngine } from './stream-engine.ts'

test.each([
  ['Firefox, and Chrome before 141', [true, false, false], 'hls.js', 'hls.js'],
  ['Chrome from 141 on', [true, false, true], 'hls.js', 'hls.js'],
  ['Safari 16 on a Mac', [true, false, true], 'hls.js', 'hls.js'],
  ['Safari from 17 on', [true, true, true], 'native', 'hls.js'],
  ['an iPhone with iOS 17.1', [false, true, true], 'native', 'hls.js'],
  ['an iPhone with iOS 16', [false, false, true], 'native', 'native'],
  ['a browser without streams', [false, false, false], 'native', 'native'],
] as const)(
  '[MED-12] %s',
  (_, [hasMediaSource, hasManagedMediaSource, claimsNative], first, afterFailure) => {
    const support = { hasMediaSource, hasManagedMediaSource, claimsNative }
    expect(streamEngine(support, false)).toBe(first)
    expect(streamEngine(support, true)).toBe(afterFailure)
  },
)
