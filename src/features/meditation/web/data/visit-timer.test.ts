// Visit timer on a bad network: what a page sends, and what the real server rules credit.
import { describe, expect, test } from 'vitest'
import type { TimeReport, VisitRecord } from '../../contract.ts'
import {
  claimedSeconds,
  clockAfterPageStart,
  completionThresholdSeconds,
  creditClaim,
  type MemberClock,
} from '../../visit-time.ts'
import { createVisitTimer } from './visit-timer.ts'

type Fate = 'responded' | 'lost' | 'unheard' | 'missing' | 'ended'

/** A member's visit on a server with the real rules, and its pages, which share one clock. */
function createSimulation({ durationMinutes = 3, fateOf = (): Fate => 'responded' } = {}) {
  let nowMs = 0
  let clock: MemberClock = { lastCreditMs: 0, lastCallMs: 0, openPages: 0 }
  let visits = 0
  let duration = 0
  let fates: Fate[] = []
  let isVisible = true
  const sent: unknown[] = []
  const saidVisible: boolean[] = []
  const timers = new Set<{ atMs: number; run: () => void }>()

  const recordOf = () =>
    ({
      id: visits,
      duration,
      completed: duration >= completionThresholdSeconds({ durationMinutes, mediaSeconds: null }),
    }) as VisitRecord
  const take = (report: TimeReport, isGoodbye: boolean) => {
    const claim = { isGoodbye, seconds: claimedSeconds(report, duration), duration, durationMinutes }
    const credited = creditClaim(clock, claim, nowMs)
    clock = credited.clock
    duration += credited.seconds
  }
  const send = async (what: unknown, serve: () => void): Promise<VisitRecord> => {
    sent.push(what)
    const fate = fates.shift() ?? fateOf()
    if (fate === 'missing' || fate === 'ended') throw new Error(fate)
    if (fate !== 'lost') serve()
    if (fate !== 'responded') throw new Error('retry')
    return recordOf()
  }
  const begin = () => {
    const isNew = visits === 0
    visits ||= 1
    clock = clockAfterPageStart(clock, isNew, nowMs)
  }
  const flush = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  return {
    sent,
    /** Whether each report, and the goodbye, said that the page is visible. */
    saidVisible,
    setVisible: (isSo: boolean) => {
      isVisible = isSo
    },
    credited: () => duration,
    /** Sets the fate of the next calls. */
    next: (...coming: Fate[]) => {
      fates = coming
    },
    /** From now on a start opens another visit. */
    replaceVisit: () => {
      visits += 1
      duration = 0
    },
    takeGoodbye: (seconds: number) => take({ additionalDuration: seconds }, true),
    openPage: (onGoodbye = (seconds: number) => take({ additionalDuration: seconds }, true)) => {
      const notified = { completed: 0 }
      const timer = createVisitTimer({
        start: () => send('start', begin),
        report: (_id, { isVisible: isSaid = false, ...report }) => {
          saidVisible.push(isSaid)
          return send(report, () => take(report, false))
        },
        sendGoodbye: (_id, { additionalDuration: seconds, isVisible: isSaid }) => {
          saidVisible.push(isSaid)
          sent.push({ goodbye: seconds })
          onGoodbye(seconds)
        },
        isVisible: () => isVisible,
        nowMs: () => nowMs,
        random: () => 0.5,
        after: (ms, run) => {
          const entry = { atMs: nowMs + ms, run }
          timers.add(entry)
          return () => timers.delete(entry)
        },
        classifyError: (error) => {
          const { message } = error as Error
          return message === 'missing' || message === 'ended' ? message : 'retry'
        },
        onCompleted: () => {
          notified.completed += 1
        },
      })
      timer.start()
      return { ...timer, notified, flushed: flush() }
    },
    pass: async (ms: number) => {
      const untilMs = nowMs + ms
      for (;;) {
        await flush()
        const [next] = [...timers].toSorted((a, b) => a.atMs - b.atMs)
        if (!next || next.atMs > untilMs) break
        nowMs = Math.max(nowMs, next.atMs)
        timers.delete(next)
        next.run()
      }
      nowMs = untilMs
      await flush()
    },
    /** The device sleeps: time passes, and no timer runs. */
    sleep: (ms: number) => {
      nowMs += ms
    },
  }
}

const delta = (additionalDuration: number) => ({ additionalDuration })

describe('a visit', () => {
  test('[MED-13, MED-14, MED-15] starts once, reports every 30 seconds, and sends the remainder with a goodbye', async () => {
    const world = createSimulation()
    const page = world.openPage()
    await page.flushed
    expect(world.sent).toEqual(['start'])
    await world.pass(29_999)
    expect(world.sent).toHaveLength(1)
    await world.pass(1)
    await world.pass(41_500)
    page.leave()
    page.leave()
    await world.pass(600_000)
    expect(world.sent).toEqual(['start', delta(30), delta(30), { goodbye: 11 }])
    expect(world.credited()).toBe(71)
  })

  test('[MED-16] resumes with the total after the page was hidden and its timers were suspended', async () => {
    const world = createSimulation()
    const page = world.openPage()
    await world.pass(30_000)
    world.sleep(100_000)
    page.resume()
    await world.pass(0)
    expect(world.sent.at(-1)).toEqual({ duration: 130 })
    await world.pass(30_000)
    expect(world.sent.slice(2)).toEqual([{ duration: 130 }, delta(30)])
    expect(world.credited()).toBe(160)
  })

  test('[MED-16] never claims a total of more than 7200 seconds', async () => {
    const world = createSimulation({ durationMinutes: 600 })
    const page = world.openPage()
    await world.pass(30_000)
    world.sleep(5 * 3_600_000)
    page.resume()
    await world.pass(0)
    expect(world.sent.at(-1)).toEqual({ duration: 7_200 })
    expect(world.credited()).toBe(7_200)
  })

  test('[MED-16] restored from the browser’s cache restarts in the same visit', async () => {
    const world = createSimulation()
    const page = world.openPage()
    await world.pass(20_000)
    page.leave()
    world.sleep(60_000)
    page.start()
    page.start()
    await world.pass(30_000)
    expect(world.sent).toEqual(['start', { goodbye: 20 }, 'start', delta(30)])
    expect(world.credited()).toBe(50)
  })

  test('without a signed-in member ends without a goodbye', async () => {
    const world = createSimulation()
    const page = world.openPage()
    await world.pass(20_000)
    page.stop()
    page.resume()
    await world.pass(60_000)
    expect(world.sent).toEqual(['start'])
  })
})

describe('a page that is hidden and shown', () => {
  test('[MED-14] [MED-15] says with each report and the goodbye whether it is visible', async () => {
    const world = createSimulation()
    const page = world.openPage()
    await world.pass(30_000)
    world.setVisible(false)
    await world.pass(30_000)
    page.leave()
    expect(world.saidVisible).toEqual([true, false, false])
  })

  test('[MED-14] [MED-16] reports at once, and then every 30 seconds', async () => {
    const world = createSimulation()
    const page = world.openPage()
    await world.pass(40_000)
    world.setVisible(false)
    page.changeVisibility(false)
    await world.pass(20_000)
    world.setVisible(true)
    page.changeVisibility(true)
    await world.pass(30_000)
    expect(world.sent).toEqual(['start', delta(30), delta(10), { duration: 60 }, delta(30)])
    expect(world.saidVisible).toEqual([true, false, true, true])
    expect(world.credited()).toBe(90)
  })

  test('[MED-14] [MED-16] that flickers reports at most every five seconds, with what is so then', async () => {
    const world = createSimulation()
    const page = world.openPage()
    await world.pass(30_000)
    for (let change = 0; change < 101; change += 1) {
      const isShown = change % 2 === 1
      world.setVisible(isShown)
      page.changeVisibility(isShown)
      await world.pass(100)
    }
    await world.pass(5_000)
    expect(world.sent).toEqual(['start', delta(30), delta(5), delta(5), delta(5)])
    expect(world.saidVisible.at(-1)).toBe(false)
    expect(world.credited()).toBe(45)
  })

  test('[MED-18] sends nothing once it has left, and starts sooner after a failed start', async () => {
    const world = createSimulation()
    world.next('lost', 'lost', 'lost')
    const page = world.openPage()
    await world.pass(30_000)
    const starts = world.sent.length
    page.changeVisibility(true)
    await world.pass(5_000)
    expect(world.sent.length).toBe(starts + 1)
    page.leave()
    const before = world.sent.length
    page.changeVisibility(false)
    await world.pass(60_000)
    expect(world.sent).toHaveLength(before)
  })
})

describe('a call that fails', () => {
  test('[MED-18] with 404 ends the visit: nothing more is sent, not even a goodbye', async () => {
    const world = createSimulation()
    const page = world.openPage()
    await page.flushed
    world.next('missing')
    await world.pass(90_000)
    page.resume()
    page.leave()
    await world.pass(90_000)
    expect(world.sent).toEqual(['start', delta(30)])
  })

  test('[MED-18] with 409 on a report starts a new visit at once', async () => {
    const world = createSimulation()
    const page = world.openPage()
    await page.flushed
    world.next('ended')
    world.replaceVisit()
    await world.pass(60_000)
    expect(world.sent).toEqual(['start', delta(30), 'start', delta(30)])
  })

  test('[MED-18, MED-32] with 409 on the start is not retried', async () => {
    const world = createSimulation({ fateOf: () => 'ended' })
    const page = world.openPage()
    await world.pass(90_000)
    page.resume()
    page.leave()
    expect(world.sent).toEqual(['start'])
  })

  test('[MED-18] otherwise loses nothing: the next report includes it, as a total, and never twice', async () => {
    const world = createSimulation()
    const page = world.openPage()
    await page.flushed
    world.next('lost', 'unheard')
    await world.pass(120_000)
    expect(world.sent.slice(1)).toEqual([delta(30), { duration: 60 }, { duration: 90 }, delta(30)])
    expect(world.credited()).toBe(120)
  })

  test('[MED-18] at the start is retried with growing delays, and at once when the network is back', async () => {
    const world = createSimulation({ fateOf: () => 'lost' })
    const page = world.openPage()
    await page.flushed
    const waitsMs: number[] = []
    for (let tries = 1; tries < 6; tries += 1) {
      let waitMs = 0
      while (world.sent.length === tries) {
        await world.pass(500)
        waitMs += 500
      }
      waitsMs.push(waitMs)
    }
    expect(waitsMs).toEqual([4_000, 8_000, 16_000, 22_500, 22_500])
    world.next('responded', 'responded')
    page.resume()
    await world.pass(30_000)
    expect(world.sent.slice(6)).toEqual(['start', delta(30)])
    expect(world.credited()).toBe(30)
  })

  test('[MED-26] at the start, with only the response lost, counts no time twice', async () => {
    const world = createSimulation()
    world.next('unheard')
    const page = world.openPage()
    await world.pass(34_000)
    expect(world.sent).toEqual(['start', 'start', delta(30)])
    page.leave()
    expect(world.credited()).toBe(30)
  })

  test('at the start is not retried by a page that has closed meanwhile', async () => {
    const world = createSimulation({ fateOf: () => 'lost' })
    const page = world.openPage()
    page.leave()
    await world.pass(90_000)
    expect(world.sent).toEqual(['start'])
  })
})

test('[MED-35] completion is reported once, by the response that completes, and not by a start', async () => {
  const world = createSimulation()
  const page = world.openPage()
  await world.pass(120_000)
  expect(page.notified.completed).toBe(0)
  await world.pass(30_000)
  expect(page.notified.completed).toBe(1)
  await world.pass(60_000)
  expect(page.notified.completed).toBe(1)
  page.leave()
  const again = world.openPage()
  await world.pass(60_000)
  expect(again.notified.completed).toBe(0)
})

test('[F23] the goodbye excludes what a report in progress claims', async () => {
  const world = createSimulation()
  const page = world.openPage()
  await world.pass(29_999)
  world.sleep(1)
  page.resume()
  world.sleep(4_000)
  page.leave()
  await world.pass(0)
  expect(world.sent).toEqual(['start', { duration: 30 }, { goodbye: 4 }])
  expect(world.credited()).toBe(34)
})

/** Random numbers in [0, 1), the same in every run. */
function createSeededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test.each(Array.from({ length: 60 }, (_, index) => index + 1))(
  '[F22, MED-26] on an unreliable network (%i) only time in a lost goodbye is lost, and none is added',
  async (seed) => {
    const chance = createSeededRandom(seed)
    const world = createSimulation({ durationMinutes: 30 })
    let truthMs = 0
    let unknownMs = 0
    for (let visit = 0; visit < 8; visit += 1) {
      let repeated = 0
      let isLost = false
      world.next()
      const page = world.openPage((seconds) => {
        isLost = chance() < 0.3
        if (isLost) {
          unknownMs += seconds * 1_000
          return
        }
        world.takeGoodbye(seconds)
        if (chance() < 0.3) repeated = seconds
      })
      await page.flushed
      for (let part = 0; part < 5; part += 1) {
        world.next(...(['lost', 'unheard', 'responded'] as const).filter(() => chance() < 0.3))
        const ms = Math.floor(chance() * 90_000)
        if (chance() < 0.2) world.sleep(ms)
        else await world.pass(ms)
        if (chance() < 0.5) page.resume()
        await world.pass(0)
        truthMs += ms
      }
      page.leave()
      await world.pass(Math.floor(chance() * 10_000))
      world.takeGoodbye(repeated)
      // A member who returns sooner without a goodbye looks like a second tab.
      await world.pass((isLost ? 2 * 60_000 : 0) + Math.floor(chance() * 600_000))
      expect(world.credited() * 1_000).toBeLessThanOrEqual(truthMs)
      // The fraction of a second at the end of a visit isn't claimed.
      expect(world.credited() * 1_000).toBeGreaterThan(truthMs - unknownMs - (visit + 1) * 1_000)
    }
    expect(truthMs).toBeGreaterThan(300_000)
  },
)

test('[F22] on a reliable network a lost goodbye costs less than 30 seconds', async () => {
  const world = createSimulation()
  const page = world.openPage(() => undefined)
  await world.pass(119_999)
  page.leave()
  expect(world.credited()).toBe(90)
})
