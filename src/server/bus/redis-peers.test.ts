// Peer tracking under a controlled clock: message numbers, silence, and this node's own pauses.
import { expect, test } from 'vitest'
import { createBusPeers } from './redis-peers.ts'
import { createBusHeartbeat } from './redis.ts'

const [peerTimeoutMs, stallMs] = [3_000, 1_500]

function createTestPeers() {
  const seen: string[] = []
  const watcher = {
    onNodeJoined: (nodeId: string) => seen.push(`${nodeId} arrived`),
    onNodeLeft: (nodeId: string) => seen.push(`${nodeId} gone`),
    onMessagesMissed: () => seen.push('missed'),
  }
  const peers = createBusPeers({ nowMs: 0, peerTimeoutMs, stallMs, watcher })
  const take = (from: string, number: number, nowMs: number) =>
    peers.receive(from, { number, channel: 'room' }, nowMs)
  /** Reads every 500 ms while the named peers send heartbeats, numbered from `number`. */
  const readFor = (from: string[], number: number, fromMs: number, toMs: number) => {
    for (let nowMs = fromMs; nowMs <= toMs; nowMs += 500) {
      for (const nodeId of from) take(nodeId, number + (nowMs - fromMs) / 500, nowMs)
      peers.onCaughtUp(nowMs)
    }
  }
  return { peers, seen, take, readFor }
}

test('an entry is new once; a skipped number is a gap', () => {
  const { seen, take } = createTestPeers()
  expect([7, 8, 8, 7, 9].map((number) => take('one', number, 0))).toEqual([true, true, false, false, true])
  expect(seen).toEqual(['one arrived'])
  expect([11, 10, 12].map((number) => take('one', number, 0))).toEqual([true, false, true])
  expect(seen).toEqual(['one arrived', 'missed'])
})

test('peers present at startup may start mid-sequence; for later ones that means missed messages', () => {
  const { seen, take } = createTestPeers()
  take('old', 1_000, 500)
  take('new', 1, 4_000)
  expect(seen).toEqual(['old arrived', 'new arrived'])
  take('overheard', 2, 4_000)
  expect(seen.slice(2)).toEqual(['overheard arrived', 'missed'])
})

test('[I16] a peer silent for three seconds has left, and rejoins with its next message', () => {
  const { peers, seen, take, readFor } = createTestPeers()
  readFor(['one', 'two'], 1, 0, 1_000)
  readFor(['one'], 4, 1_500, 4_000)
  expect(seen).toEqual(['one arrived', 'two arrived'])
  readFor(['one'], 10, 4_500, 4_500)
  expect(seen.slice(2)).toEqual(['two gone', 'missed'])
  expect(peers.aliveNodeIds()).toEqual(['one'])
  take('two', 4, 5_000)
  expect(seen.slice(4)).toEqual(['two arrived'])
  expect(peers.aliveNodeIds()).toEqual(['one', 'two'])
})

test('no peer is dead while this node can’t receive, was suspended or lags behind', () => {
  const { peers, seen, take, readFor } = createTestPeers()
  readFor(['one', 'two'], 1, 0, 1_000)
  // 30 s later the backlog is read in two parts.
  take('one', 4, 30_000)
  peers.onCaughtUp(30_000)
  readFor(['one'], 5, 30_500, 33_000)
  expect(seen).toEqual(['one arrived', 'two arrived'])
  readFor(['one'], 11, 33_500, 33_500)
  expect(seen.slice(2)).toEqual(['two gone', 'missed'])
})

test('a goodbye removes a peer without a gap, and older messages don’t revive it', () => {
  const { peers, seen, take } = createTestPeers()
  take('one', 1, 0)
  expect(peers.receive('one', { number: 2, channel: '@bye' }, 100)).toBe(true)
  expect(seen).toEqual(['one arrived', 'one gone'])
  expect([take('one', 2, 200), take('one', 3, 200)]).toEqual([false, false])
  peers.onCaughtUp(10_000)
  expect(seen).toHaveLength(2)
  // A peer that came and left unnoticed isn't reported, but its missed messages are.
  expect(peers.receive('other', { number: 9, channel: '@bye' }, 10_000)).toBe(true)
  expect(seen.slice(2)).toEqual(['missed'])
  expect(peers.aliveNodeIds()).toEqual([])
})

test('the bus is alive while messages are echoed', () => {
  let nowMs = 0
  let isConnected = true
  const seen: string[] = []
  const pulse = createBusHeartbeat({
    staleMs: 1_500,
    now: () => nowMs,
    isConnected: () => isConnected,
    onChange: (isAlive) => seen.push(isAlive ? 'back' : 'away'),
  })
  const at = (ms: number, number: number | null) => {
    nowMs = ms
    if (number !== null) pulse.onEcho(number)
    pulse.poll()
    return pulse.isAlive()
  }
  expect([
    at(0, 1),
    at(1_000, 2),
    at(2_000, null),
    at(2_499, null),
    at(2_500, null),
    at(3_000, null),
  ]).toEqual([true, true, true, true, false, false])
  expect(seen).toEqual(['away'])
  expect([at(3_500, 2), at(3_600, 3)]).toEqual([false, true])
  expect(seen).toEqual(['away', 'back'])
  // The process was suspended while the bus continued.
  expect([at(9_000, null), at(9_100, 4)]).toEqual([true, true])
  expect(seen).toHaveLength(2)
  isConnected = false
  expect(at(9_200, 5)).toBe(false)
  expect(seen.slice(2)).toEqual(['away'])
})
