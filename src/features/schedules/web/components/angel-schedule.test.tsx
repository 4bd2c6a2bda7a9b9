// The garden angel's schedule: upcoming and past sessions, times, and failures.
import type { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { addDays } from '#shared/day.ts'
import { buildSchedule } from '#test/sittings/schedules.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { testCommunity } from '#test/web/community.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { setCommunity } from '#web/community.ts'
import { createQueryClient } from '#web/query-client.ts'
import { schedulesCalls, type Schedule } from '../../contract.ts'
import { AngelSchedule } from './angel-schedule.tsx'

const user = setUpUser()

const today = '2026-11-21'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  // Saturday noon in Chicago.
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const show = (client?: QueryClient) => renderScreen(<AngelSchedule />, client)

const respond = (schedules: Schedule[]) => server.respond(schedulesCalls.schedules, schedules)
const rows = () => screen.queryAllByRole('article', { hidden: true })
const titles = () => rows().map((row) => within(row).getByText(/./, { selector: 'h3, h4' }).textContent)
const button = (name: string | RegExp) => screen.getByRole('button', { name, hidden: true })

test('[GA-05] the list shows title, date with weekday, time, duration and instructor, soonest first', async () => {
  setBrowserZone('Europe/Berlin')
  respond([
    buildSchedule('2026-12-01', { title: 'Later' }),
    buildSchedule(today, { title: 'Now', time: '18:30', minutes: 24, instructor: 'Tobias Brandt' }),
    buildSchedule('2026-11-22', { title: 'Off', isActive: false }),
    buildSchedule('2026-11-20', { title: 'Before' }),
  ])
  show()
  await screen.findByText('Now')
  expect(titles()).toEqual(['Now', 'Off', 'Later'])
  const [now, off] = rows()
  for (const text of [
    'Saturday, November 21, 2026',
    'Today',
    'Tobias Brandt',
    '6:30 PM (Sun 1:30 AM) · 24 min',
  ]) {
    expect(now!.textContent).toContain(text)
  }
  expect(screen.getByText('All times are Chicago time, with yours in parentheses.')).toBeTruthy()
  expect(within(now!).queryByText('Inactive')).toBeNull()
  expect(within(off!).getByText('Inactive')).toBeTruthy()
  expect(document.querySelectorAll('article :is(a, button, input)')).toHaveLength(0)
})

test.each(['Etc/Unknown', 'Foo/Bar', undefined])(
  '[TIME-06] in a browser whose time zone is %s, the list shows the community’s times only',
  async (timeZone) => {
    setBrowserZone(timeZone)
    respond([buildSchedule(today, { title: 'Now', time: '18:30' })])
    show()
    await screen.findByText('Now')
    expect(rows()[0]!.textContent).toContain('6:30 PM ·')
    expect(screen.getByText('All times are Chicago time.')).toBeTruthy()
  },
)

test('[GA-05] past schedules are collapsed, newest first', async () => {
  setBrowserZone('America/Chicago')
  respond([-3, -2, -1].map((days) => buildSchedule(addDays(today, days), { title: `${-days} days ago` })))
  show()
  await screen.findByText('Nothing is scheduled for today or later.')
  expect(rows()).toHaveLength(0)
  await user.click(button('Show past meditations (3)'))
  expect(titles()).toEqual(['1 days ago', '2 days ago', '3 days ago'])
  expect(screen.queryByText(/^All times/)).toBeNull()
  await user.click(button('Hide past meditations'))
  expect(rows()).toHaveLength(0)
})

test('a long list is paged, and the focus moves to the first new row', async () => {
  respond(
    Array.from({ length: 70 }, (_, index) => buildSchedule(addDays(today, index), { title: `No ${index}` })),
  )
  show()
  await screen.findByText('No 0')
  expect(rows()).toHaveLength(62)
  await user.click(button('Show 8 more'))
  expect(rows()).toHaveLength(70)
  expect(document.activeElement?.tagName).toBe('LI')
  expect(document.activeElement?.textContent).toContain('No 62')
})

test('[GA-05] the list comes by weeks; past ones are one list', async () => {
  respond(['2026-11-10', today, '2026-11-23', '2026-12-20'].map((date) => buildSchedule(date)))
  show()
  await user.click(await screen.findByRole('button', { name: /^Show past/ }))
  expect(
    screen.getAllByRole('list').map((list) => [list.getAttribute('aria-label'), list.children.length]),
  ).toEqual([
    ['This week', 1],
    ['Next week', 1],
    ['Week of December 14', 1],
    [null, 1],
  ])
})

test('[GA-02] the view switches between list and calendar', async () => {
  respond([buildSchedule(today, { title: 'Now' })])
  show()
  await screen.findByRole('article')
  await user.click(screen.getByLabelText('Calendar'))
  expect(await screen.findByText(/^Today, Saturday 21 November, Now, all day/)).toBeTruthy()
  expect(rows()).toHaveLength(0)
  await user.click(screen.getByLabelText('List'))
  expect(titles()).toEqual(['Now'])
})

test('shows a loading state and an empty state', async () => {
  const arrive = server.respondLater(schedulesCalls.schedules, [])
  show()
  expect(screen.getByRole('status').textContent).toBe('Loading schedule')
  arrive()
  expect(await screen.findByText('Nothing is scheduled yet')).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})

test('a failed load can be retried, and every opening refetches', async () => {
  server.failConnection(schedulesCalls.schedules)
  const client = createQueryClient()
  const { unmount } = show(client)
  expect(await screen.findByText('The schedule didn’t load')).toBeTruthy()
  respond([buildSchedule(today, { title: 'Now' })])
  await user.click(button('Try again'))
  expect(await screen.findByText('Now')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  unmount()
  respond([buildSchedule(today, { title: 'Changed' })])
  show(client)
  expect(await screen.findByText('Changed')).toBeTruthy()
  await waitFor(() => expect(server.count(schedulesCalls.schedules)).toBe(3))
})

test('[GA-05, PHASE-27] a sitting that starts together has a bell beside its time', async () => {
  setBrowserZone('America/Chicago')
  const sitting = { ...buildSchedule(today, { time: '18:30' }), together: true }
  respond([sitting, buildSchedule('2026-12-01', { title: 'Later', time: '18:30' })])
  show()
  await screen.findByText('Later')
  expect(rows().map((row) => row.textContent?.includes('6:30 PMstarts together'))).toEqual([true, false])
})

test('[LANG-11] a title in another language than the page’s says so', async () => {
  onTestFinished(() => setCommunity(testCommunity))
  setCommunity({ ...testCommunity, language: 'es' })
  const { template, ...schedule } = buildSchedule(today, { title: 'Luz de la mañana' })
  respond([
    { ...schedule, template },
    { ...schedule, id: 2, template: { ...template, title: 'Morning light', language: 'en' } },
  ])
  show()
  expect((await screen.findByText('Luz de la mañana')).lang).toBe('es')
  expect(screen.getByText('Morning light').lang).toBe('')
})
