// Activity tab: day headings, filters, pages, loading, empty and error states; and the short list.
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/fake-server.ts'
import { createQueryClient } from '#web/query-client.ts'
import { activityCalls, type Activity } from '../contract.ts'
import { ActivityList } from './activity-list.tsx'
import { ActivityTab } from './activity-tab.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

const ada = { id: 1, name: 'Ada Adler' }
const gail = { id: 2, name: 'Gail Gardner' }
const mo = { id: 5, name: 'Mo Member' }

const banned: Activity = {
  id: 30,
  action: 'user.ban',
  actor: gail,
  target: { type: 'user', ...mo },
  before: { isBanned: false, bannedReason: null },
  after: { isBanned: true, bannedReason: 'Unkind words' },
  createdAt: '2026-11-21T18:05:00.000Z',
}
const edited: Activity = {
  id: 29,
  action: 'template.update',
  actor: ada,
  target: { type: 'template', id: 3, name: 'Still water' },
  before: { title: 'Stil water', duration: 10, instructor: 'A', difficulty: 'Beginner' },
  after: { title: 'Still water', duration: 12, instructor: 'B', difficulty: 'Advanced' },
  createdAt: '2026-11-21T05:59:00.000Z',
}
/** An action by the operator, from the shell. */
const granted: Activity = {
  ...edited,
  id: 31,
  action: 'user.update',
  actor: null,
  target: { type: 'user', ...mo },
  before: { isAdmin: false },
  after: { isAdmin: true, way: 'cli' },
}
const deleted: Activity = {
  id: 28,
  action: 'message.delete',
  actor: gail,
  target: { type: 'message', id: 77, name: null },
  before: { userId: mo.id, sessionDate: '2026-11-20' },
  after: null,
  createdAt: '2026-11-21T05:00:00.000Z',
}

const answer = (activities: Activity[], hasMore = false) => ({
  activities,
  hasMore,
  people: [mo],
  actors: [ada, gail],
})
const all = answer([banned, edited, deleted])

function show(part = <ActivityTab userLink={({ id, name }) => <a href={`/of/${id}`}>{name}</a>} />) {
  render(<QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>)
  return { user: userEvent.setup({ delay: null }) }
}
const lastQuery = () => server.calls.at(-1)?.path.split('?')[1] ?? ''
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })

describe('the tab', () => {
  it('says so while it loads, and then what was done, under the days of Chicago', async () => {
    const arrive = server.answerWhenReleased(activityCalls.activity, all)
    show()
    expect(screen.getByRole('status').textContent).toBe('Loading the activity')
    arrive()
    await screen.findAllByRole('listitem')
    const days = screen.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(days).toEqual(['Saturday, November 21, 2026', 'Friday, November 20, 2026'])
    const [first, second, third] = screen.getAllByRole('listitem')
    expect(first?.textContent).toContain('Gail Gardner banned Mo Member')
    expect(first?.textContent).toContain('ReasonUnkind words')
    expect(first?.textContent).toContain('12:05 PM')
    expect(second?.textContent).toContain('Ada Adler edited the template Still water')
    expect(third?.textContent).toContain('Gail Gardner deleted a message by Mo Member of November 20, 2026')
    expect(within(third!).getByRole('link', { name: 'Mo Member' }).getAttribute('href')).toBe('/of/5')
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('tells what the operator did, who is nobody of the community', async () => {
    server.answer(activityCalls.activity, answer([granted]))
    show()
    const line = await screen.findByRole('listitem')
    expect(line.textContent).toContain('The operator edited Mo Member')
    expect(line.textContent).toContain('Administratorno → yes')
    expect(line.textContent).toContain('Waycommand line')
  })

  it('folds many fields away, and shows what they were and are', async () => {
    server.answer(activityCalls.activity, all)
    const { user } = show()
    await user.click(await screen.findByText('Title, Duration, Instructor and 1 more'))
    const line = screen.getAllByRole('listitem')[1]!
    const facts = within(line)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)
    expect(facts).toEqual([
      'Stil water → Still water',
      '10 minutes → 12 minutes',
      'A → B',
      'Beginner → Advanced',
    ])
  })

  it('is filtered by what was done, by whom, and about whom, and shows everything again', async () => {
    server.answer(activityCalls.activity, all)
    const { user } = show()
    await screen.findAllByRole('listitem')
    await user.selectOptions(select('What was done'), 'Members: all')
    await waitFor(() => expect(lastQuery()).toBe('targetType=user'))
    await user.selectOptions(select('What was done'), 'Banned')
    await waitFor(() => expect(lastQuery()).toBe('action=user.ban'))
    await user.selectOptions(select('By whom'), 'Gail Gardner')
    await waitFor(() => expect(lastQuery()).toBe('action=user.ban&actorId=2'))
    await screen.findAllByRole('listitem')
    await user.click(screen.getAllByRole('button', { name: 'Only what was done to Mo Member' })[0]!)
    await waitFor(() => expect(lastQuery()).toBe('action=user.ban&actorId=2&targetType=user&targetId=5'))
    expect(screen.getByText(/^Only what was done to/).textContent).toBe('Only what was done to Mo Member.')
    expect(document.activeElement).toBe(screen.getByText(/^Only what was done to/))
    await screen.findAllByRole('listitem')
    expect(screen.queryByRole('button', { name: /^Only what was done/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show everything' }))
    await waitFor(() => expect(lastQuery()).toBe(''))
    expect(select('What was done').value).toBe('')
    expect(document.activeElement).toBe(select('What was done'))
    expect(screen.queryByRole('button', { name: 'Show everything' })).toBeNull()
  })

  it('shows more, without the heading of a day that stands there, and takes the keyboard along', async () => {
    server.answer(activityCalls.activity, answer([banned, edited], true), answer([deleted]))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
    expect(lastQuery()).toBe('before=29')
    expect(screen.getAllByRole('heading')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(document.activeElement?.textContent).toContain('deleted a message')
    expect(document.activeElement?.textContent).not.toContain('banned Mo')
  })

  it('tells of a page that didn’t come, keeps the one before, and tries again', async () => {
    server.answer(activityCalls.activity, answer([banned], true))
    const { user } = show()
    const more = await screen.findByRole('button', { name: 'Show more' })
    server.failConnection(activityCalls.activity)
    await user.click(more)
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('alert').textContent).toContain('The activity didn’t arrive')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    server.answer(activityCalls.activity, answer([edited]))
    await user.click(again)
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Activity' })))
  })

  it('tells nothing at all from nothing like that', async () => {
    server.answer(activityCalls.activity, answer([]))
    const { user } = show()
    expect((await screen.findByRole('heading')).textContent).toBe('No activity yet')
    await user.selectOptions(select('What was done'), 'Messages: all')
    await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Nothing like that was done'))
  })
})

describe('the short list', () => {
  it('has the newest lines with their days, and asks for no more', async () => {
    server.answer(activityCalls.activity, all)
    show(<ActivityList limit={3} />)
    const lines = await screen.findAllByRole('listitem')
    expect(lastQuery()).toBe('limit=3')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Gail Gardner banned Mo MemberNovember 21, 2026, 12:05 PM',
      'Ada Adler edited the template Still waterNovember 20, 2026, 11:59 PM',
      'Gail Gardner deleted a message by Mo Member of November 20, 2026November 20, 2026, 11:00 PM',
    ])
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('says when there is nothing, and when it didn’t come', async () => {
    server.failConnection(activityCalls.activity)
    const { user } = show(<ActivityList limit={3} />)
    expect(screen.getByRole('status').textContent).toBe('Loading the activity')
    server.answer(activityCalls.activity, answer([]))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    const nothing = await screen.findByText('No activity yet')
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(document.activeElement?.contains(nothing)).toBe(true)
  })
})
