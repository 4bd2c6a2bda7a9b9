// /settings on a whole page: the setup of a new member, and the settings afterwards.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { authCalls, type Account } from '#features/auth/contract.ts'
import { careCalls } from '#features/care/contract.ts'
import { memberModerationCalls } from '#features/moderation/member-contract.ts'
import { openCasesCalls } from '#features/moderation/open-cases-contract.ts'
import { newsCalls } from '#features/news/contract.ts'
import { practiceCalls } from '#features/practice/contract.ts'
import { profileCalls } from '#features/profile/contract.ts'
import { reflectionOptInCalls } from '#features/reflections/contract.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { openApp } from '#test/web/open-app.tsx'
import { startTheme } from '#web/theme.ts'
import { SettingsMenu } from './settings-menu.tsx'

const ned = fakeAccount({
  id: 9,
  name: 'Ned',
  profileCompleted: false,
  createdAt: '2026-11-21T18:00:00.000Z',
})
const identity = fakeIdentity(ned)
const complete = { ...ned, profileCompleted: true, profilePicture: '/media/own.jpg' }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(authCalls.whoAmI, identity)
  server.respond(roomCalls.onlineCount, { count: 0 })
  server.respond(profileCalls.stockPictures, [])
  server.respond(reflectionOptInCalls.reflectionOptIn, { isOptedIn: null, pairsMin: 8 })
  server.respond(careCalls.careChoice, { isOffered: true })
  server.respond(practiceCalls.imports, { batches: [], choices: { inRhythm: false } })
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

function open(user: Account, address = '/settings') {
  server.respond(authCalls.userByUid, user)
  server.respond(authCalls.currentUser, user)
  return openApp(address).router
}

const heading = () => screen.findByRole('heading', { level: 1 })
const banner =
  'You must select a profile picture before accessing the app. Choose one from our collection or upload your own.'

it('[PROF-31] the menu leads to each section, and marks the one that is read', async () => {
  open(complete)
  // In the page it loads in the background.
  render(<SettingsMenu isBeside />)
  const menu = within(screen.getByRole('navigation', { name: 'Settings' }))
  await screen.findByRole('heading', { name: 'Theme Settings' })
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const links = menu.getAllByRole('link')
  // The last two load when they come near.
  expect(links.map(({ textContent }) => textContent)).toEqual([...titles, 'Notices', 'Reminders'])
  for (const link of links.slice(0, -2)) {
    // Its title is that of the menu.
    const anchor = document.querySelector(link.getAttribute('href') ?? '')
    expect(anchor?.querySelector('h2')?.textContent).toBe(link.textContent)
  }
  const isAbove = ['profile', 'account', 'practice']
  for (const { id } of document.querySelectorAll<HTMLElement>('main [id]'))
    vi.spyOn(document.getElementById(id) as HTMLElement, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, isAbove.includes(id) ? -50 : 2_000),
    )
  fireEvent.scroll(window)
  expect(menu.getByText('Practice elsewhere').getAttribute('aria-current')).toBe('true')
  expect(links.filter((link) => link.hasAttribute('aria-current'))).toHaveLength(1)
  // The end of the page, as far as it is loaded.
  vi.stubGlobal('scrollY', 100)
  fireEvent.scroll(window)
  expect(menu.getByText('Theme Settings').getAttribute('aria-current')).toBe('true')
})

it('[PROF-02, PROF-03] the first-time setup asks for a picture', async () => {
  open(ned)
  expect((await heading()).textContent).toBe('Welcome! Complete Your Profile')
  const welcome = screen.getByText('Welcome, Ned. This is how others see you.')
  expect(welcome.compareDocumentPosition(screen.getByText(banner))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByRole('button', { name: 'Keep it and come in' })).toBeTruthy()
  expect(screen.queryByText('How others see you in the room.')).toBeNull()
})

it('[PROF-02, PROF-03] members with a complete profile aren’t asked for a picture', async () => {
  open({ ...ned, profileCompleted: true, profilePicture: '/media/own.jpg' })
  expect((await heading()).textContent).toBe('Settings')
  expect(screen.getByText('How others see you in the room.')).toBeTruthy()
  expect(screen.queryByText(/You must select a profile picture/)).toBeNull()
})

it('[TRUST-01] [T66] members choose here whether they sit quietly; the switch says what others can notice', async () => {
  open(complete)
  const release = server.respondLater(profileCalls.chooseUnlisted, { ...complete, isUnlisted: true })
  const choice = await screen.findByRole<HTMLInputElement>('switch', { name: 'Sit quietly' })
  expect(screen.getByText(/a name comes or goes while the number stays/)).toBeTruthy()
  fireEvent.click(choice)
  await vi.waitFor(() => expect(choice.checked).toBe(true))
  // The second press while the first is under way.
  fireEvent.click(choice)
  await vi.waitFor(() => expect(choice.checked).toBe(false))
  server.respond(profileCalls.chooseUnlisted, complete)
  release()
  const sent = () => server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await vi.waitFor(() => expect(sent()).toEqual([{ isUnlisted: true }, { isUnlisted: false }]))
  expect(choice.checked).toBe(false)
})

const accountSection = async () => within(await screen.findByRole('region', { name: 'Account' }))

it('[PROF-05] the account shows its state, the community’s day of its beginning, and an administrator’s role', async () => {
  server.respond(openCasesCalls.openCases, { openCases: 0 })
  // Still the previous day in Chicago.
  open({ ...complete, isAdmin: true, createdAt: '2026-03-02T04:30:00.000Z' })
  const account = await accountSection()
  expect(account.getByText('Your account is active')).toBeTruthy()
  expect(await account.findByText('March 1, 2026')).toBeTruthy()
  expect(account.getByText('Administrator')).toBeTruthy()
})

it('[PROF-05] a member’s account shows no role, and N/A where its beginning isn’t known', async () => {
  server.respond(authCalls.userByUid, complete)
  server.failWith(authCalls.currentUser, 'internal')
  openApp('/settings')
  const account = await accountSection()
  expect(await account.findByText('N/A')).toBeTruthy()
  expect(account.queryByText('Administrator')).toBeNull()
})

it('[PROF-06] the dark mode switch changes and stores the theme', async () => {
  onTestFinished(startTheme())
  open(complete)
  const darkMode = await screen.findByRole<HTMLInputElement>('switch', { name: 'Dark mode' })
  const themes = () => [
    darkMode.checked,
    document.documentElement.dataset['theme'],
    localStorage.getItem('theme'),
  ]
  expect(themes()).toEqual([false, 'light', null])
  fireEvent.click(darkMode)
  expect(themes()).toEqual([true, 'dark', 'dark'])
  fireEvent.click(darkMode)
  expect(themes()).toEqual([false, 'light', 'light'])
})

it('[PULSE-04] the choice to be part of the room’s energy can be changed here', async () => {
  server.respond(reflectionOptInCalls.reflectionOptIn, { isOptedIn: true, pairsMin: 8 })
  open(complete)
  const choice = await screen.findByRole<HTMLInputElement>('switch', {
    name: 'Include me in the room’s energy',
  })
  await waitFor(() => expect(choice.checked).toBe(true))
  server.respond(reflectionOptInCalls.chooseReflectionOptIn, { isOptedIn: false, pairsMin: 8 })
  fireEvent.click(choice)
  await waitFor(() =>
    expect(server.calls.at(-1)).toMatchObject({ method: 'PUT', body: { isOptedIn: false } }),
  )
  expect(choice.checked).toBe(false)
})

it('keeps the result of a link after the address has changed', async () => {
  const done = { ...ned, profileCompleted: true, profilePicture: '/media/own.jpg' }
  const router = open(done, '/settings?verified=')
  const result = () => screen.queryByText('Your email address is confirmed.')
  await waitFor(() => expect(result()).not.toBeNull())
  await act(() => router.navigate({ to: '/settings', search: {} }))
  expect(router.state.location.href).toBe('/settings')
  expect(result()).not.toBeNull()
})

it('[USR-25] every sentence names the address that signs in, not that of the profile', async () => {
  server.respond(authCalls.whoAmI, { ...identity, email: 'ned@typo.example', emailVerified: false })
  open({ ...ned, profileCompleted: true, profilePicture: '/media/own.jpg' })
  await heading()
  expect(await screen.findByText(/You sign in with ned@typo\.example\./)).toBeTruthy()
  expect(document.body.textContent).toContain(
    'Not confirmed yet. Follow the link in the email we sent to ned@typo.example.',
  )
})

it('[USR-25] a corrected address is announced once, with the day', async () => {
  const done = { ...ned, profileCompleted: true, profilePicture: '/media/own.jpg' }
  server.respond(newsCalls.news, { news: [] })
  server.respond(memberModerationCalls.moderationMessages, { mute: null, messages: [] })
  open({ ...done, emailCorrectedAt: '2026-11-20T18:00:00.000Z' })
  const banner = await screen.findByRole('region', { name: 'Your sign-in address' })
  expect(banner.textContent).toContain(
    'An administrator corrected the address you sign in with on November 20, 2026. It is now ned@example.org.',
  )
  server.respond(authCalls.readEmailCorrection, done)
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your sign-in address' })).toBeNull())
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    correctedAt: '2026-11-20T18:00:00.000Z',
  })
})
