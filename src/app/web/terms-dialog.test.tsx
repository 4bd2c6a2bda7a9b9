// The dialog that asks for the terms: when it opens, what it offers, and how it goes.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authCalls, type Account } from '#features/auth/contract.ts'
import { termsErrors } from '#features/auth/terms-errors.ts'
import { SessionProvider } from '#features/auth/web/hooks/use-user.ts'
import { termsCalls } from '#features/legal/contract.ts'
import { translate } from '#shared/i18n/t.ts'
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { startSession } from '#test/web/open-app.tsx'
import { renderWithRouter } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { setMeditating } from '#web/visit-state.ts'
import { TermsPlace } from './app-banners.tsx'

const mia = fakeAccount({ mustAcceptTerms: 3 })
const identity = fakeIdentity(mia)

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(() => {
  act(() => setMeditating(false))
  cleanup()
})

async function show(account: Account, path = '/settings') {
  server.respond(authCalls.whoAmI, identity)
  server.respond(authCalls.userByUid, account)
  const session = startSession()
  await session.load()
  const history = renderWithRouter(
    <SessionProvider value={session}>
      <TermsPlace />
      <p>The screen</p>
    </SessionProvider>,
    { path },
  )
  await screen.findByText('The screen')
  return { user: setUpUser(), history }
}
const dialog = () => screen.findByRole('dialog', undefined, { timeout: 3_000 })
const absent = () => screen.queryByRole('dialog') === null

test('[COM-14] it can’t be dismissed; accepting ends it', async () => {
  const { user } = await show(mia)
  const asked = within(await dialog())
  expect(asked.getByRole('heading').textContent).toBe('Please read our terms')
  expect(asked.getByRole('link', { name: 'Read the terms' }).getAttribute('href')).toBe('/terms')
  for (const name of ['Download my data', 'Sign out'])
    expect(asked.getByRole('button', { name })).toBeTruthy()
  expect(asked.queryByRole('button', { name: 'Close' })).toBeNull()
  await user.keyboard('{Escape}')
  expect(absent()).toBe(false)
  server.respond(termsCalls.acceptTerms, { ...mia, mustAcceptTerms: null })
  await user.click(asked.getByRole('button', { name: 'Accept the terms' }))
  await waitFor(() => expect(absent()).toBe(true))
  expect(server.calls.at(-1)?.body).toEqual({ version: 3 })
})

test('[COM-13] a new member is welcomed by other words @full', async () => {
  await show({ ...mia, profileCompleted: false })
  expect(within(await dialog()).getByRole('heading').textContent).toBe('Before you begin')
})

test('[COM-14] a failure is shown; of newer terms the newer version is accepted @full', async () => {
  const { user } = await show(mia)
  const asked = within(await dialog())
  server.failWith(termsCalls.acceptTerms, termsErrors.terms_changed)
  server.respond(authCalls.userByUid, { ...mia, mustAcceptTerms: 4 })
  await user.click(asked.getByRole('button', { name: 'Accept the terms' }))
  expect((await asked.findByRole('alert')).textContent).toBe(translate(termsErrors.terms_changed.message))
  await waitFor(() => expect(server.count(authCalls.userByUid)).toBe(2))
  server.respond(termsCalls.acceptTerms, { ...mia, mustAcceptTerms: null })
  await user.click(asked.getByRole('button', { name: 'Accept the terms' }))
  await waitFor(() => expect(absent()).toBe(true))
  expect(server.calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({ version: 4 })
})

test('[COM-14] [PHASE-11] it waits while everyone sits, and leaves when the bell rings @full', async () => {
  act(() => setMeditating(true))
  await show(mia)
  await new Promise((resolve) => {
    requestAnimationFrame(resolve)
  })
  expect(absent()).toBe(true)
  act(() => setMeditating(false))
  await dialog()
  act(() => setMeditating(true))
  await waitFor(() => expect(absent()).toBe(true))
  act(() => setMeditating(false))
  await dialog()
})

test('[COM-14] it gives way to the pages of the texts, and comes back', async () => {
  const { history } = await show(mia)
  await dialog()
  for (const path of ['/terms', '/privacy', '/care']) {
    act(() => history.push(path))
    await waitFor(() => expect([path, absent()]).toEqual([path, true]))
    act(() => history.push('/settings'))
    await dialog()
  }
})

test('[COM-14] members who accepted aren’t asked', async () => {
  await show({ ...mia, mustAcceptTerms: null })
  expect(absent()).toBe(true)
})
