// The What Helps tab: its groups, none yet, and a failed read.
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { whatHelpsCalls } from '../contract.ts'
import { WhatHelpsTab } from './what-helps-tab.tsx'

const user = setUpUser()

let server: FakeServer
const none = { templates: [], teachers: [], hours: [], weekdays: [] }
beforeEach(() => {
  server = startFakeServer()
})
afterEach(cleanup)

function show() {
  renderScreen(<WhatHelpsTab />)
}

test('[PULSE-11] shows a table for each set that has groups', async () => {
  const hours = [
    { name: '6:00 AM', changeTenths: 13, pairs: 42, sittings: 9 },
    { name: '8:00 PM', changeTenths: -4, pairs: 1_008, sittings: 30 },
  ]
  server.respond(whatHelpsCalls.whatHelps, { ...none, hours })
  show()
  const table = await screen.findByRole('table', { name: 'Hours' })
  const rows = within(table).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Hour', 'Difference', 'Pairs', 'Sittings'],
    ['6:00 AM', '+1.3', '42', '9'],
    ['8:00 PM', '−0.4', '1,008', '30'],
  ])
  expect(screen.getAllByRole('table')).toHaveLength(1)
})

test('[PULSE-11] says what is needed while there is none; a failed read can be retried', async () => {
  server.failConnection(whatHelpsCalls.whatHelps)
  show()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.respond(whatHelpsCalls.whatHelps, none)
  await user.click(retry)
  expect(
    await screen.findByText('Results appear once eight members of a sitting have opted in.'),
  ).toBeTruthy()
})
