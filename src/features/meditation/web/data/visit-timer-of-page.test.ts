// The timer of a page: what it sends as the page is hidden, left or restored, and after a report that failed.
import { act, renderHook } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AnyError } from '#shared/common-errors.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { showPage } from '#test/web/passing-time.ts'
import { onSessionSignal, type SessionSignal } from '#web/session-signals.ts'
import { meditationCalls, type VisitRecord } from '../../contract.ts'
import { meditationErrors } from '../../errors.ts'
import { useVisitTimer } from './visit-timer.ts'

test.each([
  { visibility: 'visible', isSeated: false, isVisible: true },
  { visibility: 'hidden', isSeated: false, isVisible: false },
  { visibility: 'hidden', isSeated: true, isVisible: true },
] as const)(
  '[MED-14] [MED-15] a $visibility page whose member has a seat ($isSeated) counts as visible: $isVisible',
  async ({ visibility, isSeated, isVisible }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    const server = startFakeServer()
    server.respond(meditationCalls.startVisit, { ...visit, isReturn: false })
    const sendBeacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
    onTestFinished(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
    })
    const options = {
      day: visit.sessionDate,
      scheduleId: 4,
      isSignedIn: () => true,
      onCompleted: () => {},
    }
    const { rerender, unmount } = renderHook(
      (seat: { isSeated: boolean }) => useVisitTimer(true, { ...options, ...seat }),
      { initialProps: { isSeated: false } },
    )
    await act(() => vi.advanceTimersByTimeAsync(100))
    rerender({ isSeated })
    unmount()
    expect(sendBeacon.mock.calls).toEqual([
      [`/api/session/${visit.id}`, JSON.stringify({ additionalDuration: 0, isVisible })],
    ])
  },
)

const visit: VisitRecord = {
  id: 7,
  userId: 1,
  sessionDate: '2026-11-21',
  startTime: '2026-11-21T18:00:00.000Z',
  endTime: '2026-11-21T18:00:00.000Z',
  duration: 0,
  templateId: 2,
  completed: false,
  createdAt: '2026-11-21T18:00:00.000Z',
}

describe('a page that tracks its visit', () => {
  /** Its visit has started; what it calls and says from then on. */
  async function open() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    const server = startFakeServer()
    const started = { ...visit, isReturn: false }
    server.respond(meditationCalls.startVisit, started, { ...started, id: 8 })
    const sendBeacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)
    const signals: SessionSignal[] = []
    const stopSignals = onSessionSignal((signal) => signals.push(signal))
    onTestFinished(() => {
      stopSignals()
      vi.useRealTimers()
      vi.restoreAllMocks()
    })
    const isSignedIn = vi.fn<() => boolean>(() => true)
    const options = { day: visit.sessionDate, scheduleId: 4, isSignedIn, isSeated: false }
    const onCompleted = () => {}
    const { unmount } = renderHook(() => useVisitTimer(true, { ...options, onCompleted }))
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await pass(0)
    const calls = () => server.calls.slice(1).map(({ method, path }) => `${method} ${path.slice(13)}`)
    const goodbyes = () => sendBeacon.mock.calls.map(([path]) => String(path).slice(13))
    return { server, signals, isSignedIn, pass, unmount, calls, goodbyes }
  }

  test.each<[AnyError, string[], string[], SessionSignal[]]>([
    ['not_found', ['PUT 7'], [], []],
    [meditationErrors.session_ended, ['PUT 7', 'POST start'], ['8'], []],
    ['internal', ['PUT 7'], ['7'], []],
    ['unauthenticated', ['PUT 7'], ['7'], ['ended']],
    ['banned', ['PUT 7'], ['7'], ['denied']],
  ])('[MED-18] whose report fails with %s', async (error, calls, goodbyes, signals) => {
    const page = await open()
    page.server.failWith(meditationCalls.reportTime, error)
    await page.pass(59_000)
    expect(page.calls()).toEqual(calls)
    page.unmount()
    expect(page.goodbyes()).toEqual(goodbyes)
    expect(page.signals).toEqual(signals)
  })

  test('[MED-18] reports once its connection is back what it couldn’t before', async () => {
    const page = await open()
    page.server.failConnection(meditationCalls.reportTime)
    await page.pass(45_000)
    page.server.respond(meditationCalls.reportTime, visit)
    window.dispatchEvent(new Event('online'))
    await page.pass(0)
    expect(page.calls()).toEqual(['PUT 7', 'PUT 7'])
    expect(page.server.calls.at(-1)?.body).toMatchObject({ duration: 45 })
  })

  test('[MED-18] says no goodbye where its member has signed out', async () => {
    const page = await open()
    page.isSignedIn.mockReturnValue(false)
    page.unmount()
    expect(page.goodbyes()).toEqual([])
  })

  test('[MED-15, MED-16] says goodbye as it is left, and starts again as the browser’s cache restores it', async () => {
    const page = await open()
    window.dispatchEvent(new Event('pagehide'))
    expect(page.goodbyes()).toEqual(['7'])
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    await page.pass(60_000)
    expect(page.calls()).toEqual([])
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await page.pass(0)
    expect(page.calls()).toEqual(['POST start'])
  })

  test('[MED-14, MED-16] reports as it is hidden, and in total as it is shown', async () => {
    const page = await open()
    page.server.respond(meditationCalls.reportTime, visit)
    for (const visibility of ['hidden', 'visible'] as const) {
      await page.pass(10_000)
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
      showPage()
      await page.pass(0)
    }
    expect(page.server.calls.slice(1).map(({ body }) => body)).toEqual([
      { additionalDuration: 10, isVisible: false },
      { duration: 10, isVisible: true },
    ])
  })
})
