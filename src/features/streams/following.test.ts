// Following a stream: what a page requests, and when.
import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '#test/seeded-random.ts'
import {
  firstRequestDelayMs,
  followingOf,
  hasLiveSegments,
  pollDelayMs,
  pollsItself,
  type Following,
} from './following.ts'
import type { StreamState } from './live-messages.ts'

const seated = { isWanted: true, isRingingOut: false, isOnOwn: false, state: null, isFound: false }
const of = (state: StreamState | null, more: Partial<typeof seated> = {}) => ({ ...seated, state, ...more })

test.each<[string, ReturnType<typeof of>, Following]>([
  ['nothing was said yet', of(null), 'stop'],
  ['no one speaks yet, or the line dropped', of('off'), 'play-out'],
  ['someone speaks', of('on'), 'load'],
  ['the stream has ended', of('ended'), 'stop'],
  ['without a seat', of('on', { isWanted: false }), 'stop'],
  ['paused by its member', of('on', { isOnOwn: true }), 'rest'],
  ['paused, and the stream has ended', of('ended', { isOnOwn: true }), 'stop'],
  ['found without the live channel', of('off', { isFound: true }), 'load'],
  ['found after its end: the teacher has started once more', of('ended', { isFound: true }), 'load'],
  ['the teacher’s second bell sounds', of('on', { isWanted: false, isRingingOut: true }), 'play-out'],
  ['the same at one’s own pace', of('on', { isWanted: false, isRingingOut: true, isOnOwn: true }), 'stop'],
  ['the same of a stream that was ended', of('ended', { isRingingOut: true }), 'stop'],
])('[STREAM-12, STREAM-14] %s', (_, input, following) => {
  expect(followingOf(input)).toBe(following)
})

describe('without the live channel', () => {
  test.each<[string, ReturnType<typeof of>, boolean, boolean]>([
    ['no one spoke', of('off'), false, true],
    ['nothing was said yet', of(null), false, true],
    ['it has ended', of('ended'), false, true],
    ['someone spoke: the player itself tries', of('on'), false, false],
    ['segments were found', of('off', { isFound: true }), false, false],
    ['without a seat', of('off', { isWanted: false }), false, false],
    ['paused by its member', of('off', { isOnOwn: true }), false, false],
    ['the channel is there', of('off'), true, false],
  ])('[STREAM-12] a page looks for segments itself: %s', (_, input, isConnected, looks) => {
    expect(pollsItself(input, isConnected)).toBe(looks)
  })

  test('[STREAM-12] each 10 to 15 s', () => {
    expect([pollDelayMs(0), pollDelayMs(0.5), pollDelayMs(1)]).toEqual([10_000, 12_500, 15_000])
  })

  test.each([
    ['#EXTM3U\n#EXTINF:2.000,\npicture-1.m4s\n', true],
    ['#EXTM3U\n#EXTINF:2.000,\npicture-1.m4s\n#EXT-X-ENDLIST\n', false],
    ['#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=500000\nlow.m3u8\n', true],
    ['#EXTM3U\n', false],
    ['<!doctype html>', false],
  ])('[STREAM-12] a playlist with segments to come: %j', (playlist, has) => {
    expect(hasLiveSegments(playlist)).toBe(has)
  })
})

test('[STREAM-12] 10,000 pages request a stream that begins over two seconds, evenly', () => {
  const random = createSeededRandom(62)
  const perTenth = Array.from({ length: 20 }, () => 0)
  for (let page = 0; page < 10_000; page += 1) {
    const tenth = Math.floor(firstRequestDelayMs(random()) / 100)
    perTenth[tenth] = (perTenth[tenth] ?? 0) + 1
  }
  expect(perTenth).toHaveLength(20)
  expect(Math.min(...perTenth)).toBeGreaterThan(400)
  expect(Math.max(...perTenth)).toBeLessThan(600)
})
