// Plan changes when the first read of the plan fails.
import { afterEach, expect, test } from 'vitest'
import { createPlanChanges } from './plan-changes.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

test('[LIVE-31] a failed read of the plan is retried, and its change is sent once', async () => {
  const sent: string[] = []
  const errors: string[] = []
  let reads = 0
  const planChanges = createPlanChanges({
    platform: {
      log: {
        info: () => {},
        warn: () => {},
        error: (_: object, text: string) => {
          errors.push(text)
        },
      },
    },
    planOf: async () => {
      reads += 1
      if (reads <= 2) throw new Error('No answer.')
      return { title: 'Seven lamps' }
    },
    today: () => '2026-11-21',
    broadcast: (day) => sent.push(day),
  })
  closing.push(planChanges.close)
  planChanges.changed()
  await expect.poll(() => sent, { timeout: 5_000 }).toEqual(['2026-11-21'])
  expect(reads).toBe(3)
  expect(errors).toHaveLength(2)
  planChanges.changed()
  await expect.poll(() => reads, { timeout: 5_000 }).toBe(4)
  expect(sent).toHaveLength(1)
})
