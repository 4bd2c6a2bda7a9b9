// The bus of a single process.
import { describe } from 'vitest'
import { describeBus } from '#test/suites/bus.suite.ts'
import { createBusHub } from './bus.ts'

describe('the bus within one process', () => {
  const hub = createBusHub()
  describeBus(async (nodeId) => hub.connect(nodeId))
})
