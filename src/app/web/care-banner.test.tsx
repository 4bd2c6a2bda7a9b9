// The care card on the page: what it says, where it leads, and how it goes.
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { careCalls } from '#features/care/contract.ts'
import { offerCare } from '#features/energy/web/data/care-offer.ts'
import type { HelpKind } from '#features/help/contract.ts'
import { setHelpOpener } from '#features/help/web/help-opener.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderWithRouter } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { CarePlace } from './app-banners.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(() => {
  act(() => offerCare(null))
  act(() => setHelpOpener(null))
  cleanup()
})

async function show(resources: Parameters<typeof offerCare>[0]) {
  renderWithRouter(
    <>
      <CarePlace />
      <input aria-label="A field" autoFocus />
    </>,
  )
  await screen.findByLabelText('A field')
  act(() => offerCare(resources))
  await screen.findByRole('region', { name: 'Be kind to yourself now' })
  return setUpUser()
}
const care = { text: 'Breathe out.\nLook around.', language: null, resources: [] }
const card = () => screen.queryByRole('region', { name: 'Be kind to yourself now' })
const button = (name: string) => screen.getByRole('button', { name })

test('[CARE-01] [CARE-05] it is not a dialog and takes no focus; without a sitting it offers no help request', async () => {
  const user = await show(care)
  expect(document.activeElement).toBe(screen.getByLabelText('A field'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Breathe out.',
    'Look around.',
  ])
  expect(screen.getByText(/call your local emergency number/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'More about what helps' }).getAttribute('href')).toBe('/care')
  expect(screen.queryByRole('button', { name: 'Talk to a garden angel' })).toBeNull()
  await user.click(button('Close'))
  expect(card()).toBeNull()
  expect(server.calls).toEqual([])
})

test('[CARE-01] [CARE-04] it leads to the garden angels and to the community’s resources', async () => {
  const asked: HelpKind[] = []
  const user = await show({
    ...care,
    resources: [
      { name: 'Listening line', contact: '+1 (555) 01-00', where: 'Chicago' },
      { name: 'Counseling', contact: 'https://example.org/help', where: '' },
    ],
  })
  act(() => setHelpOpener((kind) => asked.push(kind)))
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'tel:+15550100',
    'https://example.org/help',
    '/care',
  ])
  expect(screen.queryByText(/emergency number/)).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Talk to a garden angel' }))
  await waitFor(() => expect(asked).toEqual(['care']))
  await waitFor(() => expect(card()).toBeNull())
})

test('[CARE-05] “Don’t show this again” is saved; a failure keeps the card', async () => {
  const user = await show(care)
  server.failConnection(careCalls.chooseCare)
  await user.click(button('Don’t show this again'))
  expect(await screen.findByRole('alert')).toBeTruthy()
  server.respond(careCalls.chooseCare, { isOffered: false })
  await user.click(button('Don’t show this again'))
  await waitFor(() => expect(card()).toBeNull())
  expect(server.calls.at(-1)?.body).toEqual({ isOffered: false })
})
