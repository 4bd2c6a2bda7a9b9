// The bus of a single process.
import { describe } from 'vitest'
import { describeBus } from '#test/suites/bus.suite.ts'
import { createInProcessBus, type Bus } from './bus.ts'

describe('the bus within one process', () => {
  let bus: Bus | null = null
  describeBus(async () => {
    // Two ends within one process are the same bus.
    if (bus === null || !(await bus.isAlive())) bus = createInProcessBus()
    return bus
  })
})
