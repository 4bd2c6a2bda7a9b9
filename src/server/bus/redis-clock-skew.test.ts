// Which clock skews between nodes are logged, and when.
import { expect, test } from 'vitest'
import { createClockSkewMonitor } from './redis-clock-skew.ts'

/** Node one's monitor; `beats` sends heartbeats of both nodes, two's clock being ahead by the given time. */
function createTestMonitor() {
  const logged: string[] = []
  const watch = createClockSkewMonitor({ nodeId: 'one', log: (line) => logged.push(line) })
  let nowMs = 1_700_000_000_000
  const sign = (from: string, atMs: number) => watch.onMessage(from, { channel: '@beat', text: String(atMs) })
  return {
    logged,
    watch,
    beats: (count: number, aheadMs: number) => {
      for (let beat = 0; beat < count; beat += 1) {
        nowMs += 500
        sign('two', nowMs + aheadMs - 400)
        sign('one', nowMs)
      }
    },
  }
}

test('a skew above five seconds is logged once, in either direction, and again when it changes', () => {
  const { beats, logged } = createTestMonitor()
  beats(100, 4_900)
  expect(logged).toEqual([])
  beats(100, 20_400)
  beats(100, 23_000)
  beats(100, -64_600)
  beats(100, 2_000)
  beats(100, 6_000)
  const reason = 'synchronize them, or sitting time is counted incorrectly.'
  expect(logged).toEqual([
    `The clock of node two is 20 s ahead of that of node one; ${reason}`,
    `The clock of node one is 65 s ahead of that of node two; ${reason}`,
    'The clocks of nodes one and two are synchronized again.',
    `The clock of node two is 6 s ahead of that of node one; ${reason}`,
  ])
})

test('stale heartbeats, heartbeats without a time, and departed peers are ignored', () => {
  const { beats, logged, watch } = createTestMonitor()
  for (let round = 0; round < 20; round += 1) {
    // Two's heartbeat waited for Redis; one's own continue without a newer one.
    beats(2, -30_000)
    beats(1, 0)
  }
  watch.onMessage('two', { channel: '@beat', text: '' })
  watch.onMessage('two', { channel: 'room', text: '1' })
  beats(1, 0)
  expect(logged).toEqual([])
  watch.onMessage('two', { channel: '@beat', text: '1000' })
  for (const later of [0, 500, 1_000, 20_000]) {
    watch.onMessage('one', { channel: '@beat', text: String(1_700_000_100_000 + later) })
  }
  expect(logged).toEqual([])
})
