// What administrators see of proposals, and what two of them at once are told.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { declineSentenceMaxChars } from '#shared/constants.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { toastStore } from '#web/toast-store.ts'
import { templateErrors } from '../../errors.ts'
import { proposalReviewCalls, type SentWaitingProposal } from '../../proposals-contract.ts'
import { waitingProposal } from '../../test/sample-proposals.ts'
import { ProposedTemplates } from './proposed-templates.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

const { waitingProposals, publishProposal, declineProposal } = proposalReviewCalls
function show(...lists: [SentWaitingProposal[], ...SentWaitingProposal[][]]) {
  const [first, ...later] = lists.map((proposals) => ({ proposals }))
  if (first) server.respond(waitingProposals, first, ...later)
  renderScreen(<ProposedTemplates listenButton={null} />)
  return setUpUser()
}
const quiet = () => vi.spyOn(console, 'info').mockImplementation(() => undefined)
const card = () => screen.findByRole('article', { name: 'Seven lamps' })
const gone = () => waitFor(() => expect(screen.queryByRole('article')).toBeNull())
const button = (name: string) => screen.findByRole('button', { name })
const inDialog = async (name: string) =>
  within(await screen.findByRole('dialog')).getByRole<HTMLInputElement>('button', { name })
const newestToast = () => toastStore.records()[0]
const sent = () => server.calls.find(({ method }) => method === 'POST')

it('[TEACH-08] shows who proposed it, its card, and on a press its words, steps and addresses', async () => {
  const user = show([
    waitingProposal(
      { teacher: { id: 9, name: 'Ana Bell', mayHold: false } },
      {
        meetingUrl: 'https://www.zoom.us/j/12',
        translations: { de: { title: 'Lampen', description: 'Ein Weg.', steps: [], captionsUrl: null } },
      },
    ),
  ])
  const shown = await card()
  expect(screen.getByRole('heading', { name: 'Proposed (1)' })).toBeTruthy()
  for (const text of ['Proposed by Ana Bell on Nov 21, 2026', 'May no longer hold sittings', '12 min'])
    expect(shown.textContent).toContain(text)
  await user.click(within(shown).getByText('Read it'))
  for (const text of ['A quiet walk.', 'Ground', 'The floor beneath you.', 'Also in: Deutsch'])
    expect(shown.textContent).toContain(text)
  const links = within(shown).getAllByRole('link')
  expect(
    links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]),
  ).toEqual([
    ['The video', '/media/still-water.mp4', 'noopener noreferrer'],
    ['zoom.us', 'https://www.zoom.us/j/12', 'noopener noreferrer'],
  ])
})

it('[TEACH-08] shows nothing while none waits', async () => {
  show([])
  await waitFor(() => expect(server.count(waitingProposals)).toBe(1))
  expect(screen.queryByRole('heading')).toBeNull()
})

it('[TEACH-08] publishes the version that was read, with one press, and keeps the focus near', async () => {
  const user = show([waitingProposal({ version: 4 })], [])
  server.respond(publishProposal, { id: 12 })
  await user.click(await button('Publish “Seven lamps”'))
  await gone()
  expect(sent()).toMatchObject({ path: '/api/admin/templates/drafts/3/publish', body: { version: 4 } })
  expect(newestToast()?.title).toBe('Template published')
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Proposed templates' }))
})

it('[TEACH-08] tells the second of two administrators what the first one decided', async () => {
  quiet()
  const user = show([waitingProposal()], [])
  const message = 'An administrator has already declined this proposal.'
  server.failWith(publishProposal, templateErrors.proposal_decided, { message })
  await user.click(await button('Publish “Seven lamps”'))
  await gone()
  expect(newestToast()).toMatchObject({ variant: 'destructive', description: message })
})

it('[TEACH-08] publishes it with what the administrator changed in the usual dialog', async () => {
  quiet()
  const user = show([waitingProposal({ version: 2 })], [])
  server.failWith(publishProposal, 'invalid', {
    issues: [{ path: 'template.title', message: 'Another template has this title.' }],
  })
  await user.click(await button('Edit and publish “Seven lamps”'))
  await user.type(await screen.findByLabelText('Title'), ' at dusk')
  await user.click(await inDialog('Publish'))
  expect(await screen.findByText('Another template has this title.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Seven lamps at dusk')
  server.respond(publishProposal, { id: 12 })
  await user.click(await inDialog('Publish'))
  await gone()
  expect(sent()?.body).toMatchObject({
    version: 2,
    template: { title: 'Seven lamps at dusk', kind: 'video' },
  })
})

it('[TEACH-08] declines it with a sentence of at most 300 characters, which a failed save keeps', async () => {
  quiet()
  const user = show([waitingProposal()])
  await user.click(await button('Decline “Seven lamps”'))
  const decline = await inDialog('Decline')
  await user.click(decline)
  expect(await screen.findByText('Please say in a sentence why.')).toBeTruthy()
  const sentence = screen.getByLabelText<HTMLTextAreaElement>('Why not')
  await user.click(sentence)
  await user.paste('a'.repeat(declineSentenceMaxChars + 1))
  await user.click(decline)
  expect(await screen.findByText('The sentence has at most 300 characters.')).toBeTruthy()
  expect(sent()).toBeUndefined()
  await user.clear(sentence)
  await user.type(sentence, 'We have one like it.')
  server.failConnection(declineProposal)
  await user.click(decline)
  expect(await screen.findByText('The proposal wasn’t declined. Please try again.')).toBeTruthy()
  expect(sentence.value).toBe('We have one like it.')
  server.respond(declineProposal, { success: true })
  server.respond(waitingProposals, { proposals: [] })
  await user.click(decline)
  await gone()
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    sentence: 'We have one like it.',
    version: 1,
  })
})

it('[TEACH-08] declines the version that its teacher made meanwhile, once that was said', async () => {
  quiet()
  const user = show([waitingProposal()], [waitingProposal({ version: 2 })])
  server.failWith(declineProposal, 'changed_meanwhile')
  await user.click(await button('Decline “Seven lamps”'))
  await user.type(await screen.findByLabelText('Why not'), 'Too long.')
  await user.click(await inDialog('Decline'))
  await waitFor(() => expect(server.count(waitingProposals)).toBe(2))
  expect(within(await screen.findByRole('dialog')).getByRole('alert')).toBeTruthy()
  server.respond(declineProposal, { success: true })
  await user.click(await inDialog('Decline'))
  await waitFor(() =>
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ version: 2 }),
  )
})

it('[TEACH-08] says that they didn’t load, and loads them again', async () => {
  server.failWith(waitingProposals, 'internal')
  renderScreen(<ProposedTemplates listenButton={null} />)
  expect(await screen.findByText('The proposed templates didn’t load')).toBeTruthy()
  server.respond(waitingProposals, { proposals: [waitingProposal()] })
  await setUpUser().click(await button('Try again'))
  await card()
})
