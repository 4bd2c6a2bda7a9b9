// How many sat, below the row of a schedule.
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildSchedule } from '#test/sittings/schedules.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { turnoutCalls, type Turnout } from '../contract.ts'
import { TurnoutOfSchedule } from './turnout-of-schedule.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
})
afterEach(() => void vi.useRealTimers())

/** 7:00 AM in Chicago. */
const bell = Date.parse('2026-11-20T13:00:00Z')
const turnout = (count: number | null, startsAt = bell): Turnout => ({ scheduleId: 7, startsAt, count })

function show({ startsAt = bell } = {}) {
  const schedule = buildSchedule('2026-11-20', { id: 7, time: '07:00' })
  const sitting = { id: 10_007, startsAt, cancelled: false, cancelNote: null }
  renderScreen(
    <>
      <TurnoutOfSchedule schedule={{ ...schedule, sitting }} />
      <TurnoutOfSchedule schedule={{ ...schedule, id: 8, sitting }} />
    </>,
  )
}

it.each([
  [0, 'No one sat'],
  [1, '1 person sat'],
  [12, '12 people sat'],
  [null, 'Fewer than five people sat'],
])('[SCH-38] a past sitting with %j says %j, and the rows of a month share one read', async (count, text) => {
  server.respond(turnoutCalls.turnouts, [turnout(count)])
  show()
  expect(await screen.findAllByText(text)).toHaveLength(1)
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/admin/turnouts?month=2026-11'])
})

it('[SCH-38] each sitting of a day that was begun again has its time', async () => {
  server.respond(turnoutCalls.turnouts, [turnout(5), turnout(2, bell + 3_600_000)])
  show()
  expect(await screen.findByText('7:00 AM: 5 people sat')).toBeTruthy()
  expect(screen.getByText('8:00 AM: 2 people sat')).toBeTruthy()
})

it('[SCH-38] nothing is read before the bell; a failure is named', async () => {
  show({ startsAt: Date.parse('2026-11-21T18:00:01Z') })
  expect(server.calls).toEqual([])
  server.failConnection(turnoutCalls.turnouts)
  show()
  expect(await screen.findAllByText('How many sat didn’t load.')).toHaveLength(2)
})
