// Members tab: search, sorting, paging, the row named in the URL, and error states.
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeMember, fakeMembers } from '#test/people/fake-member.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { membersCalls, type MemberFilter } from '../../contract.ts'
import { MembersTab } from './members-tab.tsx'

const { members } = membersCalls
const scrolledTo = vi.fn<(this: Element) => void>()

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  Element.prototype.scrollIntoView = scrolledTo
})
afterEach(() => {
  scrolledTo.mockReset()
  vi.restoreAllMocks()
})

const noDialogs = () => {
  throw new Error('No test opens a dialog.')
}

/** As on its screen, where the address holds the filter. */
function FilteredTab({ selectedUser }: { selectedUser: number | null }) {
  const [filter, setFilter] = useState<MemberFilter>({})
  return (
    <MembersTab selectedUser={selectedUser} filter={filter} onFilter={setFilter} MemberDialogs={noDialogs} />
  )
}

function show(selectedUser: number | null = null) {
  const tab = (selected: number | null) => <FilteredTab selectedUser={selected} />
  const { rerender } = renderScreen(tab(selectedUser))
  return {
    user: setUpUser(),
    select: (selected: number | null) => rerender(tab(selected)),
  }
}

const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search by name or email' })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const header = (name: string) => screen.getByRole('columnheader', { name })
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.querySelector('p')?.textContent)
const statusContent = () => screen.getByRole('status').textContent
const lastQuery = () => Object.fromEntries(new URLSearchParams(server.calls.at(-1)?.path.split('?')[1] ?? ''))
const firstQuery = { sort: 'name', order: 'asc', limit: '20', page: '1' }

it('[USR-03, USR-06, USR-28] a wide window shows a table with all member data for administrators', async () => {
  server.respondPage(
    members,
    [
      fakeMember({
        id: 7,
        name: 'Ada Adler',
        email: 'ada@example.org',
        isAdmin: true,
        isGardenAngel: true,
        totalTimeSpent: 1_290,
        referredBy: 3,
        referrerName: 'Mia Member',
        referralCount: 12,
        quantumLovePoints: 1_250,
        lastLogin: '2026-11-21T05:02:00.000Z',
      }),
      fakeMember({
        isBanned: true,
        bannedReason: 'Unkind words',
        bannedUntil: '2026-11-23T00:02:00.000Z',
      }),
    ],
    { total: 2 },
  )
  show()
  expect(statusContent()).toBe('Loading users')
  await screen.findByRole('table', { name: 'Users' })
  expect(screen.getByText('All times are Chicago time, with yours in parentheses.')).toBeTruthy()
  const cells = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').slice(0, 7))
  expect(cells.map((row) => row.map(({ textContent }) => textContent))).toEqual([
    [
      'Admin',
      'Active',
      '1,290 min 21.5 hours',
      'Mia Member',
      '12',
      '1,250',
      'Nov 20, 2026 11:02 PM (Sat 5:02 AM)',
    ],
    ['User', 'Banned until Nov 22, 2026, 6:02 PM', '0 min ', '–Nobody', '0', '0', '–Never'],
  ])
  expect(screen.getAllByRole('rowheader')[0]?.textContent).toContain('ada@example.org')
  expect(screen.queryByRole('list', { name: 'Users' })).toBeNull()
  expect(statusContent()).toBe('2 users')
  expect(lastQuery()).toEqual(firstQuery)
})

it('[USR-03] a phone shows the same as cards, without a table', async () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation(() => matchMedia('(width >= 999rem)'))
  server.respondPage(members, [fakeMember({ isGardenAngel: true, totalTimeSpent: 90 })], { total: 1 })
  show()
  const card = within(await screen.findByRole('list', { name: 'Users' })).getByRole('listitem')
  expect(within(card).getByRole('heading', { name: 'Mia Member' })).toBeTruthy()
  expect(within(card).getByText('Garden Angel')).toBeTruthy()
  expect(card.textContent).toContain('90 min 1.5 hours')
  expect(screen.queryByRole('table')).toBeNull()
})

it('[USR-31] on a phone the filter is folded, and its button says how much is filtered', async () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation(() => matchMedia('(width >= 999rem)'))
  server.respondPage(members, fakeMembers(3), { total: 3 })
  const { user } = show()
  await screen.findByRole('list', { name: 'Users' })
  expect(screen.queryByRole('combobox')).toBeNull()
  await user.click(button('Filter and sort'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Garden Angel')
  expect(button('Filter and sort (1)').getAttribute('aria-expanded')).toBe('true')
  await user.click(button('Filter and sort (1)'))
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
})

it('[USR-02] headers, the sort field and the direction toggle sort, and headers show the order', async () => {
  server.respondPage(members, fakeMembers(3), { total: 3 })
  const { user } = show()
  await screen.findByRole('table')
  const sorted = () =>
    ['Name', 'Time spent', 'Referred by', 'Referrals'].map((name) => header(name).getAttribute('aria-sort'))
  expect(sorted()).toEqual(['ascending', 'none', 'none', 'none'])

  await user.click(within(header('Name')).getByRole('button'))
  expect(sorted()).toEqual(['descending', 'none', 'none', 'none'])
  await waitFor(() => expect(lastQuery()).toEqual({ ...firstQuery, order: 'desc' }))

  await user.click(within(header('Referrals')).getByRole('button'))
  expect(sorted()).toEqual(['none', 'none', 'none', 'ascending'])
  await waitFor(() => expect(lastQuery()).toEqual({ ...firstQuery, sort: 'referralCount' }))

  await user.click(button('Ascending'))
  expect(sorted()).toEqual(['none', 'none', 'none', 'descending'])
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'referralCount', order: 'desc' }))

  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Time spent')
  expect(sorted()).toEqual(['none', 'descending', 'none', 'none'])
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'timeSpent', order: 'desc' }))
  expect(within(header('Role')).queryByRole('button')).toBeNull()
})

it('[USR-01] a search starts at the first page; without matches it says so @full', async () => {
  server.respondPage(members, fakeMembers(20), { total: 45 })
  const { user } = show()
  await screen.findByRole('table')
  await user.click(button('Next'))
  await waitFor(() => expect(lastQuery()).toMatchObject({ page: '2' }))
  server.respondPage(members, [], { total: 0 })
  await user.type(search(), ' zebra ')
  expect(await screen.findByRole('heading', { name: 'No Users Found' })).toBeTruthy()
  expect(lastQuery()).toEqual({ search: 'zebra', ...firstQuery })
  expect(statusContent()).toBe('No Users Found')
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()

  server.respondPage(members, fakeMembers(2), { total: 2 })
  await user.click(button('Clear search'))
  expect(search().value).toBe('')
  await screen.findByRole('table')
  expect(lastQuery()).toEqual(firstQuery)
})

it('[USR-01] Escape and Clear empty the search and return the focus to it', async () => {
  server.respondPage(members, fakeMembers(2), { total: 2 })
  const { user } = show()
  await user.type(search(), 'mia{Escape}')
  expect(search().value).toBe('')
  await user.type(search(), 'mia')
  await user.click(button('Clear'))
  expect(search().value).toBe('')
  expect(document.activeElement).toBe(search())
})

it('[USR-04] more than 20 users have pages, and the previous page stays until the next has loaded @full', async () => {
  server.respondPage(members, fakeMembers(20), { total: 45 })
  const { user } = show()
  await screen.findByText('Showing 1-20 of 45 users')
  expect(screen.getByText('Page 1 of 3')).toBeTruthy()
  expect([button('First').disabled, button('Previous').disabled]).toEqual([true, true])

  const arrive = server.respondLater(members, fakeMembers(20, 21), { total: 45 })
  await user.click(button('Next'))
  expect(names()[0]).toBe('Member 1')
  expect(screen.getByRole('table').parentElement?.getAttribute('aria-busy')).toBe('true')
  arrive()
  await waitFor(() => expect(names()[0]).toBe('Member 21'))
  expect(screen.getByRole('table').parentElement?.getAttribute('aria-busy')).toBe('false')
  expect(screen.getByText('Page 2 of 3')).toBeTruthy()
  expect(statusContent()).toBe('Showing 21-40 of 45 users. Page 2 of 3')

  server.respondPage(members, fakeMembers(5, 41), { total: 45 })
  await user.click(button('Last'))
  await screen.findByText('Showing 41-45 of 45 users')
  expect([button('Next').disabled, button('Last').disabled]).toEqual([true, true])
  expect(document.activeElement).toBe(button('Previous'))

  server.respondPage(members, fakeMembers(20), { total: 45 })
  await user.click(button('First'))
  await waitFor(() => expect(names()[0]).toBe('Member 1'))
  expect(document.activeElement).toBe(button('Next'))
  expect(lastQuery()).toEqual(firstQuery)
})

it('[USR-04] 20 users have no pages', async () => {
  server.respondPage(members, fakeMembers(20), { total: 20 })
  show()
  await screen.findByRole('table')
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  expect(screen.queryByText(/^(Showing|Page) /)).toBeNull()
})

it('a page that no longer exists is replaced by the last one', async () => {
  server.respondPage(members, fakeMembers(20), { total: 41 })
  const { user } = show()
  await screen.findByRole('table')
  server.respondPage(members, [], { total: 40 })
  await user.click(button('Last'))
  await waitFor(() => expect(lastQuery()).toMatchObject({ page: '2' }))
})

it('[USR-05] the page of the selected user opens, with the row marked and scrolled into view once @full', async () => {
  server.respondPage(members, fakeMembers(20, 21), { total: 45, page: 2 })
  const { user, select } = show(33)
  await screen.findByText('Page 2 of 3')
  expect(lastQuery()).toEqual({ sort: 'name', order: 'asc', limit: '20', around: '33' })
  const marked = () => screen.getAllByRole('row').filter((row) => row.getAttribute('aria-current') === 'true')
  expect(marked().map((row) => row.querySelector('p')?.textContent)).toEqual(['Member 33'])
  expect(scrolledTo.mock.contexts).toEqual(marked())

  await user.click(button('Next'))
  await waitFor(() => expect(lastQuery()).toEqual({ ...firstQuery, page: '3' }))
  expect(scrolledTo).toHaveBeenCalledTimes(1)

  select(21)
  await waitFor(() => expect(lastQuery()).toMatchObject({ around: '21' }))
  await waitFor(() =>
    expect(marked().map((row) => row.querySelector('p')?.textContent)).toEqual(['Member 21']),
  )
})

it('[USR-05] an unknown selected user is ignored', async () => {
  server.respondPage(members, fakeMembers(2), { total: 2, page: 1 })
  show(99)
  await screen.findByRole('table')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.querySelector('[aria-current]')).toBeNull()
})

it('a selected user that the server doesn’t know opens the first page', async () => {
  server.failWith(members, 'not_found')
  show(99)
  await waitFor(() => expect(server.count(members)).toBeGreaterThan(0))
  const arrive = server.respondLater(members, fakeMembers(2), { total: 2 })
  await waitFor(() => expect(lastQuery()).toEqual(firstQuery))
  expect(screen.queryByRole('alert')).toBeNull()
  arrive()
  await screen.findByRole('table')
})

it('a failure shows an error, can be retried, and keeps the previous list', async () => {
  server.failConnection(members)
  const { user } = show()
  expect((await screen.findByRole('alert')).textContent).toContain('The users didn’t load')
  expect(screen.queryByText('No Users Found')).toBeNull()
  const again = button('Try again')
  const arrive = server.respondLater(members, fakeMembers(20), { total: 45 })
  await user.click(again)
  // The panel keeps the focus during the refetch.
  expect(again.getAttribute('aria-busy')).toBe('true')
  expect(document.activeElement).toBe(again)
  arrive()
  await screen.findByRole('table')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Users' }))

  server.failWith(members, 'unavailable')
  await user.click(button('Next'))
  expect((await screen.findByRole('alert')).textContent).toContain('The latest list didn’t load')
  expect(names()).toHaveLength(20)
  expect(screen.getByRole('table').parentElement?.getAttribute('aria-busy')).toBe('false')
  expect(document.activeElement).toBe(button('Next'))
  expect(statusContent()).toBe('')
  server.respondPage(members, fakeMembers(20, 21), { total: 45 })
  await user.click(button('Try again'))
  await waitFor(() => expect(names()[0]).toBe('Member 21'))
  expect(lastQuery()).toMatchObject({ page: '2' })
  expect(statusContent()).toBe('Showing 21-40 of 45 users. Page 2 of 3')
})

it('[USR-31] a filter starts at the first page, combines with the search, and is cleared where nothing is found', async () => {
  server.respondPage(members, fakeMembers(20), { total: 45 })
  const { user } = show()
  await screen.findByRole('table')
  await user.click(button('Next'))
  await waitFor(() => expect(lastQuery()).toEqual({ ...firstQuery, page: '2' }))
  const choose = (field: string, option: string) =>
    user.selectOptions(screen.getByRole('combobox', { name: field }), option)
  const shown = screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)
  expect(shown).toEqual(
    expect.arrayContaining(['Role: all', 'Email address: all', 'May hold sittings: all', 'Last seen: all']),
  )
  await choose('Role', 'Garden Angel')
  await waitFor(() => expect(lastQuery()).toEqual({ ...firstQuery, role: 'garden-angel' }))
  await choose('Email address', 'Unconfirmed address')
  await choose('May hold sittings', 'May hold sittings')
  await choose('Last seen', 'Not seen for 90 days')
  server.respondPage(members, [], { total: 0 })
  await user.type(search(), 'mia')
  const filtered = { role: 'garden-angel', email: 'unconfirmed', mayHost: 'yes', unseenDays: '90' }
  await waitFor(() => expect(lastQuery()).toEqual({ ...firstQuery, ...filtered, search: 'mia' }))
  const empty = (await screen.findByRole('heading', { name: 'No Users Found' })).parentElement as HTMLElement
  await user.click(within(empty).getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(lastQuery()).toEqual({ ...firstQuery, search: 'mia' }))
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})
