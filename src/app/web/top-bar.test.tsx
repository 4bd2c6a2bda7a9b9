// The top bar on a whole page: what it has for a guest and by role, its menu, and the energy button.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { authCalls, type Account } from '#features/auth/contract.ts'
import { openCasesCalls } from '#features/moderation/open-cases-contract.ts'
import { sittingsCalls } from '#features/sittings/contract.ts'
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { respondWithEmptyHistory } from '#test/web/history-screen.ts'
import { openApp } from '#test/web/open-app.tsx'
import { setUpUser } from '#test/web/user.ts'

const user = setUpUser()
const mia = fakeAccount()

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  respondWithEmptyHistory(server)
  server.respond(openCasesCalls.openCases, { openCases: 0 })
  server.respond(sittingsCalls.sittings, [])
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A member's page, once its bar is there. */
async function openAs(member: Account) {
  server.respond(authCalls.whoAmI, fakeIdentity(member))
  server.respond(authCalls.userByUid, member)
  openApp('/mood-analytics')
  // The screen below has a header, too.
  const [bar] = await screen.findAllByRole('banner')
  return within(bar!)
}

it('[SHELL-11] /auth has no bar', async () => {
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  openApp('/auth')
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
  expect(screen.queryByRole('banner')).toBeNull()
})

it('[SHELL-10, SHELL-15] an unknown path is the 404 page, where a guest’s bar has Sign In and no account', async () => {
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  openApp('/nowhere/at/all')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/')
  const bar = within(screen.getByRole('banner'))
  expect(bar.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth')
  expect(bar.queryByRole('button', { name: 'Your account' })).toBeNull()
})

const everyone = ['Meditation', 'Energy Tracker', 'Referrals']
it.each([
  ['a member', {}, everyone],
  ['a garden angel', { isGardenAngel: true }, [...everyone, 'Garden Angel']],
  ['an administrator', { isAdmin: true }, [...everyone, 'Admin']],
])('[SHELL-13] the links of %s', async (_, role, names) => {
  const bar = await openAs(fakeAccount(role))
  const links = within(bar.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(names)
  const current = links.filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map(({ textContent }) => textContent)).toEqual(['Energy Tracker'])
})

it('[SHELL-15] the account’s menu has Settings and Sign Out', async () => {
  const bar = await openAs(mia)
  await user.click(bar.getByRole('button', { name: 'Your account' }))
  expect((await screen.findByRole('menuitem', { name: 'Settings' })).getAttribute('href')).toBe('/settings')
  expect(screen.getByRole('menuitem', { name: 'Sign Out' })).toBeTruthy()
})

it('[ENERGY-01, ENERGY-16] its button opens the modal, with eight levels and Throat chosen', async () => {
  const bar = await openAs(mia)
  await user.click(bar.getByRole('button', { name: 'Track energy' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Track Your Energy' }))
  await waitFor(() =>
    expect(modal.getByRole<HTMLInputElement>('radio', { name: 'Before' }).checked).toBe(true),
  )
  const levels = within(
    modal.getByRole('group', { name: 'How is your energy?' }),
  ).getAllByRole<HTMLInputElement>('radio')
  expect(levels).toHaveLength(8)
  expect(levels.filter(({ checked }) => checked)).toEqual([
    modal.getByRole('radio', { name: /^Throat Center/ }),
  ])
  expect(modal.getByRole<HTMLTextAreaElement>('textbox', { name: /^Diary/ }).value).toBe('')
})
