// Analytics tab: totals, the ten members with the most time, empty and error states.
import type { QueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { totalsCalls } from '../../contract.ts'
import { TotalsTab } from './totals-tab.tsx'

const user = setUpUser()

const totals = {
  totalUsers: 1_204,
  totalMinutes: 98_765,
  dailyAverage: 42.25,
  monthlyTotal: 3_000,
  topUsers: Array.from({ length: 12 }, (_, at) => ({
    id: at + 1,
    name: at === 0 ? 'M'.repeat(60) : `Member ${at + 1}`,
    totalTimeSpent: 1_200 - at * 90,
  })),
}

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(totalsCalls.recentDays, [
    { date: '2026-11-20', minutes: 1_300, members: 40 },
    { date: '2026-11-21', minutes: 0, members: 0 },
  ])
})

const show = (client?: QueryClient) => renderScreen(<TotalsTab />, client)
const figures = () =>
  screen.getAllByRole('term').map((title) => [title.textContent, title.nextElementSibling?.textContent])

it('[TOT-01, TOT-02] shows the four totals, and at most ten members with minutes and hours', async () => {
  const arrive = server.respondLater(totalsCalls.totals, totals)
  show()
  expect(screen.getByRole('status').textContent).toBe('Loading the analytics')
  expect(screen.queryByText('No meditation data available yet')).toBeNull()
  arrive()
  const list = await screen.findByRole('list', { name: 'Top 10 Users by Meditation Time' })
  expect(figures()).toEqual([
    ['Total Users', '1,204'],
    ['Total Minutes', '98,765'],
    ['Daily Average', '42.3'],
    ['This Month', '3,000'],
  ])
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe(`1${'M'.repeat(60)}1,200 min · 20 hours`)
  expect(lines[1]).toBe('2Member 21,110 min · 18.5 hours')
  expect(list.querySelectorAll('[style="width: 100%;"]')).toHaveLength(1)
  expect(screen.queryByRole('status')).toBeNull()
})

it('[TOT-09] the days are a line with its scale, and a table with each value', async () => {
  server.respond(totalsCalls.totals, totals)
  const { container } = show()
  const table = await screen.findByRole('table', { name: 'Minutes in meditation and members by day' })
  expect([...container.querySelectorAll('.days-scale span')].map((each) => each.textContent)).toEqual(
    expect.arrayContaining(['2,000 min', '1,000 min', '0 min']),
  )
  const fold = table.closest('details')
  expect(fold?.open).toBe(false)
  await user.click(screen.getByText('Show as a table'))
  expect(fold?.open).toBe(true)
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'DayMinutesMembers',
    'Saturday, November 21, 202600',
    'Friday, November 20, 20261,30040',
  ])
})

it('[TOT-03] shows a message when there is no data', async () => {
  server.respond(totalsCalls.totals, { ...totals, totalMinutes: 0, topUsers: [] })
  show()
  expect(await screen.findByText('No meditation data available yet')).toBeTruthy()
  expect(figures()[0]).toEqual(['Total Users', '1,204'])
})

it('[TOT-03] shows an error, retries, and reloads at every opening', async () => {
  server.failConnection(totalsCalls.totals)
  const { client, unmount } = show()
  expect((await screen.findByRole('alert')).textContent).toContain('Unable to load analytics data')
  expect(screen.queryAllByRole('term')).toEqual([])
  server.respond(totalsCalls.totals, totals)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('list')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Analytics' }))
  unmount()
  server.respond(totalsCalls.totals, { ...totals, totalUsers: 7 })
  show(client)
  await waitFor(() => expect(figures()[0]).toEqual(['Total Users', '7']))
})
