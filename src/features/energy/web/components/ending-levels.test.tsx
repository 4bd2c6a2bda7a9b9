// The steps of an ending: which one is shown, what the presses do, and what is announced.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reflectionOptInCalls } from '#features/reflections/contract.ts'
import type { Reflection } from '#features/reflections/reflection.ts'
import { EndingReflection } from '#features/reflections/web/room-reflection.tsx'
import { sittingsCalls } from '#features/sittings/contract.ts'
import { msToTimestamp } from '#shared/day.ts'
import { testDays, testZone } from '#test/community-days.ts'
import { createMoodEntry } from '#test/data/energy-history.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { createQueryClient } from '#web/query-client.ts'
import { serverNow, syncServerClock } from '#web/server-clock.ts'
import { energyCalls, type MoodEntry, type MoodType } from '../../contract.ts'
import { offerCare } from '../data/care-offer.ts'
import { EndingLevels } from './ending-levels.tsx'

const day = '2026-11-21'
const sharingAt = testDays.wallTimeMs(day, '19:04')
const sitting = sittingSharingAt(sharingAt, { id: 4, day })
const reflection: Reflection = { sittingId: sitting.id, pairs: 42, changeTenths: 16 }

let server: FakeServer
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    shouldAdvanceTime: true,
  })
  vi.setSystemTime(sharingAt)
  setBrowserZone(testZone)
  server = startFakeServer()
  server.respond(sittingsCalls.sittings, [])
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  offerCare(null)
})

const entryOf = (moodType: MoodType, index: number, atMs: number, fields: Partial<MoodEntry> = {}) =>
  createMoodEntry(day, moodType, index, { sittingId: sitting.id, createdAt: msToTimestamp(atMs), ...fields })
const before = entryOf('pre', 3, sharingAt - 600_000)

interface ShowOptions {
  entries?: MoodEntry[]
  isOptedIn?: boolean | null
  isTogether?: boolean
}

function show({ entries = [before], isOptedIn = true, isTogether = true }: ShowOptions = {}) {
  server.respond(energyCalls.entries, entries)
  server.respond(reflectionOptInCalls.reflectionOptIn, { isOptedIn, pairsMin: 8 })
  const onClose = vi.fn<() => void>()
  const onToSharing = vi.fn<() => void>()
  const queries = createQueryClient()
  const part = (number: Reflection | null, isThere = false) => (
    <QueryClientProvider client={queries}>
      <EndingLevels
        {...{ day, onClose }}
        onToSharing={isThere ? null : onToSharing}
        closeLabel="Back to the video"
        sitting={isTogether ? sitting : null}
        title="You sat with 12 others."
        renderReflection={(isShown) => (
          <EndingReflection
            {...{ sitting, isShown }}
            present={42}
            otherwise="You sat with 41 others."
            reflection={number}
          />
        )}
        link={<a href="/mood-analytics">See your journey</a>}
        thanks={<button type="button">Thank everyone</button>}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(part(null))
  return {
    onClose,
    onToSharing,
    publish: () => rerender(part(reflection)),
    arrive: () => rerender(part(reflection, true)),
  }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** The visible step: everything else is inert. */
const visible = () => [...document.querySelectorAll('[data-on]')].map((part) => part.textContent).join(' | ')
const press = (name: string | RegExp) =>
  act(async () => {
    const button = screen.getAllByRole('button', { name }).find((each) => !each.closest('[inert]'))
    button!.click()
    await vi.advanceTimersByTimeAsync(50)
  })

test('[PHASE-12, ENERGY-28] no words, then the sentence, then the row with the sentence above it', async () => {
  show()
  await pass(6_400)
  expect(visible()).toBe('')
  await pass(100)
  expect(visible()).toBe('You sat with 12 others.')
  const status = screen.getAllByRole('status').find((each) => each.textContent !== '')
  expect(within(status!).getByRole('heading', { name: 'You sat with 12 others.' })).toBeTruthy()
  await pass(4_000)
  expect(visible()).toMatch(/^You sat with 12 others\.You arrived with Solar PlexusHow are you leaving\?/)
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('[PHASE-12] the words stay where they are when the clock is corrected to an earlier time', async () => {
  show()
  await pass(6_600)
  const leaf = screen.getByRole('heading', { name: 'You sat with 12 others.' })
  act(() => syncServerClock(Date.now() - 1_500, performance.now(), performance.now()))
  await pass(100)
  expect(serverNow()).toBeLessThan(sharingAt + 6_500)
  expect(visible()).toBe('You sat with 12 others.')
  expect(screen.getByRole('heading', { name: 'You sat with 12 others.' })).toBe(leaf)
  act(() => syncServerClock(Date.now(), performance.now(), performance.now()))
})

test('[PHASE-12] a press brings the next step before its time', async () => {
  show()
  await pass(100)
  await press('Continue')
  expect(visible()).toBe('You sat with 12 others.')
  await press('Continue')
  expect(visible()).toContain('How are you leaving?')
})

test('[ENERGY-28, PULSE-16] one press saves; the levels stay for four seconds, then the room has its place', async () => {
  const after = entryOf('post', 4, sharingAt + 11_000)
  const { publish, arrive, onToSharing } = show()
  await pass(11_000)
  server.respond(energyCalls.saveEntry, after)
  server.respond(energyCalls.entries, [before, after])
  await press(/^Heart: /)
  await waitFor(() => expect(visible()).toContain('+1 level'))
  expect(visible()).toContain('See your journey')
  await pass(4_000)
  expect(visible()).toMatch(/^The room’s energy comes at 7:06 PM\. \| Thank everyoneTo the sharing$/)
  publish()
  expect(visible()).toContain('The room rose by 1.6 centers (42 people)')
  await press('To the sharing')
  expect(onToSharing).toHaveBeenCalledOnce()
  arrive()
  expect(visible()).toMatch(/ \| Thank everyone$/)
})

test('[PHASE-12] while the focus is on what they offer, the levels stay', async () => {
  const after = entryOf('post', 4, sharingAt + 11_000)
  show()
  await pass(11_000)
  server.respond(energyCalls.saveEntry, after)
  server.respond(energyCalls.entries, [before, after])
  await press(/^Heart: /)
  await waitFor(() => expect(visible()).toContain('+1 level'))
  const change = screen.getByRole('button', { name: 'Change your level' })
  act(() => change.focus())
  await pass(60_000)
  expect(visible()).toContain('+1 level')
  act(() => change.blur())
  expect(visible()).toContain('To the sharing')
})

test('[PULSE-16] below the minimum the line gives way to who sat, and the ways on stay', async () => {
  show({ entries: [before, entryOf('post', 4, sharingAt + 10_000)] })
  await pass(20_000)
  expect(visible()).toContain('The room’s energy comes at 7:06 PM.')
  await pass(120_000)
  expect(visible()).toMatch(/^You sat with 41 others\. \| Thank everyoneTo the sharing$/)
})

test('[PHASE-12] a page that opens with a saved level is where it belongs, and the level just saved can be changed', async () => {
  const after = entryOf('post', 4, sharingAt + 10_000)
  vi.setSystemTime(sharingAt + 60_000)
  show({ entries: [before, after] })
  await pass(100)
  expect(visible()).toContain('Thank everyone')
  cleanup()
  vi.setSystemTime(sharingAt + 11_000)
  show({ entries: [before, after] })
  await pass(100)
  await press('Change your level')
  expect(visible()).toContain('How are you leaving?')
  const changed = entryOf('post', 6, sharingAt + 61_000)
  server.respond(energyCalls.saveEntry, changed)
  server.respond(energyCalls.entries, [before, after, changed])
  await press(/^Third Eye: /)
  await waitFor(() => expect(visible()).toContain('+3 levels'))
  expect(server.calls.at(-2)?.body).toMatchObject({
    moodType: 'post',
    emotionLevel: 7,
    reflectionOptIn: true,
  })
})

test('[PULSE-04] the first After: the row makes room for two equal buttons; a failure keeps them', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  show({ isOptedIn: null })
  await pass(10_500)
  await press(/^Heart: /)
  expect(visible()).toMatch(/^You sat with 12 others\.HeartChangeSaveSave and add to the room’s energy/)
  expect(server.count(energyCalls.saveEntry)).toBe(0)
  server.failConnection(energyCalls.saveEntry)
  await press('Save and add to the room’s energy')
  expect(await screen.findByText('Not saved. Try again.')).toBeTruthy()
  expect(visible()).toContain('Save and add to the room’s energy')
  const after = entryOf('post', 4, sharingAt + 11_000)
  server.respond(energyCalls.saveEntry, after)
  server.respond(energyCalls.entries, [before, after])
  await press('Save and add to the room’s energy')
  await waitFor(() => expect(visible()).toContain('+1 level'))
  const bodies = server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(bodies.at(-1)).toMatchObject({ emotionLevel: 5, reflectionOptIn: true })
})

test('[THANK-01] who notes no level still comes to the thanks', async () => {
  show()
  await pass(10_500)
  await press('Not now')
  expect(visible()).toContain('Thank everyone')
})

test('[CARE-01] the care card has the place of the link, and the levels stay while it is shown', async () => {
  show({ entries: [before, entryOf('post', 0, sharingAt + 10_000)] })
  act(() => offerCare({ text: 'Breathe.', language: null, resources: [] }))
  await pass(60_000)
  expect(visible()).toContain('−3 levels')
  expect(visible()).not.toContain('See your journey')
  act(() => offerCare(null))
  expect(visible()).toContain('Thank everyone')
})

test('[ENERGY-28] at the member’s own pace nothing waits, and the levels stay', async () => {
  const after = entryOf('post', 4, sharingAt, { sittingId: null })
  const own = { ...before, sittingId: null }
  const { onClose } = show({ entries: [own], isTogether: false })
  await pass(100)
  expect(visible()).toContain('How are you leaving?')
  server.respond(energyCalls.saveEntry, after)
  server.respond(energyCalls.entries, [own, after])
  await press(/^Heart: /)
  await waitFor(() => expect(visible()).toContain('+1 level'))
  await pass(60_000)
  expect(visible()).toContain('See your journey')
  await press('Back to the video')
  expect(onClose).toHaveBeenCalledOnce()
})
