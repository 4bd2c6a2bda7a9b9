// The room of the moment on a page: when it changes by itself, and what a host's change does to it.
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { showPage } from '#test/web/passing-time.ts'
import { withQueryClient } from '#test/web/render-screen.tsx'
import { pageDays } from '#web/community-days.ts'
import { sittingsCalls } from '../../contract.ts'
import { roomDayAt } from '../../current-sitting.ts'
import type { Sitting } from '../../sitting.ts'
import { useApplySitting, useTimelineNow, useSittingsAround } from './use-timeline-now.ts'

const midnight = Date.parse('2026-11-22T06:00:00Z')

/** A sitting whose bell rings so many minutes after midnight. */
function buildSitting(bellMinutes: number, changes: Partial<Sitting> = {}): Sitting {
  const startsAt = midnight + bellMinutes * minuteMs
  return {
    id: 1,
    scheduleId: 1,
    day: bellMinutes < 0 ? '2026-11-21' : '2026-11-22',
    version: 1,
    doorsAt: startsAt - 15 * minuteMs,
    gatherAt: startsAt - minuteMs,
    startsAt,
    videoAt: startsAt + 8_000,
    sharingAt: startsAt + 10 * minuteMs,
    endsAt: startsAt + 25 * minuteMs,
    mediaSeconds: 592,
    keepsTempo: false,
    cancelled: false,
    cancelNote: null,
    ...changes,
  }
}

const none: Sitting[] = []
afterEach(() => vi.useRealTimers())

/** A page that has read these sittings. */
async function openPage(minutes: number, sittings: Sitting[]) {
  startFakeServer().respond(sittingsCalls.sittings, sittings)
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    now: midnight + minutes * minuteMs,
    shouldAdvanceTime: true,
  })
  const { result } = renderHook(
    () => {
      const read = useSittingsAround(true).data
      const known = read ?? none
      const nowMs = useTimelineNow(known)
      return {
        sittings: read,
        day: roomDayAt(known, pageDays().dayOf(nowMs), nowMs),
        apply: useApplySitting(),
      }
    },
    { wrapper: withQueryClient() },
  )
  await waitFor(() => expect(result.current.sittings).toEqual(sittings))
  return {
    result,
    at: (afterMs: number) => {
      vi.setSystemTime(midnight + afterMs)
      showPage()
    },
    day: () => result.current.day,
  }
}

test('[PHASE-16] the eve’s room stays that of the moment until the end of the sharing', async () => {
  const { endsAt } = buildSitting(-2)
  const page = await openPage(-1, [buildSitting(-2)])
  for (const [afterMs, day] of [
    [0, '2026-11-21'],
    [endsAt - midnight - 1, '2026-11-21'],
    [endsAt - midnight, '2026-11-22'],
  ] as const) {
    page.at(afterMs)
    expect(page.day()).toBe(day)
  }
})

test('[PHASE-06] a clock that was days ahead for a moment comes back, and the room with it', async () => {
  const page = await openPage(-10, [])
  page.at(3 * 86_400_000)
  expect(page.day()).toBe('2026-11-25')
  page.at(-9 * minuteMs)
  expect(page.day()).toBe('2026-11-21')
})

test('[PHASE-08] [PHASE-19] the next day’s room is that of the moment from the doors on, as a host moves them', async () => {
  const page = await openPage(-10, [buildSitting(10)])
  expect(page.day()).toBe('2026-11-21')
  page.at(-5 * minuteMs)
  expect(page.day()).toBe('2026-11-22')
  const { apply } = page.result.current
  act(() => apply(1, buildSitting(10, { version: 2, cancelled: true })))
  await waitFor(() => expect(page.day()).toBe('2026-11-21'))
  act(() => apply(1, buildSitting(10)))
  act(() => apply(2, null))
  expect(page.result.current.sittings).toMatchObject([{ version: 2 }])
  act(() => apply(1, null))
  await waitFor(() => expect(page.result.current.sittings).toEqual([]))
})
