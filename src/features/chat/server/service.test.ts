// Uncertain commits: which failed writes make the rooms resync.
import { expect, test } from 'vitest'
import { createInProcessBus } from '#server/bus/bus.ts'
import { busEvents } from '#shared/bus-events.ts'
import { resyncOnUnknownCommit } from './service.ts'

test.each([
  ['Connection terminated unexpectedly', undefined, 1],
  ['Query read timeout', undefined, 1],
  ['terminating connection due to administrator command', '57P01', 1],
  ['timeout exceeded when trying to connect', undefined, 0],
  ['connect ECONNREFUSED', 'ECONNREFUSED', 0],
  ['canceling statement due to statement timeout', '57014', 0],
  ['a mistake of ours', undefined, 0],
])('[F04] after “%s” (%s) the rooms are asked %i times to resync', async (message, code, times) => {
  const bus = createInProcessBus('one')
  const events: unknown[] = []
  bus.subscribe(busEvents.rooms, (event) => events.push(event))
  const failing = resyncOnUnknownCommit(bus, () =>
    Promise.reject(Object.assign(new Error(message), { code })),
  )
  await expect(failing).rejects.toThrow(message)
  expect(events).toHaveLength(times)
})
