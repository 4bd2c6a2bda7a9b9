// The News tab: publishing, the question before a mail, the test mail, changes, and what survives a failure.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#shared/day.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { pageToday } from '#web/community-days.ts'
import { newsCalls, type AdministeredNews } from '../contract.ts'
import { newsErrors } from '../errors.ts'
import { NewsTab } from './news-tab.tsx'

let server: FakeServer
beforeEach(() => {
  sessionStorage.clear()
  server = startFakeServer()
})

const published: AdministeredNews = {
  id: 4,
  version: 2,
  title: 'Silence',
  text: 'On Sunday.',
  level: 'important',
  fromAt: '2026-11-21T18:00:00.000Z',
  from: '2026-11-21',
  until: '2026-11-27',
  state: 'current',
  mail: null,
  reads: 12,
  author: { id: 1, name: 'Ada Adler' },
}

async function show(news: AdministeredNews[] = [], readers = 12, unconfirmed = 0) {
  server.respond(newsCalls.adminNews, { news, readers, unconfirmed })
  const { unmount } = renderScreen(<NewsTab />)
  await waitFor(() => expect(screen.queryByText('Loading the news')).toBeNull())
  // Nothing was removed yet.
  expect(document.activeElement).toBe(document.body)
  return { user: setUpUser(), unmount }
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string) => screen.getByRole('button', { name })
const sent = () => server.calls.filter(({ method }) => method !== 'GET').map(({ body }) => body)

async function type(user: ReturnType<typeof setUpUser>) {
  await user.type(field('Title'), 'A day of silence')
  await user.type(field('Text'), 'On Sunday.')
}

describe('publishing', () => {
  it('[NEWS-01] sends what was typed, for a week from now, with a preview as members see it', async () => {
    const { user } = await show()
    expect(screen.getByText('No news yet')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull()
    await type(user)
    const preview = screen.getByRole('region', { name: 'Preview' })
    expect(within(preview).getByRole('heading', { name: 'A day of silence' })).toBeTruthy()
    server.respond(newsCalls.createNews, { id: 5 })
    await user.click(press('Publish'))
    const until = addDays(pageToday(), 6)
    await waitFor(() => expect(field('Title').value).toBe(''))
    expect(sent()).toEqual([
      { title: 'A day of silence', text: 'On Sunday.', level: 'note', from: null, until, isMailed: false },
    ])
  })

  it('[NEWS-06] names the number of recipients and asks before it publishes one with a mail', async () => {
    const { user } = await show()
    await type(user)
    expect(screen.getByText(/12 members chose news by email/)).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Also by email' }))
    await user.click(press('Publish'))
    const dialog = await screen.findByRole('dialog', { name: 'Publish, and email it to 12 members?' })
    expect(sent()).toEqual([])
    server.failWith(newsCalls.createNews, newsErrors.news_mail_taken)
    await user.click(within(dialog).getByRole('button', { name: 'Publish and email' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Only one news email goes out a day')
    expect(field('Title').value).toBe('A day of silence')
    expect(sent()).toMatchObject([{ isMailed: true }])
  })

  it('[NEWS-06] says beside the last day that the mail would leave after it', async () => {
    const { user } = await show()
    await type(user)
    await user.click(screen.getByRole('checkbox', { name: 'Also by email' }))
    await user.click(press('Publish'))
    const message = 'Its email would go out after this day. Choose a later one, or publish without an email.'
    server.failWith(newsCalls.createNews, 'invalid', { issues: [{ path: 'until', message }] })
    await user.click(await screen.findByRole('button', { name: 'Publish and email' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(field('Until').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(message)).toBeTruthy()
  })

  it('[NEWS-01] keeps what was typed after a failure and on other tabs, with a sentence beside the field', async () => {
    const { user, unmount } = await show()
    await type(user)
    server.failWith(newsCalls.createNews, 'invalid', {
      issues: [{ path: 'until', message: 'Please choose today or a later day.' }],
    })
    await user.click(press('Publish'))
    expect(await screen.findByText('Please choose today or a later day.')).toBeTruthy()
    expect(field('Until').getAttribute('aria-invalid')).toBe('true')
    unmount()
    await show()
    expect(field('Title').value).toBe('A day of silence')
  })

  it('[NEWS-06] mails a test to the administrator alone, or says why not @full', async () => {
    const { user } = await show()
    expect(press('Email me a test')).toHaveProperty('disabled', true)
    await type(user)
    server.failWith(newsCalls.testNews, newsErrors.news_mail_unconfirmed)
    await user.click(press('Email me a test'))
    expect((await screen.findByRole('alert')).textContent).toContain('confirm your own email address')
    server.respond(newsCalls.testNews, { success: true })
    await user.click(press('Email me a test'))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(sent().at(-1)).toEqual({ title: 'A day of silence', text: 'On Sunday.' })
  })
})

describe('what is published', () => {
  it('[NEWS-05] says beside the recipients how many wait for the confirmation of their address', async () => {
    const leavesAt = new Date().toISOString()
    const mail = { leavesAt, sentAt: leavesAt, recipients: 0 }
    await show(
      [
        { ...published, mail },
        { ...published, id: 2, state: 'past', mail },
      ],
      0,
      3,
    )
    const sentence = '3 more have to confirm their address first.'
    const [current = '', past = ''] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(current).toMatch(new RegExp(`Emailed to 0 members on .+\\. ${sentence}`))
    expect(past).not.toContain(sentence)
    expect(screen.getByText(/0 members chose news by email/).textContent).toContain(sentence)
  })

  it('[NEWS-07] shows a number of readers, and the state of its mail', async () => {
    const leavesAt = new Date(Date.now() + 300_000).toISOString()
    await show([
      { ...published, mail: { leavesAt, sentAt: null, recipients: null } },
      { ...published, id: 3, state: 'withdrawn', reads: 0, author: null },
      { ...published, id: 2, state: 'past', mail: { leavesAt, sentAt: leavesAt, recipients: 1 } },
    ])
    const [current = '', withdrawn = '', past = ''] = screen
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(current).toContain('November 21 – 27, 2026 · Read by 12 members · By Ada Adler')
    expect(current).toContain('The email goes out on ')
    expect(withdrawn).toContain('Not read yet · By a former administrator')
    expect(past).toContain('Emailed to one member on ')
    expect(screen.getAllByRole('button', { name: /^Don’t send the email/ })).toHaveLength(1)
  })

  it('[NEWS-07] a stale change keeps what was typed until the current version is loaded @full', async () => {
    const { user } = await show([published])
    await user.click(press('Edit “Silence”'))
    await user.type(field('Title'), ' here')
    server.respond(newsCalls.adminNews, {
      news: [{ ...published, version: 3, title: 'Stillness' }],
      readers: 12,
      unconfirmed: 0,
    })
    server.failWith(newsCalls.updateNews, 'changed_meanwhile')
    await user.click(press('Save changes'))
    await screen.findByRole('alert')
    expect(field('Title').value).toBe('Silence here')
    await user.click(press('Load the current version'))
    await waitFor(() => expect(field('Title').value).toBe('Stillness'))
    server.respond(newsCalls.updateNews, { success: true })
    await user.click(press('Save changes'))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]).toMatchObject({
      version: 3,
      title: 'Stillness',
      from: '2026-11-21',
      isWithdrawn: false,
    })
    expect(await screen.findByRole('button', { name: 'Publish' })).toBeTruthy()
  })

  it.each([
    ['Withdraw “Silence”', 'Withdraw', { isWithdrawn: true, version: 2 }],
    ['Don’t send the email about “Silence”', 'Don’t send the email', { isWithdrawn: false, isMailed: false }],
  ])('[NEWS-06] %s asks first', async (name, confirm, body) => {
    const leavesAt = new Date(Date.now() + 300_000).toISOString()
    const { user } = await show([{ ...published, mail: { leavesAt, sentAt: null, recipients: null } }])
    await user.click(press(name))
    const dialog = within(await screen.findByRole('dialog'))
    expect(sent()).toEqual([])
    server.respond(newsCalls.updateNews, { success: true })
    await user.click(dialog.getByRole('button', { name: confirm }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent()).toMatchObject([body])
  })

  it('[NEWS-07] deletes after a question, and says so if that fails', async () => {
    const { user } = await show([published])
    await user.click(press('Delete “Silence”'))
    const dialog = within(await screen.findByRole('dialog'))
    server.failWith(newsCalls.deleteNews, 'internal')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect((await dialog.findByRole('alert')).textContent).toBeTruthy()
    server.respond(newsCalls.deleteNews, { success: true })
    server.respond(newsCalls.adminNews, { news: [], readers: 0, unconfirmed: 0 })
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No news yet')).toBeTruthy()
  })

  it('[NEWS-07] says so if the list didn’t load; the form stays', async () => {
    server.failConnection(newsCalls.adminNews)
    renderScreen(<NewsTab />)
    expect((await screen.findByRole('alert')).textContent).toContain('The news didn’t load')
    expect(press('Publish')).toBeTruthy()
  })
})
