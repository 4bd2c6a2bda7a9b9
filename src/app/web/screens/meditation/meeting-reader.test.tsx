import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { passTime } from '#test/web/passing-time.ts'
import { MeetingReader } from './meeting-reader.tsx'

const doorsAt = Date.parse('2026-11-21T12:15:00Z')
const sitting = sittingSharingAt(doorsAt + 1_200_000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  vi.setSystemTime(doorsAt)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  [true, 0, 1_000],
  [true, 1, 8_000],
  [false, 0, 1_000],
  [false, 1, 880_000],
])(
  '[TEACH-11] an open page reads the link after the doors: live %s, with a random number of %d after %d ms',
  (isLive, random, afterMs) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const refetch = vi.fn<() => Promise<unknown>>().mockResolvedValue(null)
    const { unmount } = render(<MeetingReader {...{ sitting, isLive, refetch }} />)
    passTime(afterMs - 1)
    expect(refetch).not.toHaveBeenCalled()
    passTime(1)
    expect(refetch).toHaveBeenCalledTimes(1)
    // Until it is known, as without a connection.
    passTime(20_000)
    expect(refetch).toHaveBeenCalledTimes(2)
    unmount()
  },
)
