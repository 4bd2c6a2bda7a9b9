// What a page knows of the streams of its room.
import { expect, test } from 'vitest'
import { withStream, type KnownStreams } from './known-streams.ts'
import type { StreamMessage } from './live-messages.ts'

const message = (sittingId: number, version: number, state: StreamMessage['state']): StreamMessage => ({
  type: 'stream-changed',
  sittingId,
  version,
  state,
  leadMs: 12_000,
  offsetMs: 0,
})

test('[STREAM-06] a page applies only a higher version of each sitting’s stream', () => {
  const none: KnownStreams = new Map()
  const first = withStream(none, message(1, 4, 'on'))
  const both = withStream(first, message(2, 1, 'off'))
  expect(withStream(both, message(1, 3, 'off'))).toBe(both)
  expect(withStream(both, message(1, 4, 'off'))).toBe(both)
  const ended = withStream(both, message(1, 5, 'ended'))
  expect([ended.get(1)?.state, ended.get(2)?.state]).toEqual(['ended', 'off'])
})
