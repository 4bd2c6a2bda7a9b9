// The declared limit of a desk's uploads, with the server's own limiter: what a desk sends after a minute of a bad line.
import { expect, test } from 'vitest'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { secondMs } from '#shared/durations.ts'
import type { RateLimit } from '#shared/endpoint.ts'
import { createTestClock } from '#test/clock.ts'
import { streamsCalls } from '../contract.ts'

const renditions = 2
const inMinute = 30 * renditions

function openDesk() {
  const clock = createTestClock()
  const limiter = createRateLimiter(clock)
  const limit: RateLimit | undefined = streamsCalls.putSegment.limits?.[0]
  if (!limit) throw new Error('The call has no limit.')
  const { perMinute, burst = perMinute } = limit
  const size = { perMinute, burst }
  let refused = 0
  const send = (parts: number) => {
    for (let part = 0; part < parts; part += 1) if (limiter.take('desk', size) > 0) refused += 1
  }
  const seconds = (count: number, partsInSecond: number) => {
    for (let second = 0; second < count; second += 1) {
      clock.advance(secondMs)
      send(partsInSecond)
    }
  }
  return { send, seconds, refused: () => refused }
}

test('[STREAM-29] after a minute without a line, all that waits is taken at once, with first bytes', () => {
  const { send, seconds, refused } = openDesk()
  seconds(120, 1)
  seconds(60, 0)
  send(inMinute + renditions)
  seconds(600, 1)
  expect(refused()).toBe(0)
})

test('[STREAM-29] so it is after a minute in which each second’s tries arrived, and their responses didn’t', () => {
  const { send, seconds, refused } = openDesk()
  seconds(120, 1)
  seconds(60, renditions)
  send(inMinute + renditions)
  seconds(60, 1)
  expect(refused()).toBe(0)
})
