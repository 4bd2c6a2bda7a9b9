import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { meetingUrl } from '#test/data/live.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { passTime } from '#test/web/passing-time.ts'
import { useMeetingUrl } from './use-meeting-url.ts'

const doorsAt = Date.parse('2026-11-21T12:15:00Z')
const sitting = sittingSharingAt(doorsAt + 1_200_000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The day as it was read, behind closed doors unless `link` is given. */
const readOf = (of: Sitting | null, link?: string | null) =>
  ({ sitting: of, ...(link !== undefined && { meetingUrl: link }) }) as DailyMeditation

function show(isLive: boolean) {
  const refetch = vi.fn<() => Promise<unknown>>().mockResolvedValue(null)
  let data = readOf(sitting)
  let shown: Sitting | null = sitting
  const { result, rerender, unmount } = renderHook(() =>
    useMeetingUrl({ data, isLive, refetch }, shown, Date.now()),
  )
  return {
    refetch,
    unmount,
    url: () => result.current,
    read: (of: Sitting | null, link?: string | null) => {
      data = readOf(of, link)
      rerender()
    },
    turnTo: (next: Sitting | null, atMs: number) => {
      shown = next
      vi.setSystemTime(atMs)
      rerender()
    },
  }
}

test('[TEACH-11] a page that was open before the doors reads the link within seconds, once, and drops it at the end', () => {
  vi.setSystemTime(doorsAt - 60_000)
  const { refetch, url, read, turnTo, unmount } = show(true)
  passTime(59_000)
  expect(refetch).not.toHaveBeenCalled()
  turnTo(sitting, doorsAt)
  expect(url()).toBeNull()
  passTime(8_000)
  expect(refetch).toHaveBeenCalledTimes(1)
  read(sitting, meetingUrl)
  expect(url()).toBe(meetingUrl)
  passTime(600_000)
  expect(refetch).toHaveBeenCalledTimes(1)
  turnTo(sitting, sitting.endsAt - 1)
  expect(url()).toBe(meetingUrl)
  turnTo(sitting, sitting.endsAt)
  expect(url()).toBeNull()
  unmount()
})

test('[TEACH-11] of a sitting without a place it asks once', () => {
  vi.setSystemTime(doorsAt)
  const { refetch, url, read, unmount } = show(true)
  passTime(8_000)
  read(sitting, null)
  passTime(600_000)
  expect([refetch.mock.calls.length, url()]).toEqual([1, null])
  unmount()
})

test.each([
  [0, 1_000],
  [1, 880_000],
])(
  '[TEACH-11] for a video, with a random number of %d, it reads %d ms after the doors',
  (random, afterMs) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    vi.setSystemTime(doorsAt)
    const { refetch, unmount } = show(false)
    passTime(afterMs - 1)
    expect(refetch).not.toHaveBeenCalled()
    passTime(1)
    expect(refetch).toHaveBeenCalledTimes(1)
    unmount()
  },
)

test('[TEACH-11] a link is shown in its own sitting alone, not in the next one or a canceled one', () => {
  vi.setSystemTime(doorsAt)
  const { url, read, turnTo, unmount } = show(true)
  read(sitting, meetingUrl)
  expect(url()).toBe(meetingUrl)
  turnTo({ ...sitting, id: 2 }, doorsAt)
  expect(url()).toBeNull()
  turnTo({ ...sitting, cancelled: true }, doorsAt)
  expect(url()).toBeNull()
  turnTo(null, doorsAt)
  read(null, undefined)
  expect(url()).toBeNull()
  unmount()
})
