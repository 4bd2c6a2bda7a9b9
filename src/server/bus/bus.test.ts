// The in-process bus.
import { describe, expect, test } from 'vitest'
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
})
