// Visit time rules: what counts as time in a sitting.
import { describe, expect, it } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import {
  claimedSeconds,
  clockAfterPageStart,
  completionThresholdSeconds,
  creditClaim,
  creditReportBatch,
  type VisitTimeReport,
} from './visit-time.ts'

const startMs = 1_000_000_000

const clock = (facts: { lastCreditMs?: number; lastCallMs?: number; openPages?: number } = {}) => ({
  lastCreditMs: startMs,
  lastCallMs: startMs,
  openPages: 1,
  ...facts,
})
const claim = (
  seconds: number,
  facts: { isGoodbye?: boolean; duration?: number; minutes?: number } = {},
) => ({
  seconds,
  isGoodbye: facts.isGoodbye ?? false,
  duration: facts.duration ?? 0,
  durationMinutes: facts.minutes ?? 3,
})

describe('a sitting is complete', () => {
  it.each([
    [0, null, 240],
    [1, null, 60],
    [2, null, 96],
    [3, null, 144],
    [24, null, 1_152],
    [112, null, 5_376],
    [113, null, 5_400],
    [600, null, 5_400],
    // A measured video counts where it is the shorter one.
    [20, 168, 135],
    [20, 168.4, 135],
    [5, 3_600, 240],
    [3, 180, 144],
    [20, 30, 60],
    [0, 168, 135],
  ])(
    '[MED-28] of %i minutes with a video of %s s after %i seconds',
    (durationMinutes, mediaSeconds, seconds) => {
      expect(completionThresholdSeconds({ durationMinutes, mediaSeconds })).toBe(seconds)
    },
  )
})

describe('a claim', () => {
  it('[MED-22] of a delta is the delta, of a total the missing part, and never negative', () => {
    expect(claimedSeconds({ additionalDuration: 30 }, 50)).toBe(30)
    expect(claimedSeconds({ duration: 80 }, 50)).toBe(30)
    expect(claimedSeconds({ duration: 20 }, 50)).toBe(0)
  })

  it('[MED-23] is credited up to the elapsed time, and a fraction of a second counts for the next', () => {
    const first = creditClaim(clock(), claim(30), startMs + 10_700)
    expect(first).toMatchObject({ seconds: 10, clock: { lastCreditMs: startMs + 10_000 } })
    const second = creditClaim(first.clock, claim(30), startMs + 11_000)
    expect(second.seconds).toBe(1)
    expect(creditClaim(second.clock, claim(30), startMs + 11_000).seconds).toBe(0)
  })

  it.each([
    [3, 780],
    [0, 900],
    [100, 6_600],
  ])(
    '[MED-25] after a silence in a sitting of %i minutes is credited up to %i seconds',
    (minutes, seconds) => {
      const nowMs = startMs + 100 * 60 * minuteMs
      const after = creditClaim(clock(), claim(7_200, { minutes }), nowMs)
      expect(after.seconds).toBe(seconds)
      expect(creditClaim(after.clock, claim(7_200, { minutes }), nowMs).seconds).toBe(0)
    },
  )

  it('[MED-24] is credited up to 7200 seconds per visit', () => {
    const nowMs = startMs + 30_000
    expect(creditClaim(clock(), claim(30, { duration: 7_190 }), nowMs).seconds).toBe(10)
    expect(creditClaim(clock(), claim(30, { duration: 7_200 }), nowMs).seconds).toBe(0)
  })

  it('[F16] is never negative, and a clock that was set back an hour doesn’t block credit', () => {
    const backMs = startMs - 60 * minuteMs
    const after = creditClaim(clock(), claim(30), backMs)
    expect(after.seconds).toBe(0)
    expect(creditClaim(after.clock, claim(30), backMs + 30_000).seconds).toBe(30)
  })

  it('[I06] that waited for the lock doesn’t set the clock back', () => {
    const { seconds, clock: after } = creditClaim(clock(), claim(30), startMs - 400)
    expect(seconds).toBe(0)
    expect(after.lastCreditMs).toBe(startMs)
  })

  it('[F22] of a repeated goodbye gets no time in between', () => {
    const bye = claim(20, { isGoodbye: true })
    const left = creditClaim(clock(), bye, startMs + 20_000)
    expect(left).toMatchObject({ seconds: 20, clock: { openPages: 0 } })
    const again = creditClaim(left.clock, bye, startMs + 35_000)
    expect(again.seconds).toBe(0)
    expect(again.clock).toEqual(left.clock)
  })

  it('[F23] of a report overtaken by its goodbye counts in full, and the visit stays over', () => {
    const left = creditClaim(clock(), claim(5, { isGoodbye: true }), startMs + 35_000)
    const late = creditClaim(left.clock, claim(30), startMs + 36_000)
    expect(late).toMatchObject({ seconds: 30, clock: { openPages: 0, lastCallMs: startMs + 35_000 } })
    // A claim for more than the uncredited time comes from a page that is still open.
    const resumed = creditClaim(late.clock, claim(20), startMs + 55_000)
    expect(resumed).toMatchObject({ seconds: 20, clock: { openPages: 1 } })
  })
})

describe('a visit after a page that died without a goodbye', () => {
  it('[MED-26] claims from its own start on, however many tabs report', () => {
    const died = creditClaim(clock(), claim(10), startMs + 10_000)
    let now = startMs + 100_000
    let tabs = clockAfterPageStart(died.clock, false, now)
    tabs = clockAfterPageStart(tabs, false, now)
    let seconds = 0
    for (let report = 1; report <= 12; report += 1) {
      if (report % 2 === 1) now += 10_000
      const credited = creditClaim(tabs, claim(10), now)
      seconds += credited.seconds
      tabs = credited.clock
    }
    expect(seconds).toBe(60)
  })

  it('[MED-23] takes nothing from a tab that still reports', () => {
    const started = clockAfterPageStart(clock(), false, startMs + 29_000)
    expect(creditClaim(started, claim(30), startMs + 30_000).seconds).toBe(30)
  })
})

describe('batched reports', () => {
  const nowMs = startMs + 30_000
  const startTime = '1970-01-12T13:46:40.000Z'
  const day = { sessionDate: '1970-01-12', startTime, endTime: startTime, createdAt: startTime }
  const visit = (id: number, userId: number, duration = 0) => ({
    record: { ...day, id, userId, templateId: 1, duration, completed: false },
    durationMinutes: 3,
    mediaSeconds: null,
  })
  const said = (userId: number, visitId: number, seconds: number): VisitTimeReport => {
    return { userId, visitId, report: { additionalDuration: seconds }, isGoodbye: false }
  }
  const held = {
    clocks: new Map([1, 2].map((userId) => [userId, clock()])),
    visits: new Map([visit(11, 1), visit(12, 1), visit(21, 2, 120)].map((s) => [s.record.id, s])),
  }
  const credited = (...reports: VisitTimeReport[]) => creditReportBatch(held, reports, nowMs)
  const secondsOf = ({ results }: ReturnType<typeof creditReportBatch>) =>
    results.map((response) => response?.duration ?? null)

  it('[I06, MED-23] of one member are credited in order, whatever their visits', () => {
    const after = credited(said(1, 11, 20), said(1, 12, 20), said(2, 21, 5), said(1, 11, 20))
    expect(secondsOf(after)).toEqual([20, 10, 125, 20])
    expect(after.clocks.get(1)).toMatchObject({ lastCreditMs: nowMs, lastCallMs: nowMs })
    expect([...after.records.values()].map(({ id, duration }) => [id, duration])).toEqual([
      [11, 20],
      [12, 10],
      [21, 125],
    ])
  })

  it('[MED-30] skip those without a clock or an open visit of their member', () => {
    const after = credited(said(3, 11, 20), said(1, 99, 20), said(2, 11, 20))
    expect(secondsOf(after)).toEqual([null, null, null])
    expect([after.clocks.size, after.records.size]).toEqual([0, 0])
  })

  it('[MED-28] skip those that complete a visit, and later ones of the same member', () => {
    const after = credited(said(2, 21, 23), said(2, 21, 1), said(2, 21, 0), said(1, 11, 1))
    expect(secondsOf(after)).toEqual([143, null, null, 1])
    expect(after.records.get(21)).toMatchObject({ duration: 143, completed: false })
  })
})

describe('a visit that starts', () => {
  const nowMs = startMs + 60_000

  it('[MED-26] after a goodbye excludes the time since then, and only that', () => {
    const left = clock({ lastCreditMs: startMs - 5_000, openPages: 0 })
    expect(clockAfterPageStart(left, false, nowMs)).toEqual({
      lastCreditMs: nowMs - 5_000,
      lastCallMs: nowMs,
      openPages: 1,
    })
  })

  it('[MED-26] after more than two minutes of silence counts from now, with or without a goodbye', () => {
    for (const openPages of [0, 1, 3]) {
      const afterSilence = clockAfterPageStart(clock({ openPages }), false, startMs + 2 * minuteMs + 1)
      expect(afterSilence).toMatchObject({ lastCreditMs: startMs + 2 * minuteMs + 1, openPages: 1 })
    }
    // Two heartbeats are the limit of a visit that hasn't said goodbye.
    const after = (ms: number) => clockAfterPageStart(clock(), false, startMs + ms)
    expect(after(minuteMs)).toMatchObject({ lastCreditMs: startMs, openPages: 2 })
    expect(after(minuteMs + 1)).toMatchObject({ lastCreditMs: startMs + minuteMs + 1, openPages: 2 })
  })

  it('[MED-23] beside another visit leaves that one’s unreported time alone', () => {
    expect(clockAfterPageStart(clock(), false, startMs + 25_000)).toEqual({
      lastCreditMs: startMs,
      lastCallMs: startMs + 25_000,
      openPages: 2,
    })
  })

  it('[I06] with a new visit counts no earlier time', () => {
    expect(clockAfterPageStart(clock(), true, nowMs)).toEqual({
      lastCreditMs: nowMs,
      lastCallMs: nowMs,
      openPages: 2,
    })
  })

  it('[F16] on a clock that was set back counts from now', () => {
    const backMs = startMs - 60 * minuteMs
    expect(clockAfterPageStart(clock(), false, backMs).lastCreditMs).toBe(backMs)
  })
})
