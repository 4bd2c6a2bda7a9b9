// Standstill: the seconds at which a player that doesn't move is rebuilt.
import { expect, test } from 'vitest'
import { checkStandstill, createStandstill, type StandstillReading } from './standstill.ts'

type Second = Partial<Omit<StandstillReading, 'nowMs'>> & { gapMs?: number }

/** Plays for `until` seconds of checks; returns the seconds at which it is rebuilt. */
function rebuilds(until: number, at: (second: number) => Second): number[] {
  let nowMs = 0
  const usual = { position: 0, isWanted: true, hasData: true }
  let state = createStandstill({ nowMs, ...usual, ...at(0) })
  const found: number[] = []
  for (let second = 1; second <= until; second += 1) {
    const { gapMs = 1_000, ...facts } = at(second)
    nowMs += gapMs
    const next = checkStandstill(state, { nowMs, ...usual, ...facts })
    state = next.state
    if (next.shouldRebuild) found.push(second)
  }
  return found
}

test('[MED-41] a player with data that doesn’t move is rebuilt after 6, 12 and 24 s, and then no more', () => {
  expect(rebuilds(300, () => ({}))).toEqual([6, 18, 42])
})

test('[MED-41] the time counts from the data, not from the standstill', () => {
  expect(rebuilds(300, () => ({ hasData: false }))).toEqual([])
  expect(rebuilds(20, (second) => ({ hasData: second >= 10 }))).toEqual([15])
  // A fragment arrived, and nothing of it can be played.
  expect(rebuilds(20, (second) => ({ hasData: second === 3 }))).toEqual([8])
})

test('[MED-41] a player that moves, is paused or slept isn’t rebuilt; one that stands since it slept is', () => {
  expect(rebuilds(60, (second) => ({ position: second }))).toEqual([])
  expect(rebuilds(60, (second) => ({ position: Math.floor(second / 5) }))).toEqual([])
  expect(rebuilds(60, () => ({ isWanted: false }))).toEqual([])
  expect(rebuilds(60, () => ({ gapMs: 60_000 }))).toEqual([])
  expect(rebuilds(15, (second) => ({ gapMs: second === 5 ? 60_000 : 1_000 }))).toEqual([11])
})

test('[MED-41] a seek after a rebuild isn’t playback; three seconds of it are', () => {
  const seekAt7 = (second: number) => ({ position: second >= 7 ? 100 : 0 })
  expect(rebuilds(60, seekAt7)).toEqual([6, 19, 43])
  const playsFrom7To9 = (second: number) => ({ position: Math.min(Math.max(second, 6), 9) })
  expect(rebuilds(60, playsFrom7To9).slice(0, 2)).toEqual([6, 15])
})
