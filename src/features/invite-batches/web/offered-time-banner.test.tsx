// The offer of recorded time: two equal buttons, and silence while its member sits.
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { resetPage } from '#web/reset-page.ts'
import { setMeditating } from '#web/visit-state.ts'
import { offeredTimeCalls } from '../contract.ts'
import { OfferedTimeBanner } from './offered-time-banner.tsx'

const offered = { minutes: 12_840, sits: 500, from: '2024-01-02', to: '2026-11-01' }

let server: FakeServer
beforeEach(() => {
  resetPage()
  server = startFakeServer()
  server.respond(offeredTimeCalls.offeredTime, { offered })
})

it.each([
  ['Keep', true],
  ['Don’t keep', false],
])('[JOIN-06] %s answers once, and the offer goes', async (name, keep) => {
  renderScreen(<OfferedTimeBanner />)
  expect(
    await screen.findByText('Stillwater recorded 214 hours for you, from Jan 2, 2024 to Nov 1, 2026.'),
  ).toBeTruthy()
  const [one, other] = screen.getAllByRole('button')
  expect(one?.className).toBe(other?.className)
  server.respond(offeredTimeCalls.answerOfferedTime, { imported: keep ? 500 : 0, skipped: 0 })
  server.respond(offeredTimeCalls.offeredTime, { offered: null })
  await setUpUser().click(screen.getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  expect(server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ keep }])
})

it('[JOIN-06] a failure keeps the offer and says so; while its member sits it isn’t shown', async () => {
  renderScreen(<OfferedTimeBanner />)
  await screen.findByRole('region')
  server.failConnection(offeredTimeCalls.answerOfferedTime)
  await setUpUser().click(screen.getByRole('button', { name: 'Keep' }))
  expect(await screen.findByText('That wasn’t saved. Please try again.')).toBeTruthy()
  act(() => setMeditating(true))
  expect(screen.queryByRole('region')).toBeNull()
  act(() => setMeditating(false))
  expect(screen.getByRole('region')).toBeTruthy()
})

it('[JOIN-06] one recorded day is named once', async () => {
  server.respond(offeredTimeCalls.offeredTime, { offered: { ...offered, to: offered.from } })
  renderScreen(<OfferedTimeBanner />)
  expect(await screen.findByText('Stillwater recorded 214 hours for you, on Jan 2, 2024.')).toBeTruthy()
})

it('[JOIN-06] over the room it is a card that goes at Later, on this page alone', async () => {
  const { rerender } = renderScreen(<OfferedTimeBanner isCard />)
  await screen.findByRole('region')
  await setUpUser().click(screen.getByRole('button', { name: 'Later' }))
  expect(screen.queryByRole('region')).toBeNull()
  rerender(<OfferedTimeBanner />)
  expect(screen.getByRole('region')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Later' })).toBeNull()
})

it('[JOIN-06] the card doesn’t come back at the end of a silence', async () => {
  renderScreen(<OfferedTimeBanner isCard />)
  await screen.findByRole('region')
  act(() => setMeditating(true))
  act(() => setMeditating(false))
  expect(screen.queryByRole('region')).toBeNull()
})
