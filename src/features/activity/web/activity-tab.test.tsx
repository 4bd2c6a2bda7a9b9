// Activity tab: day headings, filters, pages, loading, empty and error states; and the short list.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { activityCalls, type Activity, type SentencePart } from '../contract.ts'
import { ActivityList } from './activity-list.tsx'
import { ActivityTab } from './activity-tab.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

const ada = { id: 1, name: 'Ada Adler' }
const gail = { id: 2, name: 'Gail Gardner' }
const mo = { id: 5, name: 'Mo Member' }

const words = (text: string): SentencePart => ({ text, role: 'words', memberId: null })
const named = ({ name }: { name: string }): SentencePart => ({ text: name, role: 'actor', memberId: null })
const target = ({ id, name }: { id: number | null; name: string }): SentencePart => ({
  text: name,
  role: 'target',
  memberId: id,
})

const banned: Activity = {
  id: 30,
  action: 'user.ban',
  actor: gail,
  target: { type: 'user', ...mo },
  sentence: [named(gail), words(' banned '), target(mo)],
  changes: [{ label: 'Reason', before: null, after: 'Unkind words' }],
  createdAt: '2026-11-21T18:05:00.000Z',
}
const edited: Activity = {
  id: 29,
  action: 'template.update',
  actor: ada,
  target: { type: 'template', id: 3, name: 'Still water' },
  sentence: [named(ada), words(' edited the template '), target({ id: null, name: 'Still water' })],
  changes: [
    { label: 'Title', before: 'Stil water', after: 'Still water' },
    { label: 'Duration', before: '10 minutes', after: '12 minutes' },
    { label: 'Instructor', before: 'A', after: 'B' },
    { label: 'Difficulty', before: 'Beginner', after: 'Advanced' },
  ],
  createdAt: '2026-11-21T05:59:00.000Z',
}
/** An action by the operator, from the shell. */
const granted: Activity = {
  ...edited,
  id: 31,
  action: 'user.update',
  actor: null,
  target: { type: 'user', ...mo },
  sentence: [named({ name: 'The operator' }), words(' edited '), target(mo)],
  changes: [
    { label: 'Administrator', before: 'no', after: 'yes' },
    { label: 'Source', before: null, after: 'command line' },
  ],
}
const deleted: Activity = {
  id: 28,
  action: 'message.delete',
  actor: gail,
  target: { type: 'message', id: 77, name: null },
  sentence: [named(gail), words(' deleted a message by '), target(mo), words(' of November 20, 2026')],
  changes: [],
  createdAt: '2026-11-21T05:00:00.000Z',
}

const response = (activities: Activity[], hasMore = false) => ({
  activities,
  hasMore,
  groups: [
    { targetType: 'user', label: 'Members', actions: [{ action: 'user.ban', label: 'Banned' }] },
    { targetType: 'message', label: 'Messages', actions: [] },
  ],
  actors: [ada, gail],
})
const all = response([banned, edited, deleted])

function show(part = <ActivityTab userLink={({ id, name }) => <a href={`/of/${id}`}>{name}</a>} />) {
  renderScreen(part)
  return { user: setUpUser() }
}
const lastQuery = () => server.calls.at(-1)?.path.split('?')[1] ?? ''
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })

describe('the activity tab', () => {
  it('shows a loading state, then the entries grouped by Chicago day', async () => {
    const arrive = server.respondLater(activityCalls.activity, all)
    show()
    expect(screen.getByRole('status').textContent).toBe('Loading activity')
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

  it('names the operator as the actor where no member acted', async () => {
    server.respond(activityCalls.activity, response([granted]))
    show()
    const entry = await screen.findByRole('listitem')
    expect(entry.textContent).toContain('The operator edited Mo Member')
    expect(entry.textContent).toContain('Administratorno → yes')
    expect(entry.textContent).toContain('Sourcecommand line')
  })

  it('collapses many field changes, and shows old and new values', async () => {
    server.respond(activityCalls.activity, all)
    const { user } = show()
    await user.click(await screen.findByText('Title, Duration, Instructor and 1 more'))
    const entry = screen.getAllByRole('listitem')[1]!
    const facts = within(entry)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)
    expect(facts).toEqual([
      'Stil water → Still water',
      '10 minutes → 12 minutes',
      'A → B',
      'Beginner → Advanced',
    ])
  })

  it('filters by kind, actor and target, and clears the filters @full', async () => {
    server.respond(activityCalls.activity, all)
    const { user } = show()
    await screen.findAllByRole('listitem')
    await user.selectOptions(select('Action'), 'Members: all')
    await waitFor(() => expect(lastQuery()).toBe('targetType=user'))
    await user.selectOptions(select('Action'), 'Banned')
    await waitFor(() => expect(lastQuery()).toBe('action=user.ban'))
    await user.selectOptions(select('Done by'), 'Gail Gardner')
    await waitFor(() => expect(lastQuery()).toBe('action=user.ban&actorId=2'))
    await screen.findAllByRole('listitem')
    await user.click(screen.getAllByRole('button', { name: 'Show only changes to Mo Member' })[0]!)
    await waitFor(() => expect(lastQuery()).toBe('action=user.ban&actorId=2&targetType=user&targetId=5'))
    expect(screen.getByText(/^Showing only changes to/).textContent).toBe(
      'Showing only changes to Mo Member.',
    )
    expect(document.activeElement).toBe(screen.getByText(/^Showing only changes to/))
    await screen.findAllByRole('listitem')
    expect(screen.queryByRole('button', { name: /^Show only changes/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(lastQuery()).toBe(''))
    expect(select('Action').value).toBe('')
    expect(document.activeElement).toBe(select('Action'))
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  })

  it('‘Show more’ continues a day without a second heading and moves the focus', async () => {
    server.respond(activityCalls.activity, response([banned, edited], true), response([deleted]))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
    expect(lastQuery()).toBe('before=29')
    expect(screen.getAllByRole('heading')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(document.activeElement?.textContent).toContain('deleted a message')
    expect(document.activeElement?.textContent).not.toContain('banned Mo')
  })

  it('a failed page shows an error, keeps the previous page, and can be retried', async () => {
    server.respond(activityCalls.activity, response([banned], true))
    const { user } = show()
    const more = await screen.findByRole('button', { name: 'Show more' })
    server.failConnection(activityCalls.activity)
    await user.click(more)
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('alert').textContent).toContain('The activity didn’t load')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    server.respond(activityCalls.activity, response([edited]))
    await user.click(again)
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Activity' })))
  })

  it('distinguishes an empty log from no matching entries', async () => {
    server.respond(activityCalls.activity, response([]))
    const { user } = show()
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('No activity yet')
    await user.selectOptions(select('Action'), 'Messages: all')
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('No matching activity'),
    )
  })
})

describe('the dashboard list', () => {
  it('shows the newest entries with their days and requests no more', async () => {
    server.respond(activityCalls.activity, all)
    show(<ActivityList limit={3} />)
    const lines = await screen.findAllByRole('listitem')
    expect(lastQuery()).toBe('limit=3')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Gail Gardner banned Mo MemberNovember 21, 2026, 12:05 PM (6:05 PM)',
      'Ada Adler edited the template Still waterNovember 20, 2026, 11:59 PM (Sat 5:59 AM)',
      'Gail Gardner deleted a message by Mo Member of November 20, 2026November 20, 2026, 11:00 PM (Sat 5:00 AM)',
    ])
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('shows an empty state and a load error', async () => {
    server.failConnection(activityCalls.activity)
    const { user } = show(<ActivityList limit={3} />)
    expect(screen.getByRole('status').textContent).toBe('Loading activity')
    server.respond(activityCalls.activity, response([]))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByText('No activity yet')
  })
})
