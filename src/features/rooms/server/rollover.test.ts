// Rollover: closing a room when an operation in it fails.
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { roomWindow } from '#features/sittings/current-sitting.ts'
import { createKeyedQueue } from '#server/async/keyed-queue.ts'
import { createInProcessBus } from '#server/bus/bus.ts'
import { LiveConnection } from '#server/live/connection.ts'
import { createRoomMembers } from '#server/live/room-members.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { createTestClock } from '#test/clock.ts'
import { daysIn } from '#test/community-days.ts'
import { connectionOwner } from '#test/live/connection-owner.ts'
import { createRollover } from './rollover.ts'

const days = daysIn('America/Chicago')
const calendar = {
  days: () => days,
  today: () => '2026-11-21',
  onDayStarted: () => () => {},
  refresh: async () => {},
}

test('[LIVE-17] a connection that can’t be moved is still served, and the failure is logged', async () => {
  const connection = new LiveConnection(connectionOwner, { readyState: 3, close: () => {} }, new Socket())
  connection.state = { name: 'inside', room: roomOfDay('2026-11-20') }
  const clock = createTestClock('2026-11-21T06:10:00Z')
  const errors: string[] = []
  const error = (_: object, text: string) => {
    errors.push(text)
  }
  const log = { info: () => {}, warn: () => {}, error }
  const tasks = createKeyedQueue<LiveConnection>()
  const members = createRoomMembers({
    platform: { log },
    tasks,
    connections: () => [connection],
    leave: () => {
      throw new Error('a mistake of ours')
    },
  })
  const rollover = createRollover({
    platform: { bus: createInProcessBus('one'), calendar, clock, log },
    members,
    dailyMeditationOf: async () => null,
    windowOf: async (day) => roomWindow(day, { days, sittings: [], minutes: 0 }),
  })
  rollover.joined('2026-11-20', () => {})
  clock.set('2026-11-21T06:15:00Z')
  await expect.poll(() => errors).toHaveLength(1)
  await expect(tasks.run(connection, async () => 'next')).resolves.toBe('next')
  rollover.close()
})
