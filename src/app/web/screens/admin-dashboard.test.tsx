// The dashboard's figures, from the real lists; and what it shows when one of them fails to load.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { activityCalls } from '#features/activity/contract.ts'
import { hostsCalls } from '#features/hosts/contract.ts'
import { mailingsCalls } from '#features/mailings/contract.ts'
import { totalsCalls } from '#features/members/contract.ts'
import { oversightCalls } from '#features/moderation/cases-contract.ts'
import { referralsCalls } from '#features/referrals/contract.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import { schedulesCalls, type Schedule } from '#features/schedules/contract.ts'
import { sittingsCalls } from '#features/sittings/contract.ts'
import { sittingDefaults } from '#features/sittings/rules.ts'
import { communityClock } from '#features/sittings/scheduled-start.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import type { Difficulty, SentTemplate } from '#features/templates/template-content.ts'
import { turnoutCalls } from '#features/turnout/contract.ts'
import { addDays } from '#shared/day.ts'
import { dayMs } from '#shared/durations.ts'
import { testDays } from '#test/community-days.ts'
import { buildTemplate } from '#test/sittings/schedules.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderWithRouter } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { DashboardTab } from './admin-dashboard.tsx'

const user = setUpUser()

const template = (id: number, duration: number, difficulty: Difficulty): SentTemplate => ({
  ...buildTemplate(id, `Template ${id}`),
  description: 'A slow walk.',
  duration,
  difficulty,
  instructorTitle: 'Meditation Teacher',
  createdAt: '2026-11-21T12:00:00.000Z',
})
const schedule = (id: number, inDays: number, isActive = true): Schedule => ({
  id,
  date: addDays(testDays.dayOf(Date.now()), inDays),
  templateId: 1,
  sitting: null,
  host: null,
  videoFailedAt: null,
  scheduledTime: '00:00',
  ...communityClock,
  isActive,
  meetingUrl: null,
  repeatWeeks: 0,
  repeatCount: 1,
  ...sittingDefaults,
  createdAt: '2026-11-21T12:00:00.000Z',
  version: 1,
  seriesId: null,
  template: {
    title: 'Template 1',
    language: null,
    duration: 12,
    instructor: 'Lena Oduya',
    livePlace: null,
  },
})
const totals = { totalUsers: 1_204, totalMinutes: 0, dailyAverage: 0, monthlyTotal: 0, topUsers: [] }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(templatesCalls.templates, [
    template(1, 10, 'Beginner'),
    template(2, 21, 'Beginner'),
    template(3, 14, 'Advanced'),
  ])
  server.respond(schedulesCalls.schedules, [schedule(1, 0), schedule(2, 1, false), schedule(3, 40)])
  server.respond(totalsCalls.totals, totals)
  server.respond(activityCalls.activity, { activities: [], groups: [], actors: [], hasMore: false })
  server.respond(referralsCalls.flags, { flags: [] })
  server.respond(oversightCalls.oversight, {
    openCases: 0,
    oldestAt: null,
    medianMinutes: null,
    undoneShare: null,
    moderators: [],
    unseenBans: [],
  })
  server.respond(roomCalls.onlineCountOf, { count: 0 })
  server.respond(roomCalls.onlineUsers, [])
  server.respond(sittingsCalls.sittings, [])
  server.respond(turnoutCalls.turnouts, [])
  server.respond(hostsCalls.freedSittings, [])
  server.respond(mailingsCalls.waitingMails, { waiting: 0, oldest: null, perSecond: 5 })
})

function show() {
  renderWithRouter(<DashboardTab />)
}
const stats = () =>
  Object.fromEntries(
    within(screen.getByRole('group', { name: 'Statistics' }))
      .queryAllByRole('term')
      .map((title) => [title.textContent, title.nextElementSibling?.textContent]),
  )

it('[TOT-07] shows templates, schedules, members, difficulties and recent activity', async () => {
  show()
  await waitFor(() =>
    expect(stats()).toEqual({
      'Total Templates': '3',
      'Active Schedules': '2',
      'Average Duration': '15',
      'Total Users': '1,204',
    }),
  )
  // Yesterday's last sitting may go on after midnight.
  const [read] = server.calls.filter(({ path }) => path.startsWith('/api/admin/schedules'))
  expect(read?.path).toBe(`/api/admin/schedules?from=${addDays(testDays.dayOf(Date.now()), -1)}`)
  await screen.findByRole('list', { name: 'Templates by difficulty' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Beginner2 · 67%',
    'Intermediate0 · 0%',
    'Advanced1 · 33%',
  ])
  expect(screen.getByRole('region', { name: 'Recent activity' })).toBeTruthy()
  expect(await screen.findByText('No activity yet')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'To review' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('[TOT-10] begins with the next sitting, who is in the room, and the days without a meditation', async () => {
  const evening = { ...schedule(4, 1), scheduledTime: '19:00', together: true }
  server.respond(schedulesCalls.schedules, [evening, schedule(3, 5)])
  server.respond(roomCalls.onlineCountOf, { count: 5 })
  server.respond(
    roomCalls.onlineUsers,
    ['Ana', 'Tobias', 'Mei'].map((name, index) => ({ id: index + 1, name, profilePicture: null })),
  )
  show()
  const next = within(await screen.findByRole('region', { name: 'The next sitting' }))
  expect(await next.findByText('Template 1')).toBeTruthy()
  expect(next.getByText(/^Tomorrow/).closest('p')?.textContent).toMatch(/^Tomorrow · 7:00 PM.*12 min$/)
  expect(await next.findByText('In the room: Ana, Tobias, Mei and 2 others')).toBeTruthy()
  expect(next.getByRole('link', { name: /^26 days without a meditation until/ }).getAttribute('href')).toBe(
    '/admin#schedules',
  )
  expect(next.getByRole('link', { name: 'Open the room' }).getAttribute('href')).toBe('/meditation')
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect([...titles.slice(0, 2), titles.at(-1)]).toEqual([
    'The next sitting',
    'Waiting for you',
    'Difficulty distribution',
  ])
})

it('[TOT-10, PHASE-24] what a host began is on now, before the schedule’s own', async () => {
  const evening = { ...schedule(4, 0), scheduledTime: '23:59', together: true }
  server.respond(schedulesCalls.schedules, [
    { ...evening, sitting: { id: 7, startsAt: Date.now() + 60_000, cancelled: false, cancelNote: null } },
  ])
  server.respond(sittingsCalls.sittings, [
    sittingSharingAt(Date.now() + 60_000, { id: 8, scheduleId: 4, day: evening.date }),
  ])
  show()
  const now = within(await screen.findByRole('region', { name: 'Now' }))
  expect(now.getByText(/^Today/).closest('p')?.textContent).toMatch(/started by a host$/)
  expect(now.getByRole('link', { name: 'Open the room' })).toBeTruthy()
  expect(now.getByRole('button', { name: /^Host: Template 1, / })).toBeTruthy()
  const next = within(screen.getByRole('region', { name: 'The next sitting' }))
  expect(next.getByText('Template 1')).toBeTruthy()
  expect(next.queryByRole('button', { name: /^Host/ })).toBeNull()
  expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Now')
})

it('[TOT-11] says how many sat in the last sittings, and on average', async () => {
  // Both weeks are of one month.
  vi.setSystemTime('2026-11-29T18:00:00.000Z')
  onTestFinished(() => void vi.useRealTimers())
  const sat = (daysAgo: number, count: number) => ({
    scheduleId: daysAgo,
    startsAt: Date.now() - daysAgo * dayMs,
    count,
  })
  server.respond(turnoutCalls.turnouts, [sat(1, 12), sat(2, 9)])
  show()
  const list = within(await screen.findByRole('list', { name: 'The last sittings' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/M12 people sat$/),
    expect.stringMatching(/M9 people sat$/),
  ])
  expect(screen.getByText('10.5 on average in the last two weeks.')).toBeTruthy()
})

it('[TOT-11] says so where no sitting took place', async () => {
  show()
  expect(await screen.findByText('No sitting took place in the last two weeks.')).toBeTruthy()
})

it('[TOT-11] the only sitting has no average, and what is on isn’t counted yet', async () => {
  vi.setSystemTime('2026-11-29T18:00:00.000Z')
  onTestFinished(() => void vi.useRealTimers())
  const day = testDays.dayOf(Date.now())
  server.respond(sittingsCalls.sittings, [
    sittingSharingAt(Date.now() - 60_000, { id: 8, scheduleId: 4, day }),
  ])
  show()
  expect(await screen.findByText('The sitting that is on is counted after its sharing.')).toBeTruthy()
  cleanup()
  server.respond(turnoutCalls.turnouts, [
    { scheduleId: 4, startsAt: Date.now() - dayMs, count: 4 },
    { scheduleId: 3, startsAt: Date.now() - 15 * dayMs, count: 1 },
    { scheduleId: 2, startsAt: Date.now() - 16 * dayMs, count: 3 },
  ])
  show()
  const sentences =
    'The sitting that is on is counted after its sharing. 4 people sat in the only sitting of the last two weeks. 2 on average in the two weeks before.'
  expect(await screen.findByText(sentences)).toBeTruthy()
})

it('[TOT-11] a failure is told there alone', async () => {
  server.failConnection(turnoutCalls.turnouts)
  show()
  expect(await screen.findByText('How many sat didn’t load.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('[TOT-10] has the menu of the next sitting’s row in Schedules', async () => {
  show()
  const next = within(await screen.findByRole('region', { name: 'The next sitting' }))
  await user.click(await next.findByRole('button', { name: /^Host: Template 1, / }))
  expect(await screen.findByRole('menuitem', { name: 'Choose who holds it…' })).toBeTruthy()
})

it('[TOT-10] says that nothing is scheduled, and no one is there', async () => {
  server.respond(schedulesCalls.schedules, [])
  show()
  const next = within(await screen.findByRole('region', { name: 'The next sitting' }))
  expect(await next.findByText('Nothing is scheduled for today or later.')).toBeTruthy()
  expect(await next.findByText('No one is in the room.')).toBeTruthy()
})

it('[TOT-07] without templates the average is a dash', async () => {
  server.respond(templatesCalls.templates, [])
  show()
  expect(await screen.findByText('There are no templates yet.')).toBeTruthy()
  expect(stats()).toMatchObject({ 'Total Templates': '0', 'Average Duration': '–' })
})

it('[TOT-07] failed reads can be retried, and the rest is shown', async () => {
  server.failConnection(templatesCalls.templates)
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Some of the numbers didn’t load')
  await waitFor(() => expect(stats()['Total Users']).toBe('1,204'))
  expect(stats()).toMatchObject({ 'Total Templates': '–', 'Average Duration': '–' })
  expect(screen.getByText('The templates didn’t load.')).toBeTruthy()
  server.respond(templatesCalls.templates, [template(1, 10, 'Beginner')])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(stats()['Total Templates']).toBe('1'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Statistics' }))
  expect(server.count(totalsCalls.totals)).toBe(1)
})

it('[REM-13] says how many mails wait in the bulk mail queue, and how long that takes', async () => {
  const oldest = new Date(Date.now() - 600_000).toISOString()
  server.respond(mailingsCalls.waitingMails, { waiting: 3_000, oldest, perSecond: 5 })
  show()
  const text = '3,000 emails are waiting to go out, the oldest for 10 minutes.'
  expect((await screen.findByText(text, { exact: false })).textContent).toContain('about 10 minutes')
})

it('[TEACH-10] says who no longer holds how many sittings, with the way to the list', async () => {
  server.respond(hostsCalls.freedSittings, [
    { name: 'Ana', sittings: 3 },
    { name: null, sittings: 1 },
  ])
  show()
  expect(await screen.findByText('Ana no longer holds 3 sittings, which need a host again.')).toBeTruthy()
  expect(screen.getByText('A sitting needs a host again: a former member held it.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Look at the schedules' }).getAttribute('href')).toBe(
    '/admin#schedules',
  )
})
