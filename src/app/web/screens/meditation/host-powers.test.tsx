import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownMute } from '#features/chat/web/data/own-mute.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { passTime } from '#test/web/passing-time.ts'
import { HostPowers } from './host-powers.tsx'

const startsAt = Date.parse('2026-11-21T12:30:00Z')
const sitting = sittingSharingAt(startsAt + 300_000)
const hour = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})
afterEach(() => {
  ownMute.set(null)
  vi.useRealTimers()
})

test('[TEACH-03] the tools of who holds a sitting come an hour before its doors, go with its sharing, and rest while they are muted', () => {
  vi.setSystemTime(sitting.doorsAt - hour - 1)
  let isHeld = false
  const { unmount } = render(<HostPowers sitting={sitting} onChange={(now) => (isHeld = now)} />)
  expect(isHeld).toBe(false)
  act(() => passTime(1))
  expect(isHeld).toBe(true)
  act(() => ownMute.set({ untilMs: Date.now() + 60_000, reason: '' }))
  expect(isHeld).toBe(false)
  act(() => passTime(60_000))
  expect(isHeld).toBe(true)
  act(() => passTime(sitting.endsAt - Date.now()))
  expect(isHeld).toBe(false)
  unmount()
})
