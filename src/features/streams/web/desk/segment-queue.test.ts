import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SegmentReceipt } from '../../contract.ts'
import { createSegmentQueue, type Segment } from './segment-queue.ts'
import type { SendFailure } from './send-failure.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => vi.useRealTimers())

const init = (byte = 0) => new Uint8Array([byte])
const segment = (number: number): Segment => {
  return { bytes: new Uint8Array([number]), startsAtMs: number * 2_000, durationMs: 2_000 }
}
const numberOf = ({ startsAtMs }: Pick<Segment, 'startsAtMs'>) => startsAtMs / 2_000
const receipt = (nextSeq: number): SegmentReceipt => {
  return { version: 1, state: 'on', leadMs: 8_000, offsetMs: 0, nextSeq, delayMs: 0, reserveMs: 6_000 }
}

/** A queue, and a server that takes what it gets until `failure` is set; it expects the numbers from `nextSeq` on. */
function open({ nextSeq = 0 } = {}) {
  const server = { nextSeq, failure: null as SendFailure | null, inits: [] as number[], isAway: false }
  const sent: [seq: number, segment: number][] = []
  const lost: number[] = []
  const stopped: string[] = []
  const answer = async () => {
    if (server.isAway) await new Promise(() => undefined)
    if (server.failure) throw Object.assign(new Error('refused'), { failure: server.failure })
  }
  const queue = createSegmentQueue({
    sendInit: async ([byte = 0]) => {
      await answer()
      server.inits.push(byte)
      return server.nextSeq
    },
    send: async (each, seq) => {
      sent.push([seq, numberOf(each)])
      await answer()
      server.nextSeq = seq + 1
      return receipt(seq + 1)
    },
    failureOf: (thrown) => (thrown as { failure: SendFailure }).failure,
    now: () => performance.now(),
    onReceipt: () => undefined,
    onLoss: (each) => lost.push(numberOf(each)),
    onStop: (reason) => stopped.push(reason),
  })
  queue.setInit(init())
  return { queue, server, sent, lost, stopped }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const again: SendFailure = { kind: 'again', afterMs: null }

test('[STREAM-29] segments are sent in their order, after their first bytes, from the number that the server expects', async () => {
  const { queue, server, sent } = open({ nextSeq: 41 })
  for (const number of [0, 1, 2]) queue.add(segment(number))
  await queue.whenEmpty()
  expect(server.inits).toEqual([0])
  expect(sent).toEqual([
    [41, 0],
    [42, 1],
    [43, 2],
  ])
  expect(queue.waitingMs()).toBe(0)
})

test('[STREAM-29] one that fails is sent again before the next, and after eight seconds none is lost', async () => {
  const { queue, server, sent, lost } = open()
  queue.add(segment(0))
  await queue.whenEmpty()
  server.failure = again
  for (const number of [1, 2, 3, 4]) {
    queue.add(segment(number))
    await pass(2_000)
  }
  expect(new Set(sent.slice(1).map(([, number]) => number))).toEqual(new Set([1]))
  expect(queue.waitingMs()).toBe(8_000)
  server.failure = null
  await pass(1_000)
  expect(sent.slice(-4)).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
  ])
  expect(lost).toEqual([])
})

test('[STREAM-29] a line that is back is tried at once, and a limit of the server for as long as it says', async () => {
  const { queue, server, sent } = open()
  server.failure = { kind: 'again', afterMs: 30_000 }
  queue.add(segment(0))
  await pass(29_000)
  expect(sent).toEqual([])
  server.failure = null
  queue.retry()
  await pass(0)
  expect(sent).toEqual([[0, 0]])
})

test('[STREAM-29] after a minute the oldest are dropped, and the next gets their number', async () => {
  const { queue, server, sent, lost } = open()
  queue.add(segment(0))
  await queue.whenEmpty()
  server.failure = again
  for (let number = 1; number <= 35; number += 1) {
    queue.add(segment(number))
    await pass(2_000)
  }
  // Seventy seconds: the first five have waited for more than a minute.
  expect(lost).toEqual([1, 2, 3, 4, 5])
  server.failure = null
  queue.retry()
  await queue.whenEmpty()
  expect(sent.slice(-30)[0]).toEqual([1, 6])
  expect(sent.at(-1)).toEqual([30, 35])
})

test('[STREAM-29] where the server expects another number, it is read with the first bytes', async () => {
  const { queue, server, sent } = open()
  queue.add(segment(0))
  await queue.whenEmpty()
  server.nextSeq = 7
  server.failure = { kind: 'resync' }
  queue.add(segment(1))
  await pass(0)
  server.failure = null
  await pass(1_000)
  expect(server.inits).toEqual([0, 0])
  expect(sent.at(-1)).toEqual([7, 1])
})

test('[STREAM-29] another microphone’s first bytes come before its segments', async () => {
  const { queue, server, sent } = open()
  queue.add(segment(0))
  queue.setInit(init(1))
  queue.add(segment(1))
  await queue.whenEmpty()
  expect(server.inits).toEqual([0, 1])
  expect(sent).toEqual([
    [0, 0],
    [1, 1],
  ])
})

test('[STREAM-29] one that the server never takes is lost alone; a refusal ends everything', async () => {
  const { queue, server, sent, lost, stopped } = open()
  server.failure = { kind: 'skip' }
  queue.add(segment(0))
  await queue.whenEmpty()
  expect(lost).toEqual([0])
  server.failure = { kind: 'stop', reason: 'forbidden' }
  queue.add(segment(1))
  await queue.whenEmpty()
  expect(stopped).toEqual(['forbidden'])
  server.failure = null
  queue.add(segment(2))
  await pass(5_000)
  expect(sent).toEqual([])
})
