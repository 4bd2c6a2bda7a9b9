import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { passTime } from '#test/web/passing-time.ts'
import type { Reflection } from '../reflection.ts'
import { RoomReflection } from './room-reflection.tsx'

const sharingAt = Date.parse('2026-11-21T19:19:30Z')
const sitting = sittingSharingAt(sharingAt)
const reflection: Reflection = { sittingId: sitting.id, pairs: 8, changeTenths: 15 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  setBrowserZone('America/Chicago')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const line = () => screen.getByRole('status').textContent

test('[PULSE-16] names the minute of the number, whose place the number takes', () => {
  vi.setSystemTime(sharingAt - 1)
  const { rerender } = render(<RoomReflection sitting={sitting} reflection={null} />)
  expect(line()).toBe('')
  passTime(1)
  expect(line()).toBe('The room’s energy comes at 1:21 PM.')
  passTime(121_000)
  expect(line()).toBe('The room’s energy comes at 1:21 PM.')
  rerender(<RoomReflection sitting={sitting} reflection={reflection} />)
  expect(line()).toBe('The room rose by 1.5 centers (8 people)')
})

test('[PULSE-16] without a number the line goes, and a reload doesn’t bring it back', () => {
  vi.setSystemTime(sharingAt)
  const { unmount } = render(<RoomReflection sitting={sitting} reflection={null} />)
  passTime(130_000)
  expect(line()).toBe('')
  unmount()
  render(<RoomReflection sitting={sitting} reflection={null} />)
  expect(line()).toBe('')
})
