// Day change: when an open screen switches to the new day, and when it stays.
import { beforeEach, describe, expect, it } from 'vitest'
import { createDayChange, type DayChange, type DayChangeOptions } from './day-change.ts'

const day = '2026-11-21'
const next = '2026-11-22'

/** Pending timers by milliseconds; none runs on its own. */
let waiting: { ms: number; run: () => void }[]
/** Reads in progress. */
let readings: { arrive: (day: string) => void; fail: () => void }[]
/** The number of reads. */
let reads: number
let stop: () => void

beforeEach(() => {
  waiting = []
  readings = []
  reads = 0
})

function open(options: Partial<DayChangeOptions> = {}): DayChange {
  const change = createDayChange({
    day,
    read: () =>
      new Promise((resolve, reject) => {
        reads += 1
        readings.push({ arrive: resolve, fail: () => reject(new Error('offline')) })
      }),
    after: (ms, run) => {
      const timer = { ms, run }
      waiting.push(timer)
      return () => {
        waiting = waiting.filter((other) => other !== timer)
      }
    },
    random: () => 1,
    ...options,
  })
  stop = change.start()
  change.setStageDay(day)
  return change
}

/** Runs the only pending timer. */
function runTimer(): number {
  expect(waiting).toHaveLength(1)
  const [{ ms, run } = { ms: 0, run: () => {} }] = waiting.splice(0)
  run()
  return ms
}

async function resolveRead(arrived: string | null): Promise<void> {
  const reading = readings.shift()
  if (arrived === null) reading?.fail()
  else reading?.arrive(arrived)
  await Promise.resolve()
  await Promise.resolve()
}

const oldDayView = { stageDay: day, roomDay: day, isNewDayOffered: false, isReading: false }
const newDayView = { stageDay: next, roomDay: next, isNewDayOffered: false, isReading: false }

describe('a page without a playing video', () => {
  it('[LIVE-16] [T40] switches to the new day once, however often it is announced, within 5 s', async () => {
    const change = open()
    change.dayStarted(next)
    change.dayStarted(next)
    change.dayStarted(next, false)
    expect(change.getSnapshot()).toEqual(oldDayView)
    expect(runTimer()).toBe(5_000)
    change.dayStarted(next)
    expect(change.getSnapshot()).toEqual({ ...oldDayView, isReading: true })
    await resolveRead(next)
    change.setStageDay(next)
    change.dayStarted(next)
    expect(change.getSnapshot()).toEqual(newDayView)
    expect([reads, waiting]).toEqual([1, []])
  })

  it('[LIVE-16] waits at least until the server’s midnight must have passed', () => {
    open({ random: () => 0 }).dayStarted(next)
    expect(runTimer()).toBe(500)
  })

  it('[LIVE-16] keeps the old day while the new one can’t be read, and retries with growing delays', async () => {
    const change = open({ random: () => 0.5 })
    change.dayStarted(next)
    runTimer()
    await resolveRead(null)
    expect(change.getSnapshot()).toEqual(oldDayView)
    const waits: number[] = []
    for (let failures = 0; failures < 6; failures += 1) {
      waits.push(runTimer())
      await resolveRead(null)
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 22_500, 22_500])
    expect(change.getSnapshot()).toEqual(oldDayView)
    runTimer()
    await resolveRead(next)
    expect(change.getSnapshot()).toEqual(newDayView)
  })

  it('[LIVE-16] retries silently when the server was behind', async () => {
    const change = open()
    change.dayStarted(next)
    runTimer()
    await resolveRead(day)
    expect(change.getSnapshot()).toEqual(oldDayView)
    expect(runTimer()).toBe(3_000)
    await resolveRead(day)
    // The page retries on its own; a press could do no more.
    expect(change.getSnapshot()).toEqual(oldDayView)
    expect(runTimer()).toBe(6_000)
    await resolveRead(next)
    expect(change.getSnapshot()).toEqual(newDayView)
  })

  it('[LIVE-17] joins the new room when the old one closes, also while the day isn’t loaded', async () => {
    const change = open()
    change.dayStarted(next)
    runTimer()
    await resolveRead(null)
    change.dayStarted(next, true)
    runTimer()
    expect(change.getSnapshot()).toMatchObject({ stageDay: day, roomDay: next, isReading: true })
    await resolveRead(next)
    expect(change.getSnapshot()).toEqual(newDayView)
  })

  it('[PHASE-16] stays with the room of the moment, although a later day began', async () => {
    const change = createDayChange({ day: next, read: async () => next, after: () => () => {} })
    change.start()
    change.setStageDay(day, true)
    expect(change.getSnapshot()).toEqual(oldDayView)
    const behind = open({ day: next })
    expect(behind.getSnapshot()).toEqual(oldDayView)
    runTimer()
    behind.setStageDay(day, true)
    await resolveRead(next)
    expect(behind.getSnapshot()).toEqual(newDayView)
  })

  it('detects at once that it shows an earlier visit’s day', () => {
    const change = open()
    change.dayStarted('2026-11-25')
    expect(runTimer()).toBe(5_000)
    expect(reads).toBe(1)
  })

  it('requests nothing without a signed-in member, and continues after sign-in', () => {
    const change = open()
    stop()
    change.dayStarted(next)
    expect(waiting).toEqual([])
    change.start()
    expect(runTimer()).toBe(5_000)
    expect(reads).toBe(1)
  })
})

describe('a page whose video plays', () => {
  function sitting(): DayChange {
    const change = open()
    change.setPlaying(true)
    change.dayStarted(next)
    return change
  }

  it('[LIVE-18] stays past midnight, and offers the new day', () => {
    const change = sitting()
    expect(change.getSnapshot()).toEqual({ ...oldDayView, isNewDayOffered: true })
    change.setPlaying(false)
    change.setPlaying(true)
    expect([reads, waiting]).toEqual([0, []])
  })

  it('[LIVE-18] switches when the video has ended, within the usual delay', async () => {
    const change = sitting()
    change.setPlaying(false)
    change.videoEnded()
    expect(runTimer()).toBe(5_000)
    await resolveRead(next)
    expect(change.getSnapshot()).toEqual(newDayView)
  })

  it('[LIVE-18] switches at once on the member’s request', async () => {
    const change = sitting()
    change.goToToday()
    expect(change.getSnapshot()).toEqual({ ...oldDayView, isNewDayOffered: true, isReading: true })
    change.goToToday()
    await resolveRead(null)
    expect(waiting).toHaveLength(1)
    change.goToToday()
    expect(waiting).toEqual([])
    await resolveRead(next)
    expect(change.getSnapshot()).toEqual(newDayView)
    expect(reads).toBe(2)
  })

  it('[LIVE-17] joins the new room when the old one closes, and keeps its stage until the video ends', async () => {
    const change = sitting()
    change.dayStarted(next, true)
    change.dayStarted(next, true)
    runTimer()
    expect(change.getSnapshot()).toEqual({ ...oldDayView, roomDay: next, isNewDayOffered: true })
    expect(reads).toBe(0)
    change.setStageDay(day)
    expect(change.getSnapshot().roomDay).toBe(next)
    change.videoEnded()
    runTimer()
    await resolveRead(next)
    expect(change.getSnapshot()).toEqual(newDayView)
    expect(reads).toBe(1)
  })

  it('[LIVE-17] that is paused by then switches fully when the old room closes', async () => {
    const change = sitting()
    change.setPlaying(false)
    expect(runTimer()).toBe(60_000)
    change.dayStarted(next, true)
    runTimer()
    await resolveRead(next)
    expect(change.getSnapshot()).toEqual(newDayView)
  })

  it('[LIVE-18] is evaluated again at the next midnight', async () => {
    const change = sitting()
    change.setPlaying(false)
    runTimer()
    change.dayStarted('2026-11-23')
    expect(change.getSnapshot().isNewDayOffered).toBe(false)
    runTimer()
    await resolveRead('2026-11-23')
    expect(change.getSnapshot().stageDay).toBe('2026-11-23')
  })

  it('no longer counts as playing on the next day’s stage', async () => {
    const change = sitting()
    change.goToToday()
    await resolveRead(next)
    change.dayStarted('2026-11-23')
    expect(change.getSnapshot().isNewDayOffered).toBe(false)
  })
})

describe('a page whose video was paused a moment ago', () => {
  /** Away at the door, or with a screen that was just locked. */
  function openJustPaused(): DayChange {
    const change = open()
    change.setPlaying(true)
    change.setPlaying(false)
    return change
  }

  it('[LIVE-18] stays past midnight like a playing one, and to the video’s end when it resumes', async () => {
    const change = openJustPaused()
    change.dayStarted(next)
    expect(change.getSnapshot()).toEqual({ ...oldDayView, isNewDayOffered: true })
    change.setPlaying(true)
    expect(waiting).toEqual([])
    // From here on a pause doesn't count as the end.
    change.setPlaying(false)
    expect(runTimer()).toBe(60_000)
    expect([reads, waiting]).toEqual([0, []])
    change.videoEnded()
    runTimer()
    await resolveRead(next)
    expect(change.getSnapshot()).toEqual(newDayView)
  })

  it('[LIVE-16] switches once it has been paused for a minute', async () => {
    const change = openJustPaused()
    change.dayStarted(next)
    expect(runTimer()).toBe(60_000)
    expect(runTimer()).toBe(5_000)
    await resolveRead(next)
    expect(change.getSnapshot()).toEqual(newDayView)
  })

  it.each<[string, (change: DayChange) => unknown]>([
    ['minute', () => runTimer()],
    ['video', (change) => change.videoEnded()],
  ])('[LIVE-16] switches as usual when the %s was over before midnight', (_, isOver) => {
    const change = openJustPaused()
    isOver(change)
    // A player may report at last that it stopped playing.
    change.setPlaying(false)
    change.dayStarted(next)
    expect(change.getSnapshot()).toEqual(oldDayView)
    expect(runTimer()).toBe(5_000)
  })

  it('[LIVE-17] keeps its stage for the rest of the minute when the old room closes', () => {
    const change = openJustPaused()
    change.dayStarted(next, true)
    expect(waiting.map(({ ms }) => ms)).toEqual([60_000, 5_000])
    waiting.pop()?.run()
    expect(change.getSnapshot()).toEqual({ ...oldDayView, roomDay: next, isNewDayOffered: true })
    expect(runTimer()).toBe(60_000)
    runTimer()
    expect(change.getSnapshot().isReading).toBe(true)
  })
})

describe('a changed meditation for today', () => {
  it('[MED-36] [T40] is read once within 5 s, however often it is announced', async () => {
    const change = open()
    change.meditationChanged()
    change.meditationChanged()
    expect(runTimer()).toBe(5_000)
    expect(reads).toBe(1)
    await resolveRead(day)
    expect(change.getSnapshot()).toEqual(oldDayView)
    expect(waiting).toEqual([])
  })

  it('[MED-36] interrupts no video: it is read when the video has ended or paused for a minute', async () => {
    const change = open()
    change.setPlaying(true)
    change.meditationChanged()
    expect(waiting).toEqual([])
    change.setPlaying(false)
    expect(runTimer()).toBe(60_000)
    change.setPlaying(true)
    expect(runTimer()).toBe(5_000)
    expect(reads).toBe(0)
    change.videoEnded()
    runTimer()
    expect(reads).toBe(1)
    await resolveRead(day)
    expect(waiting).toEqual([])
  })

  it('[MED-36] is read again after a failure, and when it changes meanwhile', async () => {
    const change = open()
    change.meditationChanged()
    runTimer()
    await resolveRead(null)
    runTimer()
    change.meditationChanged()
    await resolveRead(day)
    runTimer()
    expect(reads).toBe(3)
    await resolveRead(day)
    expect(waiting).toEqual([])
  })

  it('[MED-36] is included in a new day’s load', async () => {
    const change = open()
    change.meditationChanged()
    change.dayStarted(next)
    runTimer()
    await resolveRead(next)
    expect(change.getSnapshot()).toEqual(newDayView)
    expect([reads, waiting]).toEqual([1, []])
  })
})
