// The live loader with feeds of the test: when a stream is attached, stopped, detached, and tried again.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveFeed } from './live-feed.ts'
import { createLiveLoader } from './live-loader.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function startLoader({ random = 0.5, isConnected = true } = {}) {
  const log: string[] = []
  const line = { isConnected, parts: 0 }
  let fail = (_: unknown) => {}
  const feed = (): LiveFeed => ({
    segments: () => [],
    arrivedParts: () => line.parts,
    stopLoading: () => log.push('stop'),
    startLoading: () => log.push('go on'),
    detach: () => log.push('detach'),
  })
  const loader = createLiveLoader({
    attach: (onFailure) => {
      log.push('attach')
      fail = onFailure
      return Promise.resolve(feed())
    },
    onFeed: () => {},
    isConnected: () => line.isConnected,
    random: () => random,
  })
  /** The failure of the feed that is attached now. */
  const failOf = () => {
    const own = fail
    return () => own(new Error('manifestLoadError'))
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  /** What happened since the last call. */
  const done = () => log.splice(0)
  return { loader, line, pass, done, fail: () => failOf()(), failOf }
}

test('[STREAM-12] a stream that begins is requested within two seconds, at a press at once', async () => {
  const { loader, pass, done } = startLoader({ random: 0.75 })
  loader.follow('play-out', true)
  await pass(600_000)
  expect(done()).toEqual([])
  loader.follow('load', false)
  await pass(1_499)
  expect(done()).toEqual([])
  await pass(1)
  expect(done()).toEqual(['attach'])

  const late = startLoader({ random: 0.75 })
  late.loader.follow('load', true)
  expect(late.done()).toEqual(['attach'])
})

test('[STREAM-14] while the line is down nothing is requested, and what has arrived plays; it goes on where it was', async () => {
  const { loader, pass, done } = startLoader()
  loader.follow('load', true)
  await pass(0)
  loader.follow('play-out', false)
  expect(done()).toEqual(['attach', 'stop'])
  await pass(39_000)
  loader.follow('load', false)
  await pass(1_000)
  expect(done()).toEqual(['go on'])
  loader.follow('play-out', false)
  await pass(40_000)
  expect(done()).toEqual(['stop', 'detach'])
  loader.follow('load', false)
  await pass(2_000)
  expect(done()).toEqual(['attach'])
})

test('[STREAM-14] a stream that ends is detached once its picture has faded, and not before', async () => {
  const { loader, pass, done } = startLoader()
  loader.follow('load', true)
  await pass(0)
  loader.follow('stop', false)
  expect(done()).toEqual(['attach', 'stop'])
  await pass(1_999)
  expect(done()).toEqual([])
  await pass(1)
  expect(done()).toEqual(['detach'])
})

test('[STREAM-14] a stream that ends while it is being attached is detached', async () => {
  const { loader, pass, done } = startLoader()
  loader.follow('load', true)
  loader.follow('stop', false)
  await pass(0)
  expect(done()).toEqual(['attach', 'detach'])
})

test('[STREAM-16] after a pause of the member it is attached anew, without a wait', async () => {
  const { loader, pass, done } = startLoader()
  loader.follow('load', true)
  await pass(0)
  loader.follow('rest', false)
  await pass(600_000)
  expect(done()).toEqual(['attach', 'stop'])
  loader.follow('load', false)
  expect(done()).toEqual(['detach', 'attach'])
})

test('[STREAM-15] a failure is tried again until its sitting stops it, ever more rarely', async () => {
  const { loader, pass, done, fail } = startLoader()
  loader.follow('load', true)
  await pass(0)
  const waits: number[] = []
  for (let attempt = 0; attempt < 60; attempt += 1) {
    done()
    fail()
    let waited = 0
    while (!done().includes('attach')) {
      await pass(500)
      waited += 500
    }
    waits.push(waited)
  }
  expect(waits.slice(0, 5)).toEqual([2_000, 4_000, 8_000, 16_000, 22_500])
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_000)
  fail()
  loader.follow('stop', false)
  done()
  await pass(600_000)
  expect(done()).toEqual([])
})

test('[STREAM-15] what has played begins again with short waits, and a line that returns waits no more', async () => {
  const { loader, line, pass, done, fail } = startLoader()
  loader.follow('load', true)
  await pass(0)
  for (let attempt = 0; attempt < 4; attempt += 1) {
    fail()
    await pass(30_000)
  }
  line.parts = 3
  done()
  fail()
  expect(done()).toEqual(['detach'])
  await pass(2_000)
  expect(done()).toEqual(['attach'])
  fail()
  loader.retryNow()
  expect(done()).toEqual(['detach', 'attach'])
  await pass(0)
  // It plays: there is nothing to try.
  loader.retryNow()
  expect(done()).toEqual([])
})

test('[STREAM-12] without the live channel a failure is tried again each 10 to 15 s', async () => {
  const { loader, pass, done, fail } = startLoader({ isConnected: false })
  loader.follow('load', true)
  await pass(0)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    fail()
    done()
    await pass(12_499)
    expect(done()).toEqual([])
    await pass(1)
    expect(done()).toEqual(['attach'])
  }
})

test('[STREAM-15] a failure of a feed that was replaced changes nothing', async () => {
  const { loader, pass, done, failOf } = startLoader()
  loader.follow('load', true)
  await pass(0)
  const failOld = failOf()
  loader.rebuild()
  await pass(0)
  expect(done()).toEqual(['attach', 'detach', 'attach'])
  failOld()
  await pass(60_000)
  expect(done()).toEqual([])
  loader.follow('rest', false)
  loader.rebuild()
  expect(done()).toEqual(['stop'])
})
