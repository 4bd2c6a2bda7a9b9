import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act, cleanup, render as renderBare, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { passTime } from '#test/web/passing-time.ts'
import { createQueryClient } from '#web/query-client.ts'
import { reflectionOptInCalls } from '../contract.ts'
import type { Reflection } from '../reflection.ts'
import { RoomReflection } from './room-reflection.tsx'

const sharingAt = Date.parse('2026-11-21T19:19:30Z')
const sitting = sittingSharingAt(sharingAt)
const reflection: Reflection = { sittingId: sitting.id, pairs: 8, changeTenths: 15 }

let server: FakeServer
let queries: QueryClient
beforeEach(() => {
  server = startFakeServer()
  server.respond(reflectionOptInCalls.reflectionOptIn, { isOptedIn: true, pairsMin: 8 })
  queries = createQueryClient()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  setBrowserZone('America/Chicago')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const render = (part: ReactElement) =>
  renderBare(part, {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  })
const settle = () => act(() => vi.advanceTimersByTimeAsync(0))

const line = () => screen.getByRole('status').textContent

test('[PULSE-16] names the minute of the number, whose place the number takes', async () => {
  vi.setSystemTime(sharingAt - 1)
  const { rerender } = render(
    <RoomReflection sitting={sitting} reflection={null} present={8} otherwise={null} />,
  )
  expect(line()).toBe('')
  passTime(1)
  await settle()
  expect(line()).toBe('The room’s energy comes at 1:21 PM.')
  passTime(121_000)
  expect(line()).toBe('The room’s energy comes at 1:21 PM.')
  rerender(<RoomReflection sitting={sitting} reflection={reflection} present={8} otherwise={null} />)
  expect(line()).toBe('The room rose by 1.5 centers (8 people)')
})

test('[PULSE-06, PULSE-16] promises no number to fewer than it needs; who leaves may have left their pair', async () => {
  vi.setSystemTime(sharingAt)
  const part = (present: number) => (
    <RoomReflection sitting={sitting} reflection={null} present={present} otherwise={null} />
  )
  const { rerender } = render(part(1))
  await settle()
  expect(line()).toBe('')
  expect(server.calls).toEqual([])
  rerender(part(7))
  await settle()
  expect(line()).toBe('')
  rerender(part(8))
  expect(line()).toBe('The room’s energy comes at 1:21 PM.')
  rerender(part(3))
  expect(line()).toBe('The room’s energy comes at 1:21 PM.')
})

test('[PULSE-16] without a number the line goes, and a reload doesn’t bring it back', async () => {
  vi.setSystemTime(sharingAt)
  const { unmount } = render(
    <RoomReflection sitting={sitting} reflection={null} present={8} otherwise={null} />,
  )
  await settle()
  expect(line()).not.toBe('')
  passTime(130_000)
  expect(line()).toBe('')
  unmount()
  render(<RoomReflection sitting={sitting} reflection={null} present={8} otherwise={null} />)
  await settle()
  expect(line()).toBe('')
})
