// The countdown in the room: to the bell, to the next scheduled day, or a sentence when none is scheduled.
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { emptyPreview } from '#test/web/preview.ts'
import { createQueryClient } from '#web/query-client.ts'
import { previewCalls } from '../../preview-contract.ts'
import { NextCountdown } from './countdown.tsx'

const noon = Date.parse('2026-11-21T18:00:00.000Z')
const unscheduled = 'The next meditation isn’t scheduled yet.'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  vi.setSystemTime(noon)
})
afterEach(() => {
  vi.useRealTimers()
})

function show(nextDay: string | null, bellAt: number | null = null) {
  server.respond(previewCalls.preview, { ...emptyPreview, nextDay })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <NextCountdown size="line" bellAt={bellAt} />
    </QueryClientProvider>,
  )
}

test('[MED-03] nothing scheduled: a sentence, and no countdown', async () => {
  show(null)
  expect(await screen.findByText(unscheduled)).toBeTruthy()
  expect(screen.queryByRole('timer')).toBeNull()
})

test('[MED-03] a day later than tomorrow: the countdown is to its midnight', async () => {
  show('2026-11-24')
  await vi.waitFor(() => expect(screen.getByRole('timer').classList.contains('invisible')).toBe(false))
  expect(screen.getByRole('timer').textContent).toMatch(/^Next Meditation in (60h 0m 0s|59h 59m \d\ds)$/)
})

test('[MED-03] it counts down to today’s bell, though nothing is scheduled after it', async () => {
  show(null, noon + 3_600_000)
  expect((await screen.findByRole('timer')).textContent).toMatch(
    /^Next Meditation in (1h 0m 0s|0h 59m \d\ds)$/,
  )
  expect(screen.queryByText(unscheduled)).toBeNull()
})
