import { beforeEach, expect, test } from 'vitest'
import { goesOn, readDeskMemory, saveDeskMemory } from './desk-memory.ts'
import { placeOf } from './desk-picture.ts'
import { deviceFailureOf, InsecurePageError } from './devices.ts'
import { namesIn } from './received-test.ts'
import { parseTimes } from './segment-times.ts'

beforeEach(() => sessionStorage.clear())

test('[STREAM-29] a tab keeps the name of its desk, and goes on within ten minutes of its last segment', () => {
  const { deskId, spokeAtMs } = readDeskMemory(7)
  expect(deskId).toMatch(/^[\w-]{16,64}$/)
  expect(readDeskMemory(7)).toEqual({ deskId, spokeAtMs: null })
  expect(readDeskMemory(8).deskId).not.toBe(deskId)
  expect(goesOn({ spokeAtMs }, 0)).toBe(false)
  saveDeskMemory(7, { deskId, spokeAtMs: 1_000 })
  expect(readDeskMemory(7)).toEqual({ deskId, spokeAtMs: 1_000 })
  expect(goesOn({ spokeAtMs: 1_000 }, 600_999)).toBe(true)
  expect(goesOn({ spokeAtMs: 1_000 }, 601_000)).toBe(false)
  // The clock of the device was set back.
  expect(goesOn({ spokeAtMs: 1_000 }, 999)).toBe(false)
})

test('[STREAM-29] the times of a segment are those of the last one in its playlist', () => {
  const playlist = `#EXTM3U
#EXT-X-TARGETDURATION:2
#EXTINF:1.96,
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:00.000Z
s1.m4s
#EXTINF:2.000083333333,
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:01.960Z
s2.m4s
`
  expect(parseTimes(playlist)).toEqual({
    startsAtMs: Date.parse('2026-11-21T18:00:01.960Z'),
    durationMs: 2_000,
  })
  expect(parseTimes('#EXTM3U\n')).toBeNull()
  expect(parseTimes('#EXTINF:2,\ns.m4s\n')).toEqual({ startsAtMs: null, durationMs: 2_000 })
})

test('[STREAM-29] a segment of a browser that stood still is not longer than the server takes', () => {
  const text = (seconds: string) =>
    `#EXTINF:${seconds},\n#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:00.000Z\ns.m4s\n`
  expect(parseTimes(text('7.5'))?.durationMs).toBe(4_000)
  expect(parseTimes(text('0.0001'))?.durationMs).toBe(1)
})

test('[STREAM-28] a test is the first bytes and the segments of its playlist', () => {
  const playlist = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-MAP:URI="test-init-0.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:00.000Z
#EXTINF:2.000,
test-0.m4s
#EXTINF:2.000,
test-1.m4s
`
  expect(namesIn(playlist)).toEqual(['test-init-0.mp4', 'test-0.m4s', 'test-1.m4s'])
})

test('[STREAM-29] a wide camera fills the frame, an upright one stands in the water', () => {
  expect(placeOf(1_280, 720)).toEqual([0, 0, 640, 360])
  expect(placeOf(640, 480)).toEqual([0, -60, 640, 480])
  expect(placeOf(720, 1_280)).toEqual([218.75, 0, 202.5, 360])
})

test('[STREAM-30] why a device gives nothing', () => {
  const failure = (name: string) => deviceFailureOf(new DOMException('', name))
  expect(
    ['NotAllowedError', 'NotFoundError', 'OverconstrainedError', 'NotReadableError'].map(failure),
  ).toEqual(['refused', 'missing', 'missing', 'taken'])
  expect(deviceFailureOf(new InsecurePageError())).toBe('insecure')
})
