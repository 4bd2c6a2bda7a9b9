// The row of levels before a sitting: its words, the finger on it, and the saved level.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { sittingsCalls } from '#features/sittings/contract.ts'
import { createMoodEntry } from '#test/data/energy-history.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { energyCalls } from '../../contract.ts'
import { ArrivalLevels } from './sitting-levels.tsx'

const today = '2026-11-21'
const heart = createMoodEntry(today, 'pre', 4)
const crown = createMoodEntry(today, 'pre', 7)

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(energyCalls.entries, [])
  server.respond(sittingsCalls.sittings, [])
})

async function show() {
  renderScreen(<ArrivalLevels day={today} />)
  const row = await screen.findByRole('group', { name: 'How are you arriving?' })
  return { row, user: setUpUser() }
}
const level = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}: `) })
const savedLevels = () =>
  server.calls
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (body as { emotionLevel: number }).emotionLevel)
const words = () => screen.queryByText(/^· /)?.parentElement?.textContent ?? null

test('[ENERGY-27] the row says what its ends mean, and the words of a level under the pointer or the focus', async () => {
  const { row, user } = await show()
  expect(within(row).getByText('Disconnected')).toBeTruthy()
  expect(within(row).getByText('Spiritual & Connected')).toBeTruthy()
  expect(words()).toBeNull()
  await user.hover(level('Heart'))
  await waitFor(() => expect(words()).toBe('Heart · Loving & Compassionate'))
  await user.unhover(row)
  fireEvent.pointerLeave(level('Heart').parentElement!)
  await waitFor(() => expect(words()).toBeNull())
  await user.tab()
  await waitFor(() => expect(words()).toBe('No Awareness · Disconnected'))
})

test('[ENERGY-27] a finger slides along the row: lifting chooses, leaving doesn’t, and the click after it chooses nothing more', async () => {
  server.respond(energyCalls.saveEntry, heart)
  await show()
  const touch = { pointerType: 'touch', pointerId: 5, bubbles: true }
  fireEvent.pointerDown(level('Root'), touch)
  expect(words()).toBe('Root · Grounded & Stable')
  fireEvent.pointerMove(level('Throat'), touch)
  expect(words()).toBe('Throat · Expressive & Clear')
  fireEvent.pointerLeave(level('Throat').parentElement!, touch)
  fireEvent.pointerUp(document.body, touch)
  expect(words()).toBeNull()
  expect(savedLevels()).toEqual([])

  fireEvent.pointerDown(level('Root'), touch)
  fireEvent.pointerMove(level('Heart'), touch)
  server.respond(energyCalls.entries, [heart])
  fireEvent.pointerUp(level('Heart'), touch)
  // Prevented: the browser makes no click of it.
  expect(fireEvent.touchEnd(level('Heart'))).toBe(false)
  expect((await screen.findByRole('status')).textContent).toBe('You arrive with Heart Loving & Compassionate')
  expect(savedLevels()).toEqual([5])
})

test('[ENERGY-27] a saved level can be changed, and the focus stays with it', async () => {
  server.respond(energyCalls.saveEntry, heart, crown)
  const { user } = await show()
  server.respond(energyCalls.entries, [heart])
  await user.click(level('Heart'))
  const change = await screen.findByRole('button', { name: 'Change' })
  expect(document.activeElement).toBe(change)
  await user.click(change)
  expect(document.activeElement).toBe(level('Heart'))
  expect(level('Heart').getAttribute('aria-pressed')).toBe('true')
  server.respond(energyCalls.entries, [heart, crown])
  await user.click(level('Crown'))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Crown'))
  expect(savedLevels()).toEqual([5, 8])
})

test('[ENERGY-27] of the presses during a save the latest wins; a second press on the same level saves once @full', async () => {
  const respond = server.respondLater(energyCalls.saveEntry, heart)
  const { row, user } = await show()
  await user.dblClick(level('Heart'))
  expect(row.getAttribute('aria-busy')).toBe('true')
  await user.click(level('Root'))
  await user.click(level('Crown'))
  expect(level('Crown').getAttribute('aria-pressed')).toBe('true')
  expect(savedLevels()).toEqual([5])
  server.respond(energyCalls.entries, [heart, crown])
  respond()
  await waitFor(() => expect(savedLevels()).toEqual([5, 8]))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Crown'))
})

test('[ENERGY-27] a press whose save fails is said, and the next press saves', async () => {
  server.failConnection(energyCalls.saveEntry)
  const { user } = await show()
  await user.click(level('Heart'))
  expect((await screen.findByRole('alert')).textContent).toBe('Not saved. Try again.')
  expect(level('Heart').getAttribute('aria-pressed')).toBe('false')
  server.respond(energyCalls.saveEntry, heart)
  server.respond(energyCalls.entries, [heart])
  await user.click(level('Heart'))
  expect(await screen.findByRole('button', { name: 'Change' })).toBeTruthy()
})
