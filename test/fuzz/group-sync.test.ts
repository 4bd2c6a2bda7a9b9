// Fuzz of the video in step with the group: any player, from any position.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runModel, type Device } from '#test/sittings/model-player.ts'
import { mediaTraits, youtubeTraits } from '#web/player/group/sync-traits.ts'
import { tryProperty } from './property.ts'

const anyDevice: fc.Arbitrary<Device> = fc
  .record({
    startLag: fc.double({ min: 0, max: 2, noNaN: true }),
    seekCost: fc.double({ min: 0, max: 4, noNaN: true }),
    stallsPerHour: fc.integer({ min: 0, max: 40 }),
    rateStall: fc.constantFrom(0, 0.25, 0.6),
    clockError: fc.double({ min: 0, max: 0.05, noNaN: true }),
  })
  .map(({ startLag, seekCost, ...device }) => ({
    ...device,
    startLag: (random) => startLag * random(),
    seekCost: (random) => seekCost * (0.5 + random() / 2),
  }))

const anyRun = fc.record({
  seed: fc.integer(),
  device: anyDevice,
  traits: fc.constantFrom(mediaTraits, youtubeTraits),
  startDrift: fc.double({ min: -600, max: 600, noNaN: true }),
})

test('[SYNC-05, SYNC-08, SYNC-10] any player from any position: bounded rates, pauses between actions, few seeks', () => {
  tryProperty('players in step', 10_000, anyRun, (input) => {
    const run = runModel({ ...input, seconds: 240 })
    for (const rate of run.rates) expect([0.96, 1, 1.04]).toContain(rate)
    const corrections = run.actions.filter(({ action }) => action.kind !== 'rate' || action.rate !== 1)
    const seeks = corrections.filter(({ action }) => action.kind === 'seek')
    expect(shortestPause(corrections)).toBeGreaterThanOrEqual(9.9)
    expect(shortestPause(seeks)).toBeGreaterThanOrEqual(29.9)
    // In any five minutes.
    expect(seeks.length).toBeLessThanOrEqual(3)
    const maxChanges = input.device.rateStall > 0 ? 2 : Number.POSITIVE_INFINITY
    expect(run.rateChanges).toBeLessThanOrEqual(maxChanges)
  })
})

function shortestPause(actions: readonly { at: number }[]): number {
  return Math.min(...actions.slice(1).map(({ at }, index) => at - (actions[index]?.at ?? 0)))
}
