// The in-process bus.
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { busChannel } from '#shared/bus-events.ts'
import { describeBus } from '#test/suites/bus.suite.ts'
import { createBusHub } from './bus.ts'

describe('the bus within one process', () => {
  const logged: string[] = []
  const hub = createBusHub((line) => logged.push(line))
  describeBus(async (nodeId) => hub.connect(nodeId))

  test('a watcher’s error is logged, and the other watchers are notified', () => {
    logged.length = 0
    const end = hub.connect('one')
    const seen: string[] = []
    end.watch({
      onNodeJoined: () => {
        throw new Error('Out of order.')
      },
    })
    end.watch({ onNodeJoined: (nodeId) => seen.push(nodeId) })
    hub.connect('two')
    expect(seen).toContain('two')
    expect(logged.join('\n')).toContain('Out of order.')
  })

  test('events of another node that don’t match their schema are dropped, and logged once a minute', async () => {
    logged.length = 0
    const own = createBusHub((line) => logged.push(line))
    const [here, older] = [own.connect('here'), own.connect('older')]
    const room = busChannel('room', z.object({ type: z.literal('wave'), strength: z.int() }))
    const received: unknown[] = []
    here.subscribe(room, (event) => received.push(event))
    const sent = busChannel('room', z.unknown())
    for (const event of [{ type: 'bow' }, { type: 'wave', strength: 'strong' }, 7, null])
      await older.publish(sent, event)
    await older.publish(sent, { type: 'wave', strength: 3, color: 'blue' })
    expect(received).toEqual([{ type: 'wave', strength: 3 }])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatch(/channel room.* node older/)
  })
})
