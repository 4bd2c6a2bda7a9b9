// On the administrators' dashboard: open cases, unseen bans, figures, and the undo of a moderator's last day.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { msToTimestamp } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderWithRouter } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { serverNow } from '#web/server-clock.ts'
import { oversightCalls, type Case } from '../../cases-contract.ts'
import { Oversight } from './oversight.tsx'
import { WaitingCases } from './waiting-cases.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

const ago = (minutes: number) => msToTimestamp(serverNow() - minutes * minuteMs)
const maya = { id: 8, name: 'Maya' }

function decided(id: number, name: string, action: 'ban' | 'remove' = 'ban'): Case {
  return {
    id,
    version: 2,
    createdAt: ago(60),
    member: { id, name, profilePicture: null },
    message: null,
    reports: [],
    claim: null,
    decision: {
      action,
      reason: 'It was unkind.',
      sentence: '',
      minutes: action === 'ban' ? 1_440 : null,
      by: maya,
      decidedAt: ago(30),
      undoneAt: null,
      undoneBy: null,
      mayBeUndone: true,
    },
  }
}

type Data = ResponseOf<typeof oversightCalls.oversight>
const data = (fields: Partial<Data> = {}): Data => ({
  openCases: 0,
  oldestAt: null,
  medianMinutes: null,
  undoneShare: null,
  moderators: [],
  unseenBans: [],
  ...fields,
})
const figures = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])

it('[MOD-18] shows open cases, the oldest, the median time and the share undone', async () => {
  server.respond(
    oversightCalls.oversight,
    data({ openCases: 3, oldestAt: ago(125), medianMinutes: 11.6, undoneShare: 0.05 }),
  )
  renderWithRouter(
    <>
      <WaitingCases />
      <Oversight />
    </>,
  )
  expect(await screen.findByText('3 cases are waiting for a decision')).toBeTruthy()
  expect(screen.getByText('Longest wait: 2 hours')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Look at the cases' }).getAttribute('href')).toBe('/moderation')
  expect(figures()).toEqual([
    ['Time to the decision', '12 minutes'],
    ['Undone decisions', '5%'],
  ])
  // Both show what one call read.
  expect(server.count(oversightCalls.oversight)).toBe(1)
})

it('[MOD-18] says that no case waits', async () => {
  server.respond(oversightCalls.oversight, data())
  renderWithRouter(<WaitingCases />)
  expect(await screen.findByText('No case is waiting for a decision.')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('[MOD-18] without a case it shows no figure that isn’t one, and a failure can be retried', async () => {
  server.failConnection(oversightCalls.oversight)
  renderWithRouter(<Oversight />)
  expect((await screen.findByRole('alert')).textContent).toContain('Moderation didn’t load')
  server.respond(oversightCalls.oversight, data())
  await setUpUser().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Undone decisions')
  expect(figures().map(([, value]) => value)).toEqual(['–', '–'])
  expect(screen.queryByRole('list')).toBeNull()
})

it('[MOD-18] a ban by a garden angel stands there until it is seen', async () => {
  server.respond(
    oversightCalls.oversight,
    data({ unseenBans: [decided(3, 'Mo Member'), decided(4, 'Dotty')] }),
  )
  renderWithRouter(<WaitingCases />)
  const first = (await screen.findAllByRole('listitem'))[0]
  expect(first?.textContent).toMatch(/^Mo MemberBanned for 24 hours by Maya, .*It was unkind\.Seen$/)
  expect(screen.getByRole('link', { name: 'Mo Member' }).getAttribute('href')).toBe('/moderation#3')
  server.respond(oversightCalls.seeBan, { success: true })
  server.respond(oversightCalls.oversight, data({ unseenBans: [decided(4, 'Dotty')] }))
  await setUpUser().click(screen.getByRole('button', { name: 'Seen: Mo Member' }))
  await waitFor(() => expect(screen.queryByText('Mo Member')).toBeNull())
  expect(document.activeElement?.textContent).toBe('A ban that no administrator has seen')
  expect(server.calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/admin/moderation/bans/3',
    body: { isSeen: true },
  })
})

it('[MOD-18] undoes all of a moderator’s last day after a question, and shows each line with its result', async () => {
  server.respond(
    oversightCalls.oversight,
    data({ moderators: [{ moderator: maya, decided: 12, undone: 1 }] }),
  )
  renderWithRouter(<Oversight />)
  expect((await screen.findByRole('listitem')).textContent).toContain('12 decisions, 1 undone')
  const user = setUpUser()
  await user.click(screen.getByRole('button', { name: 'Undo Maya’s last 24 hours…' }))
  const question = within(
    await screen.findByRole('dialog', { name: 'Undo all that Maya did in the last 24 hours?' }),
  )
  expect(server.count(oversightCalls.undoAllOf)).toBe(0)
  server.respond(oversightCalls.undoAllOf, {
    lines: [
      { case: decided(3, 'Mo Member'), obstacle: null },
      { case: decided(4, 'Dotty', 'remove'), obstacle: 'undone' },
    ],
  })
  await user.click(question.getByRole('button', { name: 'Undo all' }))
  const result = within(await screen.findByRole('dialog', { name: 'Maya’s last 24 hours' }))
  expect(result.getByText('1 decision was undone.')).toBeTruthy()
  expect(result.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Banned for 24 hours, Mo MemberUndone',
    'Message removed, DottyAlready undone',
  ])
  expect(server.calls.find(({ method }) => method === 'POST')?.path).toBe(
    '/api/admin/moderation/moderators/8/undo',
  )
})
