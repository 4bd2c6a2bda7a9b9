// The line of news, and /news: what they show, when they keep silent, and how news becomes read.
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { publishSessionSignal } from '#web/session-signals.ts'
import { setHeldPlaces, setMeditating } from '#web/visit-state.ts'
import { newsCalls, type News } from '../contract.ts'
import { NewsLine } from './news-line.tsx'
import { NewsList } from './news-list.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(() => {
  act(() => sit(false))
  vi.restoreAllMocks()
})

const sit = (isSitting: boolean) => {
  setMeditating(isSitting)
  setHeldPlaces(isSitting ? 'lines' : null)
}
const news = (id: number, part: Partial<News> = {}): News => ({
  id,
  title: `News ${id}`,
  text: 'On Sunday we sit all day.',
  level: 'note',
  fromAt: '2026-11-21T18:00:00.000Z',
  isCurrent: true,
  isRead: false,
  ...part,
})

function show(screenPart: 'line' | 'list', ...lists: [News[], ...News[][]]) {
  const [first, ...later] = lists.map((list) => ({ news: list }))
  if (first) server.respond(newsCalls.news, first, ...later)
  const list = <NewsList title="News" />
  const newsLine = <NewsLine renderLink={(text) => <a href="/news">{text}</a>} />
  const { container } = renderScreen(screenPart === 'line' ? newsLine : list)
  return { container, user: setUpUser() }
}
const line = () => screen.queryByRole('region', { name: 'News' })
const loaded = () => waitFor(() => expect(server.count(newsCalls.news)).toBeGreaterThan(0))

describe('the line', () => {
  it('[NEWS-02] shows one: important news before the newest note; it is text, no live region', async () => {
    const { container } = show('line', [news(3), news(2, { level: 'important' }), news(1)])
    const shown = await screen.findByRole('region', { name: 'News' })
    expect(within(shown).getByRole('link', { name: 'News 2' }).getAttribute('href')).toBe('/news')
    expect(shown.textContent).toContain('Important:')
    expect(screen.queryByText('News 3')).toBeNull()
    expect(container.querySelector('[aria-live], [role=status], [role=alert]')).toBeNull()
  })

  it('[NEWS-02] shows nothing that is read or over', async () => {
    show('line', [news(2, { isRead: true }), news(1, { isCurrent: false })])
    await loaded()
    expect(line()).toBeNull()
  })

  it('[NEWS-02] keeps silent from the bell to the end of the silence, also for news that comes then', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    act(() => sit(true))
    const { container } = show('line', [], [news(1)])
    await loaded()
    const mutations: MutationRecord[] = []
    const observer = new MutationObserver((records) => mutations.push(...records))
    observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true })
    act(() => publishSessionSignal('news'))
    await waitFor(() => expect(server.count(newsCalls.news)).toBe(2))
    expect(line()).toBeNull()
    expect([...mutations, ...observer.takeRecords()]).toEqual([])
    observer.disconnect()
    act(() => sit(false))
    expect(await screen.findByRole('link', { name: 'News 1' })).toBeTruthy()
  })

  it('[NEWS-02, LIGHT-01] keeps its place while everyone sits, unseen; a press makes it read', async () => {
    const { user } = show('line', [news(1)], [news(1), news(2)], [news(1, { isRead: true }), news(2)])
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const shown = await screen.findByRole('region', { name: 'News' })
    act(() => sit(true))
    expect(shown.classList).toContain('line-rests')
    act(() => publishSessionSignal('news'))
    await waitFor(() => expect(server.count(newsCalls.news)).toBe(2))
    expect(line()).toBe(shown)
    act(() => setMeditating(false))
    expect(shown.classList).not.toContain('line-rests')
    expect(shown.textContent).toContain('News 1')
    server.respond(newsCalls.readNews, { success: true })
    await user.click(screen.getByRole('button', { name: 'Mark as read: “News 1”' }))
    expect(await screen.findByRole('link', { name: 'News 2' })).toBeTruthy()
  })

  it('[NEWS-03] is gone as soon as it is read; the next one follows', async () => {
    const { user } = show('line', [news(2), news(1)], [news(2, { isRead: true }), news(1)])
    server.respond(newsCalls.readNews, { success: true })
    await user.click(await screen.findByRole('button', { name: 'Mark as read: “News 2”' }))
    expect(await screen.findByRole('link', { name: 'News 1' })).toBeTruthy()
    expect(server.calls.find(({ method }) => method === 'PUT')?.path).toBe('/api/news/2/read')
  })

  it('[NEWS-03] comes back if that isn’t saved', async () => {
    const { user } = show('line', [news(2)])
    server.failWith(newsCalls.readNews, 'internal')
    await user.click(await screen.findByRole('button', { name: 'Mark as read: “News 2”' }))
    await waitFor(() => expect(server.calls.some(({ method }) => method === 'PUT')).toBe(true))
    expect(await screen.findByRole('link', { name: 'News 2' })).toBeTruthy()
  })

  it('[NEWS-04] is read again within five seconds of a change, each page at its own moment', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(Math, 'random').mockReturnValue(0.9)
    show('line', [], [news(1)])
    await loaded()
    act(() => publishSessionSignal('news'))
    act(() => publishSessionSignal('news'))
    await act(() => vi.advanceTimersByTimeAsync(4_300))
    expect(server.count(newsCalls.news)).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(server.count(newsCalls.news)).toBe(2)
    vi.useRealTimers()
    expect(await screen.findByRole('link', { name: 'News 1' })).toBeTruthy()
  })
})

describe('the page', () => {
  it('[NEWS-03] has all news by the member’s clock, paragraphs and links, unread ones marked', async () => {
    setBrowserZone('Asia/Tokyo')
    const text = 'First.\n\nSee https://example.org/retreat, or <b>ask</b>.'
    const { user } = show('list', [news(2, { text }), news(1, { isRead: true, isCurrent: false })])
    const [unread, read] = await screen.findAllByRole('article')
    if (!unread || !read) throw new Error('There are two.')
    expect(unread.textContent).toContain('Sunday, November 22, 2026, 3:00 AM')
    expect(within(unread).getByText('Unread')).toBeTruthy()
    expect(within(read).queryByText('Unread')).toBeNull()
    expect(unread.querySelectorAll('p.whitespace-pre-line')).toHaveLength(2)
    const link = within(unread).getByRole('link', { name: 'https://example.org/retreat' })
    expect(link.getAttribute('rel')).toContain('noopener')
    expect(unread.textContent).toContain('<b>ask</b>')
    server.respond(newsCalls.readNews, { success: true })
    server.respond(newsCalls.news, { news: [news(2, { text, isRead: true })] })
    await user.click(within(unread).getByRole('button', { name: 'Mark as read: “News 2”' }))
    await waitFor(() => expect(screen.queryByText('Unread')).toBeNull())
  })

  it('[NEWS-03] says so if there is none, or it didn’t load', async () => {
    server.failConnection(newsCalls.news)
    renderScreen(<NewsList title="News" />)
    expect((await screen.findByRole('alert')).textContent).toContain('The news didn’t load')
    server.respond(newsCalls.news, { news: [] })
    await setUpUser().click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'No news yet' })).toBeTruthy()
  })
})
