// Energy analytics: period, cards, search, list and failures.
import type { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { energyCalls } from '#features/energy/contract.ts'
import { practiceCalls } from '#features/practice/contract.ts'
import { createHistoryDay, type DayFields } from '#test/data/energy-history.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { onSessionSignal } from '#web/session-signals.ts'
import { toastStore } from '#web/toast-store.ts'
import { queryKeyOf } from '#web/use-call.ts'
import { historyCalls } from '../../contract.ts'
import type { HistoryDay, PeriodChoice } from '../../history.ts'
import { Analytics } from './analytics.tsx'

const JourneyModal = lazyPart(
  async () => (await import('#features/journey/web/components/journey-modal.tsx')).JourneyModal,
)

const all: PeriodChoice = { period: 'all', weekOffset: 0 }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(practiceCalls.practice, { days: [], entries: [] })
  // Saturday noon in Chicago.
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const days = (facts: Record<string, DayFields>) =>
  Object.entries(facts).map(([date, one]) => createHistoryDay(date, one))

/** Today, Monday of this week, the Sunday before it, the 30th day back and the day before that. */
const fiveDays = days({
  '2026-10-22': { before: 7, after: 0, minutes: 90 },
  '2026-10-23': { before: 3, after: 3, minutes: 60, beforeComment: 'Nothing to report.' },
  '2026-11-15': { before: 5, after: 4, minutes: 70 },
  '2026-11-16': { before: 2, beforeComment: 'Cold room.' },
  '2026-11-21': { before: 1, after: 5, minutes: 24, afterComment: 'Rain on the roof.\nAnd calm.' },
})

function mockHistory(history: readonly HistoryDay[]): void {
  const entries = history.flatMap(({ preEntry, postEntry }) =>
    [preEntry, postEntry].filter((one) => one !== null),
  )
  server.respond(energyCalls.entries, entries)
  server.respond(historyCalls.times, timesOf(history))
}

const timesOf = (history: readonly HistoryDay[]) =>
  history.map(({ sessionDate, timeSpent }) => ({ sessionDate, duration: timeSpent * 60 }))

interface Shown {
  choice?: PeriodChoice
  isAdmin?: boolean
  client?: QueryClient
}

function show({ choice = all, isAdmin = false, client }: Shown = {}) {
  const onSamples = vi.fn<() => void>()
  function Screen() {
    const [chosen, choose] = useState(choice)
    const toMeditation = <a href="/meditation">Go to today’s meditation</a>
    return (
      <Analytics
        title="Energy Analytics"
        choice={chosen}
        onChoice={choose}
        rhythm={null}
        {...{ isAdmin, onSamples, toMeditation, JourneyModal }}
      />
    )
  }
  return { onSamples, user: setUpUser(), ...renderScreen(<Screen />, client) }
}

const rows = () => screen.getAllByRole('article')
const titles = () => rows().map((row) => within(row).getByRole('heading').textContent)
const loaded = () => screen.findByRole('heading', { name: 'Session History' })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const period = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const search = () => screen.getByRole<HTMLInputElement>('searchbox')
/** The figure between a card's title and its unit. */
const figure = (card: string, unit: string) => {
  const term = screen.getByText(card, { selector: 'dt' })
  expect(within(term.parentElement ?? term).getByText(unit)).toBeTruthy()
  return term.nextElementSibling?.textContent
}
const total = () => figure('Total Sessions', 'meditation sessions tracked')
const improvement = () => figure('Average Improvement', 'emotion levels per session')
const time = () => figure('Average Time', 'per session')

it('[HIST-01] there are the tabs Analytics and Journey; Journey opens a modal and doesn’t stay chosen', async () => {
  mockHistory(fiveDays)
  const { user } = show()
  await loaded()
  const tabs = () =>
    screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])
  expect(tabs()).toEqual([
    ['Analytics', 'true'],
    ['Journey', 'false'],
  ])
  await user.click(screen.getByRole('tab', { name: 'Journey' }))
  expect(await screen.findByRole('dialog', { name: 'Energy Centers Flow Journey' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(tabs()[0]).toEqual(['Analytics', 'true'])
})

it('[HIST-03] weeks step back one at a time and never into the future @full', async () => {
  mockHistory(fiveDays)
  const { user } = show({ choice: { period: 'week', weekOffset: 0 } })
  await loaded()
  const isDisabled = () => ['Previous week', 'Next week', 'Current Week'].map((name) => button(name).disabled)
  expect(screen.getByText('November 16 – 22, 2026')).toBeTruthy()
  expect(isDisabled()).toEqual([false, true, true])
  await user.click(button('Previous week'))
  expect(screen.getByText('November 9 – 15, 2026')).toBeTruthy()
  expect(titles()).toEqual(['Sunday, November 15, 2026'])
  expect(isDisabled()).toEqual([false, false, false])
  await user.click(button('Previous week'))
  await user.click(button('Next week'))
  expect(screen.getByText('November 9 – 15, 2026')).toBeTruthy()
  await user.click(button('Next week'))
  expect(isDisabled()).toEqual([false, true, true])
  expect(document.activeElement).toBe(button('Previous week'))
  await user.click(button('Previous week'))
  await user.click(button('Previous week'))
  await user.click(button('Current Week'))
  expect(screen.getByText('November 16 – 22, 2026')).toBeTruthy()
  expect(isDisabled()).toEqual([false, true, true])
  await user.click(period('Last month'))
  expect(screen.queryByRole('button', { name: 'Previous week' })).toBeNull()
})

it('[PORT-03] practice is listed and summed as what it is, beside figures that leave it out; without it the rest is shown', async () => {
  mockHistory(fiveDays)
  server.respond(practiceCalls.practice, {
    days: [
      { day: '2026-11-20', source: 'insight-timer', label: null, seconds: 1_200 },
      { day: '2026-11-21', source: 'community', label: 'Evening Circle', seconds: 600 },
    ],
    entries: [],
  })
  const { unmount } = show()
  await loaded()
  expect(screen.getByText('Practice elsewhere: 30m on 2 days')).toBeTruthy()
  expect(titles().slice(0, 2)).toEqual(['Today', 'Friday, November 20, 2026'])
  expect(
    rows()
      .slice(0, 2)
      .map((row) => within(row).getByText(/, from /).textContent),
  ).toEqual(['10m, from Evening Circle', '20m, from Insight Timer'])
  expect(within(rows()[1] ?? document.body).queryByText('Partial')).toBeNull()
  expect([total(), time()]).toEqual(['5', '1h 1m'])
  unmount()
  server.failWith(practiceCalls.practice, 'internal')
  show()
  await loaded()
  expect(within(screen.getByRole('alert')).getByText('Your latest entries didn’t load')).toBeTruthy()
  expect(rows()).toHaveLength(5)
})

it('[HIST-05, HIST-06] the cards show a dash if there is nothing to average', async () => {
  mockHistory(days({ '2026-11-20': { before: 3 } }))
  show()
  await loaded()
  expect(total()).toBe('1')
  expect(improvement()).toBe('–Nothing to average yet')
  expect(time()).toBe('–Nothing to average yet')
})

it('[HIST-08] the days show as a list or a calendar', async () => {
  mockHistory(fiveDays)
  const { user } = show()
  await loaded()
  expect(period('List').checked).toBe(true)
  await user.click(period('Calendar'))
  expect(await screen.findByRole('grid')).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
  await user.click(period('List'))
  expect(rows()).toHaveLength(5)
})

it('[HIST-09, HIST-10] a row shows the date, the time, both levels, a label and the comments', async () => {
  mockHistory(fiveDays)
  show()
  await loaded()
  expect([improvement(), time()]).toEqual(['−1.0', '1h 1m'])
  const [today, monday] = rows()
  expect(today?.textContent).toBe(
    'TodayTime spent: 24mBefore: RootAfter: Throat+4 levelsCompleteAfterRain on the roof.\nAnd calm.',
  )
  expect(monday?.textContent).toBe(
    'Monday, November 16, 2026No time recordedBefore: SacralAfter: – no entryPartialBeforeCold room.',
  )
})

it('[HIST-20] sample days are labeled', async () => {
  const [day] = days({ '2026-11-20': { before: 3, after: 4 } })
  if (!day?.preEntry || !day.postEntry) throw new Error('There is no day.')
  server.respond(energyCalls.entries, [
    { ...day.preEntry, isSample: true },
    { ...day.postEntry, isSample: true },
  ])
  server.respond(historyCalls.times, [])
  show()
  await loaded()
  expect(within(rows()[0] ?? document.body).getByText('Sample')).toBeTruthy()
})

it('[HIST-15] a search without a match and a period without data show a message and an action @full', async () => {
  mockHistory(fiveDays)
  const { user } = show({ choice: { period: 'week', weekOffset: -3 } })
  await loaded()
  expect(screen.getByText('No mood tracking data found for the selected time period.')).toBeTruthy()
  expect(total()).toBe('0')
  await user.click(button('Show all time'))
  expect(period('All Time').checked).toBe(true)
  expect(document.activeElement?.textContent).toBe('Session History')
  await user.type(search(), 'no such day')
  expect(await screen.findByText('No sessions match your search criteria.')).toBeTruthy()
  await user.click(period('Calendar'))
  expect(screen.getByText('No sessions match your search criteria.')).toBeTruthy()
  await user.click(button('Clear search'))
  await waitFor(() => expect(search().value).toBe(''))
  expect(document.activeElement).toBe(search())
})

it('[HIST-23, HIST-13] the calendar contains the whole history, regardless of the period @full', async () => {
  mockHistory(fiveDays)
  const { user } = show({ choice: { period: 'week', weekOffset: 0 } })
  await loaded()
  await user.click(period('Calendar'))
  await screen.findByRole('grid', { name: 'November 2026' })
  expect(screen.getByText(/^Sunday 15 November, Throat to Heart/)).toBeTruthy()
  await user.click(button('Previous month'))
  await user.click(await screen.findByLabelText(/^Friday 23 October, Solar Plexus to Solar Plexus/))
  expect(await screen.findByRole('dialog', { name: 'Friday, October 23, 2026' })).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(total()).toBe('2')
  await user.type(search(), 'nothing to report')
  expect(await screen.findByRole('grid', { name: 'October 2026' })).toBeTruthy()
  await waitFor(() => expect(screen.getByText('1 of 5 days', { selector: '[aria-hidden]' })).toBeTruthy())
  expect(screen.queryByLabelText(/^Thursday 22 October, Crown/)).toBeNull()
})

it('[HIST-15, HIST-23] for a period without data the calendar view shows the message above the calendar', async () => {
  mockHistory(fiveDays)
  const { user } = show({ choice: { period: 'week', weekOffset: -2 } })
  await loaded()
  expect(total()).toBe('0')
  await user.click(period('Calendar'))
  expect(await screen.findByRole('grid', { name: 'November 2026' })).toBeTruthy()
  expect(screen.getByText('No mood tracking data found for the selected time period.')).toBeTruthy()
  await user.click(screen.getByText(/^Sunday 15 November, Throat to Heart/))
  expect(await screen.findByRole('dialog', { name: 'Sunday, November 15, 2026' })).toBeTruthy()
})

it('[HIST-15, HIST-21] without entries there is a link to the meditation, even with recorded time', async () => {
  server.respond(energyCalls.entries, [])
  server.respond(historyCalls.times, [{ sessionDate: '2026-11-20', duration: 600 }])
  show()
  expect(await screen.findByText('No mood tracking data found for the selected time period.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to today’s meditation' })).toBeTruthy()
  // Nothing to filter, to search or to average yet.
  for (const role of ['radio', 'searchbox', 'term']) expect(screen.queryByRole(role)).toBeNull()
})

it('[HIST-16, HIST-17] both lists reload on every visit @full', async () => {
  mockHistory(fiveDays.slice(1))
  const { client, unmount } = show()
  await loaded()
  expect(rows()).toHaveLength(4)
  unmount()
  mockHistory(fiveDays)
  show({ client })
  await loaded()
  await waitFor(() => expect(rows()).toHaveLength(5))
  expect(server.count(energyCalls.entries)).toBe(2)
  expect(server.count(historyCalls.times)).toBe(2)
})

it('[HIST-16] a reload on an open screen shows at once; if it fails, the earlier data stays @full', async () => {
  mockHistory(fiveDays.slice(0, 4))
  const { client, user } = show()
  await loaded()
  server.failConnection(energyCalls.entries)
  await act(() => client.invalidateQueries({ queryKey: queryKeyOf(energyCalls.entries, {}) }))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Your latest entries didn’t load')).toBeTruthy()
  expect(rows()).toHaveLength(4)
  mockHistory(fiveDays)
  await user.click(button('Try again'))
  await waitFor(() => expect(titles()[0]).toBe('Today'))
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each([['entries'], ['times']] as const)(
  '[HIST-18] a 401 for the %s shows no error and is reported to the session',
  async (call) => {
    mockHistory(fiveDays)
    server.failWith(call === 'entries' ? energyCalls.entries : historyCalls.times, 'unauthenticated')
    const heard = vi.fn<(failure: string) => void>()
    onTestFinished(onSessionSignal(heard))
    show()
    expect(
      await screen.findByText(call === 'entries' ? /^No mood tracking data/ : 'Session History'),
    ).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(heard).toHaveBeenCalledExactlyOnceWith('ended')
  },
)

it('[HIST-18] another member’s response remains an error', async () => {
  mockHistory(fiveDays)
  server.failWith(energyCalls.entries, 'identity_mismatch')
  show()
  expect(await screen.findByRole('alert')).toBeTruthy()
})

it('[HIST-16] a failed load shows an error, and a retry loads the history', async () => {
  mockHistory(fiveDays)
  server.failConnection(historyCalls.times)
  const { user } = show()
  expect(screen.getByRole('status').textContent).toBe('Loading your history')
  expect(within(await screen.findByRole('alert')).getByText('Your history didn’t load')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Session History' })).toBeNull()
  const again = button('Try again')
  const arrive = server.respondLater(historyCalls.times, timesOf(fiveDays))
  await user.click(again)
  // During a reload the panel stays, and so does the focus in it.
  expect(again.getAttribute('aria-busy')).toBe('true')
  expect(document.activeElement).toBe(again)
  arrive()
  await loaded()
  expect(rows()).toHaveLength(5)
  expect(server.count(energyCalls.entries)).toBe(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('[HIST-19] [API-12] only administrators can add samples: empty body, then a page reload; a failure is only logged', async () => {
  mockHistory(fiveDays)
  const member = show()
  await loaded()
  expect(screen.queryByRole('button', { name: 'Add Sample Data' })).toBeNull()
  member.unmount()
  server.failWith(historyCalls.addSamples, 'unavailable')
  const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const { onSamples, user } = show({ isAdmin: true })
  await loaded()
  await user.click(button('Add Sample Data'))
  await waitFor(() => expect(logged).toHaveBeenCalledOnce())
  await waitFor(() => expect(button('Add Sample Data').getAttribute('aria-busy')).toBeNull())
  expect(onSamples).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(toastStore.records()).toEqual([])
  server.respond(historyCalls.addSamples, { days: 30 })
  await user.click(button('Add Sample Data'))
  await waitFor(() => expect(onSamples).toHaveBeenCalledOnce())
  expect(server.calls.at(-1)).toMatchObject({
    method: 'POST',
    path: '/api/mood/sample-data',
    body: undefined,
  })
})
