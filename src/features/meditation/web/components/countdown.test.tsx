// The countdown in the room.
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { testCommunity } from '#test/web/community.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { emptyPreview } from '#test/web/preview.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setCommunity } from '#web/community.ts'
import { previewCalls } from '../../contract.ts'
import type { ComingMeditation } from '../../countdown-target.ts'
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

const bell: ComingMeditation = {
  day: '2026-11-21',
  title: 'The long exhale',
  language: null,
  startsAt: noon + 3_600_000,
  together: true,
  cancelled: false,
}

function show(nextDay: string | null, coming: ComingMeditation[] | null = [], pageTitle = 'Morning light') {
  server.respond(previewCalls.preview, { ...emptyPreview, nextDay })
  renderScreen(<NextCountdown size="line" {...{ coming, pageTitle }} />)
}
const shownTimer = () =>
  vi.waitFor(() => {
    const timer = screen.getByRole('timer')
    expect(timer.classList.contains('invisible')).toBe(false)
    return timer.textContent
  })

test('[MED-03] nothing scheduled: a sentence, and no countdown', async () => {
  show(null)
  expect(await screen.findByText(unscheduled)).toBeTruthy()
  expect(screen.queryByRole('timer')).toBeNull()
})

test('[MED-03] a day later than tomorrow: the countdown is to its midnight', async () => {
  show('2026-11-24')
  expect(await shownTimer()).toMatch(/^Next Meditation in (60h 0m 0s|59h 59m \d\ds)$/)
})

test('[MED-03] it counts down to today’s bell, though nothing is scheduled after it', async () => {
  show(null, [bell], bell.title)
  expect(await shownTimer()).toMatch(/^Next Meditation in (1h 0m 0s|0h 59m \d\ds)$/)
  expect(screen.queryByText(unscheduled)).toBeNull()
})

test('[MED-03] it names the meditation of a bell that isn’t the page’s', async () => {
  show('2026-11-22', [bell])
  expect(await shownTimer()).toMatch(/^Next Meditation in \d+h \d+m \d+s · The long exhale$/)
})

test('[LANG-11] the named title is in its own language', async () => {
  onTestFinished(() => setCommunity(testCommunity))
  setCommunity({ ...testCommunity, language: 'es' })
  show('2026-11-22', [bell])
  await shownTimer()
  expect(screen.getByText(bell.title).lang).toBe('es')
})

test('[MED-03] until the coming meditations are known it keeps its place, invisible', async () => {
  show('2026-11-22', null)
  await vi.waitFor(() => expect(server.count(previewCalls.preview)).toBe(1))
  expect(screen.getByRole('timer').classList.contains('invisible')).toBe(true)
})
