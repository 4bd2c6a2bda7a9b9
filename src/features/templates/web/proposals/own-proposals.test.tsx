// A teacher's own proposals: their states, the dialog, withdrawing, and what a failure leaves.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { proposalsWaitingMax } from '#shared/constants.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { toastStore } from '#web/toast-store.ts'
import { templateErrors } from '../../errors.ts'
import { proposalsCalls, type SentOwnProposal } from '../../proposals-contract.ts'
import { ownProposal } from '../../test/sample-proposals.ts'
import { OwnProposals } from './own-proposals.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

function show(...lists: [SentOwnProposal[], ...SentOwnProposal[][]]) {
  const [first, ...later] = lists.map((proposals) => ({ proposals }))
  if (first) server.respond(proposalsCalls.ownProposals, first, ...later)
  renderScreen(
    <OwnProposals memberName="Ana Bell" listenButton={null}>
      {({ button, list }) => (
        <>
          {button}
          {list}
        </>
      )}
    </OwnProposals>,
  )
  return setUpUser()
}
const button = (name: string) => screen.findByRole('button', { name })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const rowOf = async (title: string) =>
  (await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement
const newestToast = () => toastStore.records()[0]?.title

it('[TEACH-08] says what waits, what was published, and why one was declined', async () => {
  const decidedAt = '2026-11-23T18:00:00.000Z'
  const other = (title: string) => ({ ...ownProposal().template, title })
  show([
    ownProposal(),
    ownProposal({ id: 2, state: 'published', decidedAt, template: other('Rain') }),
    ownProposal({ id: 1, state: 'declined', decidedAt, sentence: 'We have one.', template: other('Snow') }),
  ])
  expect((await rowOf('Seven lamps')).textContent).toContain('Waiting since Nov 21, 2026 · 12 min')
  const published = await rowOf('Rain')
  expect(published.textContent).toContain('Published on Nov 23, 2026')
  expect(within(published).queryByRole('button')).toBeNull()
  const declined = await rowOf('Snow')
  expect(declined.textContent).toContain('Declined on Nov 23, 2026')
  expect(declined.textContent).toContain('We have one.')
})

it('[TEACH-08] proposes what is typed in the fields of a template, by the teacher’s name', async () => {
  const user = show([], [ownProposal()])
  server.respond(proposalsCalls.propose, { id: 3 })
  await user.click(await button('Propose a template'))
  await screen.findByRole('dialog', { name: 'Propose a template' })
  expect(field('Instructor').value).toBe('Ana Bell')
  await user.type(field('Title'), 'Seven lamps')
  await user.type(field('Instructor’s title'), 'Teacher')
  await user.type(field('Description'), 'A quiet walk.')
  await user.click(screen.getByLabelText('A silence'))
  await user.click(await button('Propose'))
  await rowOf('Seven lamps')
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    template: { title: 'Seven lamps', kind: 'silence', instructor: 'Ana Bell', blocks: [{ minutes: 20 }] },
  })
  expect(newestToast()).toBe('Template proposed')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('[TEACH-08] shows what the server refuses beside its field, and keeps what was typed', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const user = show([ownProposal()])
  server.failWith(proposalsCalls.changeProposal, 'invalid', {
    issues: [{ path: 'template.videoUrl', message: 'This video can’t be played.' }],
  })
  await user.click(await button('Edit “Seven lamps”'))
  await user.type(await screen.findByLabelText('Title'), ' at dusk')
  await user.click(await button('Save proposal'))
  expect(await screen.findByText('This video can’t be played.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Video'))
  expect(field('Title').value).toBe('Seven lamps at dusk')
  server.failWith(proposalsCalls.changeProposal, templateErrors.proposal_decided, {
    message: 'An administrator has already published this proposal.',
  })
  await user.click(await button('Save proposal'))
  expect(await screen.findByText('An administrator has already published this proposal.')).toBeTruthy()
  expect(field('Title').value).toBe('Seven lamps at dusk')
})

it('[TEACH-08] saves over the version that was edited', async () => {
  const user = show([ownProposal({ version: 4 })])
  server.respond(proposalsCalls.changeProposal, { success: true })
  await user.click(await button('Edit “Seven lamps”'))
  await user.type(await screen.findByLabelText('Title'), ' at dusk')
  await user.click(await button('Save proposal'))
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/api/templates/drafts/3',
      body: { version: 4, template: { title: 'Seven lamps at dusk' } },
    }),
  )
})

it('[TEACH-08] proposes a declined one again as a new one', async () => {
  const user = show([
    ownProposal({ state: 'declined', sentence: 'Too long.', decidedAt: ownProposal().proposedAt }),
  ])
  server.respond(proposalsCalls.propose, { id: 4 })
  await user.click(await button('Propose “Seven lamps” again'))
  await screen.findByRole('dialog', { name: 'Propose a template' })
  await user.click(await button('Propose'))
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      template: { title: 'Seven lamps' },
    }),
  )
})

it('[TEACH-08] withdraws one after a question, and moves the focus to an existing element', async () => {
  const user = show([ownProposal()], [])
  server.respond(proposalsCalls.withdrawProposal, { success: true })
  await user.click(await button('Withdraw “Seven lamps”'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Seven lamps' })).toBeNull())
  expect(newestToast()).toBe('Proposal withdrawn')
  await waitFor(async () => expect(document.activeElement).toBe(await button('Propose a template')))
})

it('[TEACH-08] offers no further one while ten wait', async () => {
  show(Array.from({ length: proposalsWaitingMax }, (_, id) => ownProposal({ id: id + 1 })))
  expect(await screen.findByText('10 of your proposals are already waiting for an answer.')).toBeTruthy()
  expect((await button('Propose a template')).hasAttribute('disabled')).toBe(true)
})

it('[TEACH-08] says that the list didn’t load, and loads it again', async () => {
  server.failWith(proposalsCalls.ownProposals, 'internal')
  renderScreen(
    <OwnProposals memberName="Ana Bell" listenButton={null}>
      {({ button, list }) => (
        <>
          {button}
          {list}
        </>
      )}
    </OwnProposals>,
  )
  expect(await screen.findByText('Your proposals didn’t load')).toBeTruthy()
  server.respond(proposalsCalls.ownProposals, { proposals: [ownProposal()] })
  await setUpUser().click(await button('Try again'))
  await rowOf('Seven lamps')
})
