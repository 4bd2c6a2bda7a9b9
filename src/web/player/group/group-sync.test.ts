// The video in step with the group: limits of its corrections on a model player, and figures on five kinds of devices.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { devices, runModel, type Device, type ModelRun } from '#test/sittings/model-player.ts'
import {
  createSync,
  groupSentence,
  isLineSlow,
  nextAction,
  nextStartLeadMs,
  syncStatus,
  youAreBehindSentence,
  type SyncAction,
  type SyncReading,
  type SyncState,
} from './group-sync.ts'
import { mediaTraits, silenceTraits, youtubeTraits, type SyncTraits } from './sync-traits.ts'

const steady: Device = { ...devices.desk, stallsPerHour: 0, clockError: 0 }

test('[SYNC-06, SYNC-07] a steady player gets in step from anywhere, and stays', () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: -900, max: 900, noNaN: true }), (seed, startDrift) => {
      const run = runModel({ seed, device: steady, startDrift, seconds: 320 })
      expect(Math.abs(run.finalDrift)).toBeLessThanOrEqual(0.45)
      expect(run.seeks).toBeLessThanOrEqual(Math.abs(startDrift) > 6 ? 1 : 0)
      expect(run.rateChanges).toBeLessThanOrEqual(2)
    }),
    { numRuns: 300 },
  )
})

describe('a stall', () => {
  const after = (seconds: number, more: Partial<Parameters<typeof runModel>[0]> = {}) =>
    runModel({ seed: 4, device: steady, startDrift: 0, seconds: 260, stall: { at: 20, seconds }, ...more })

  test('[SYNC-05] of 4 s is caught up with two changes of the rate, and no seek', () => {
    const run = after(4)
    expect(run.actions.map(({ action }) => action)).toEqual([
      { kind: 'rate', rate: 1.04 },
      { kind: 'rate', rate: 1 },
    ])
    expect(Math.abs(run.finalDrift)).toBeLessThanOrEqual(0.4)
  })

  test('[SYNC-06] of 20 s is one seek, then at most one stretch', () => {
    const [first, ...more] = after(20).actions.map(({ action }) => action)
    expect(first).toEqual({ kind: 'seek', ahead: 0.3 })
    expect(more.length).toBeLessThanOrEqual(2)
    expect(more.every(({ kind }) => kind === 'rate')).toBe(true)
  })

  test('[SYNC-09, SYNC-28] never changes the rate of a video that keeps its tempo, or of YouTube', () => {
    for (const traits of [{ ...mediaTraits, canStretch: false }, youtubeTraits]) {
      expect(after(1.8, { traits }).actions).toEqual([])
      const run = after(4, { traits })
      expect(run.rates).toEqual(new Set([1]))
      expect(run.seeks).toBe(1)
    }
  })

  test('[SYNC-08] where a change of the rate stalls the player, the rate is changed once and never again', () => {
    const run = after(4, { device: { ...steady, rateStall: 0.4 } })
    expect(run.state.rateStalls).toBe(true)
    expect(run.rateChanges).toBe(2)
    expect(run.seeks).toBe(1)
    // 1.8 s would be left alone; that our own change has added to them is repaired.
    const near = after(1.8, { device: { ...steady, rateStall: 0.4 } })
    expect([near.rateChanges, near.seeks]).toEqual([2, 1])
  })
})

/** Readings of a player that may stop, jump, stall and be paced by anything, with the seconds since the one before. */
const anyReadings = fc.array(
  fc.record({
    after: fc.double({ min: 0.05, max: 2, noNaN: true }),
    pace: fc.constantFrom(0, 0, 0.5, 0.8, 1, 1, 1, 1.04, 1.25, 2),
    jump: fc.constantFrom(0, 0, 0, 0, 0, 0, -20, -0.5, 0.5, 20),
    isRunning: fc.constantFrom(true, true, true, true, false),
    isSpeaking: fc.boolean(),
  }),
  { minLength: 20, maxLength: 120 },
)

test('[SYNC-33, SYNC-10] whatever a player does, within 20 s it is in step, is being corrected, or its member can rejoin', () => {
  fc.assert(
    fc.property(
      anyReadings,
      fc.constantFrom(mediaTraits, { ...mediaTraits, canStretch: false }, youtubeTraits),
      fc.boolean(),
      fc.double({ min: -40, max: 40, noNaN: true }),
      (readings, traits, rateStalls, startDrift) => {
        let state = createSync(traits, { seekCost: null, rateStalls })
        let at = 0
        let position = startDrift
        let helpedAt: number | null = null
        let worst = 0
        const seeksAt: number[] = []
        for (const { after, pace, jump, isRunning, isSpeaking } of readings) {
          at += after
          position += after * pace + jump
          const reading = { at, position, drift: position - at, isRunning, isSpeaking }
          const next = nextAction(state, reading)
          state = next.state
          if (next.action.kind === 'seek') {
            seeksAt.push(at)
            position = at + next.action.ahead
          }
          const status = syncStatus(state, reading)
          const isNear = Math.abs(reading.drift) <= (traits.canStretch && !state.rateStalls ? 0.4 : 2)
          if (isNear || next.action.kind !== 'none' || state.stretch !== null || status === 'behind')
            helpedAt = at
          helpedAt ??= at
          worst = Math.max(worst, at - helpedAt, status === 'in-step' && !isNear ? 99 : 0)
        }
        expect(worst).toBeLessThan(20)
        for (const [index, seekAt] of seeksAt.entries()) {
          expect(seekAt - (seeksAt[index - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(30)
          expect(seekAt - (seeksAt[index - 3] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(300)
        }
      },
    ),
    { numRuns: 400 },
  )
})

/** Feeds a player that is `drift` seconds off the group, once a second. */
function feed(from: SyncState, readings: Partial<SyncReading>[], startAt = 0) {
  let state = from
  const actions = readings.map((reading, index) => {
    const at = startAt + index
    const drift = reading.drift ?? 0
    const next = nextAction(state, {
      at,
      drift,
      position: at + drift,
      isRunning: true,
      isSpeaking: false,
      ...reading,
    })
    state = next.state
    return next.action
  })
  return { state, actions }
}

test('[SYNC-10] a seek waits up to ten seconds for a gap between captions, and aims ahead by what seeks have cost', () => {
  const speaking = { drift: -30, isSpeaking: true }
  const gap = feed(createSync(mediaTraits), [...Array.from({ length: 7 }, () => speaking), { drift: -30 }])
  expect(gap.actions.map(({ kind }) => kind).indexOf('seek')).toBe(7)
  const none = feed(
    createSync(mediaTraits),
    Array.from({ length: 16 }, () => speaking),
  )
  expect(none.actions.map(({ kind }) => kind).indexOf('seek')).toBe(13)
  // It landed 1.1 s behind, though it aimed 0.3 s ahead.
  const landed = feed(
    gap.state,
    [{ isRunning: false }, ...Array.from({ length: 4 }, () => ({ drift: -1.1 }))],
    8,
  )
  expect(landed.state.seekCost).toBeCloseTo(1.4)
})

test('[SYNC-10] seeks that change nothing come every 30 seconds, at most three in five minutes', () => {
  const { actions } = feed(
    createSync(mediaTraits),
    Array.from({ length: 320 }, () => ({ drift: -30 })),
  )
  const seeksAt = actions.flatMap(({ kind }, at) => (kind === 'seek' ? [at] : []))
  expect(seeksAt).toEqual([3, 33, 63, 303])
})

test('[SYNC-10] a jump of the player counts once it has run evenly again, and doesn’t change the seek cost', () => {
  const steady = Array.from({ length: 5 }, () => ({ drift: 0 }))
  const jumped = Array.from({ length: 3 }, () => ({ drift: -20 }))
  const { state, actions } = feed(createSync(mediaTraits), [...steady, ...jumped])
  expect(actions.map(({ kind }) => kind)).not.toContain('seek')
  const sought = feed(state, [{ drift: -20 }], 8)
  expect(sought.actions).toEqual([{ kind: 'seek', ahead: 0.3 }])
  // Something else came between: no seek costs 20 s.
  const far = Array.from({ length: 4 }, () => ({ drift: -20 }))
  expect(feed(sought.state, far, 9).state.seekCost).toBeNull()
})

test('[SYNC-19] what the details say: waiting, catching up, in step, and behind once the seeks are used up', () => {
  const reading = (drift: number, at = 100): SyncReading => ({
    at,
    drift,
    position: at,
    isRunning: true,
    isSpeaking: false,
  })
  const state = createSync(mediaTraits)
  expect(syncStatus(state, reading(0.3))).toBe('in-step')
  expect(syncStatus(state, reading(-3))).toBe('catching-up')
  expect(syncStatus(state, { ...reading(0), isRunning: false })).toBe('waiting')
  expect(syncStatus({ ...state, seeksAt: [10, 45, 90] }, reading(-12))).toBe('behind')
  expect(syncStatus({ ...createSync(youtubeTraits), seeksAt: [90] }, reading(1.9))).toBe('in-step')
})

test('[SYNC-33] a player that reports playing but doesn’t move waits for data after 2 s, and is behind after 20 s', () => {
  const still = Array.from({ length: 21 }, (_, index) => ({ position: 0.047, drift: 0.047 - index }))
  const statusAfter = (seconds: number) => {
    const { state } = feed(createSync(mediaTraits), still.slice(0, seconds + 1))
    return syncStatus(state, {
      at: seconds,
      position: 0.047,
      drift: 0.047 - seconds,
      isRunning: true,
      isSpeaking: false,
    })
  }
  expect([1, 2, 19, 20].map(statusAfter)).toEqual(['catching-up', 'waiting', 'waiting', 'behind'])
  expect(youAreBehindSentence(-0.45)).toBe('You are 1 s behind')
})

test('[SYNC-08] after a stall of our own change one seek repairs more than 0.4 s, and counts as one of the three', () => {
  const stalled = { rateStalls: true, isRepairPending: true }
  const near = Array.from({ length: 5 }, () => ({ drift: -1.38 }))
  const { actions, state } = feed({ ...createSync(mediaTraits), ...stalled }, near)
  expect(actions.filter(({ kind }) => kind !== 'none')).toEqual([{ kind: 'seek', ahead: 0.3 }])
  expect(state.seeksAt).toHaveLength(1)
  // Where it lands is left alone.
  const landed = Array.from({ length: 60 }, () => ({ drift: -1.38 }))
  expect(feed(state, landed, 5).actions.filter(({ kind }) => kind !== 'none')).toEqual([])
  const spent = { ...createSync(mediaTraits), ...stalled, seeksAt: [-100, -60, -30] }
  expect(feed(spent, near).actions.filter(({ kind }) => kind !== 'none')).toEqual([])
  const { state: close } = feed(
    { ...createSync(mediaTraits), ...stalled },
    near.map(() => ({ drift: -0.3 })),
  )
  expect(close.isRepairPending).toBe(false)
})

test('[SYNC-19] more than a second off is close to the group, not in step', () => {
  expect(groupSentence('in-step', -1)).toBe('In step with the group (1.0 s)')
  expect(groupSentence('in-step', -1.4)).toBe('Close to the group (1.4 s)')
  expect(groupSentence('over', 0)).toBe('The video is over')
  expect(groupSentence('ready', 0)).toBe('Ready to start')
})

test('[SYNC-05] three stalls in five minutes make a slow line', () => {
  const stall = [{}, { isRunning: false }, { isRunning: false }]
  const { state } = feed(createSync(mediaTraits), [...stall, ...stall])
  expect(isLineSlow(state, 10)).toBe(false)
  const third = feed(state, stall, 6)
  expect(isLineSlow(third.state, 10)).toBe(true)
  expect(isLineSlow(third.state, 400)).toBe(false)
})

test('[SYNC-02] a late start makes the next one earlier, within half a second', () => {
  expect(nextStartLeadMs(80, -0.08)).toBe(120)
  expect(nextStartLeadMs(80, 0.2)).toBe(0)
  expect(nextStartLeadMs(400, -0.9)).toBe(500)
})

// The bounds are the rounded figures that the policy reached in its first simulation. A stall ends a stretch here, and there
// it didn't: that costs a poor line one more change of the rate.
test.each([
  ['desk', ' @full', 0.985, 0.05, 0.8],
  ['phone', '', 0.97, 0.14, 2.3],
  ['safari', ' @full', 0.95, 0.2, 0],
  ['tv', ' @full', 0.77, 0.5, 0],
  ['poorLine', '', 0.84, 0.75, 9.3],
] as const)(
  '[SYNC-07] 20 minutes on 150 devices of the kind %s%s',
  (name, _tag, withinOne, seeks, rateChanges) => {
    const knowsRateStalls = devices[name].rateStall > 0
    const runs = Array.from({ length: 150 }, (_, index) =>
      runModel({ seed: index * 7, device: devices[name], knowsRateStalls }),
    )
    const mean = (of: (run: ModelRun) => number) => runs.reduce((sum, run) => sum + of(run), 0) / runs.length
    expect(mean((run) => run.withinOne)).toBeGreaterThanOrEqual(withinOne)
    expect(mean((run) => run.seeks)).toBeLessThanOrEqual(seeks)
    expect(mean((run) => run.rateChanges)).toBeLessThanOrEqual(rateChanges)
  },
)

describe('the sound of a silence', () => {
  const readings = (count: number, reading: Partial<SyncReading>) =>
    Array.from({ length: count }, () => reading)
  const told = (actions: SyncAction[]) => actions.filter(({ kind }) => kind !== 'none')

  test('[SEQ-11] is left alone within 0.1 s, stretched within 0.3, and sought beyond, five seconds apart without an end', () => {
    expect(told(feed(createSync(silenceTraits), readings(20, { drift: -0.09 })).actions)).toEqual([])
    const [stretch] = told(feed(createSync(silenceTraits), readings(5, { drift: -0.25 })).actions)
    expect(stretch).toEqual({ kind: 'rate', rate: 1.04 })
    const { actions } = feed(createSync(silenceTraits), readings(61, { drift: -0.4 }))
    expect(told(actions)).toHaveLength(12)
    expect(actions[2]).toEqual({ kind: 'seek', ahead: 0.05 })
    expect(actions[7]?.kind).toBe('seek')
  })

  test('[SEQ-11] is sought within 0.3 s, too, where a stretch would have to wait', () => {
    const afterSeek = { ...createSync(silenceTraits), lastActionAt: -5, seeksAt: [-5] }
    const [action] = told(feed(afterSeek, readings(4, { drift: -0.2 })).actions)
    expect(action).toEqual({ kind: 'seek', ahead: 0.05 })
  })

  test('[SEQ-11] is left alone at a stroke, which also ends a stretch', () => {
    const far = feed(createSync(silenceTraits), readings(20, { drift: -3, isSpeaking: true }))
    expect(told(far.actions)).toEqual([])
    const begun = feed(createSync(silenceTraits), readings(4, { drift: -0.3 }))
    const { actions } = feed(begun.state, readings(1, { drift: -0.3, isSpeaking: true }), 4)
    expect(actions).toEqual([{ kind: 'rate', rate: 1 }])
  })

  test('[SEQ-11] marks no browser whose player stalls as its rate changes', () => {
    const stallAfterStretch = (traits: SyncTraits, drift: number) => {
      const stretchedFor = traits.steadyFor + 2
      const begun = feed(createSync(traits), readings(stretchedFor, { drift }))
      return feed(begun.state, readings(1, { drift, isRunning: false }), stretchedFor).state.rateStalls
    }
    expect(stallAfterStretch(mediaTraits, -3)).toBe(true)
    expect(stallAfterStretch(silenceTraits, -0.25)).toBe(false)
  })
})
