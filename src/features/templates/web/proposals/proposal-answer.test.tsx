// What a teacher is told of the answers to their proposals.
import type { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { createQueryClient } from '#web/query-client.ts'
import { queryKeyOf } from '#web/use-call.ts'
import { setHeldPlaces, setMeditating } from '#web/visit-state.ts'
import { proposalsCalls, type SentOwnProposal } from '../../proposals-contract.ts'
import { ownProposal } from '../../test/sample-proposals.ts'
import { ProposalAnswer } from './proposal-answer.tsx'

let server: FakeServer
let client: QueryClient
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
const decidedAt = '2026-11-23T18:00:00.000Z'
const declined = (more: Partial<SentOwnProposal> = {}) =>
  ownProposal({ id: 1, state: 'declined', sentence: 'We have one like it.', decidedAt, ...more })
const published = (more: Partial<SentOwnProposal> = {}) =>
  ownProposal({ id: 2, state: 'published', decidedAt, ...more })
function show(...proposals: SentOwnProposal[]) {
  server.respond(proposalsCalls.ownProposals, { proposals })
  client = createQueryClient()
  renderScreen(<ProposalAnswer />, client)
  return setUpUser()
}
const region = () => screen.queryByRole('region', { name: 'The template that you proposed' })
const loaded = () =>
  waitFor(() => expect(client.getQueryData(queryKeyOf(proposalsCalls.ownProposals, {}))).toBeDefined())

it('[TEACH-08] tells one answer at a time, the oldest first, until it is read', async () => {
  const user = show(ownProposal({ id: 3 }), published(), declined())
  await waitFor(() => expect(region()?.textContent).toContain('was declined:We have one like it.'))
  expect(screen.getByRole('status').textContent).toContain('has an answer')
  server.respond(proposalsCalls.seeAnswer, { success: true })
  server.respond(proposalsCalls.ownProposals, { proposals: [published(), declined({ isSeen: true })] })
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() =>
    expect(region()?.textContent).toContain('“Seven lamps”, which you proposed, is a template now.'),
  )
  expect(server.calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/templates/drafts/1/seen',
    body: { isSeen: true },
  })
})

it('[TEACH-08] says nothing of one that waits, or that was read', async () => {
  show(ownProposal(), declined({ isSeen: true }))
  await loaded()
  expect(region()).toBeNull()
})

it('[TEACH-08, PHASE-11] is silent from the bell to the end of the silence', async () => {
  act(() => sit(true))
  show(declined())
  await loaded()
  expect(region()).toBeNull()
  act(() => sit(false))
  await waitFor(() => expect(region()).not.toBeNull())
})

it('[TEACH-08] stays, and says why, when that wasn’t saved', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const user = show(declined())
  await waitFor(() => expect(region()).not.toBeNull())
  server.failConnection(proposalsCalls.seeAnswer)
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(await screen.findByText('That wasn’t saved. Please try again.')).toBeTruthy()
  expect(region()?.textContent).toContain('We have one like it.')
})
