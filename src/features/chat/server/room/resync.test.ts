// Resync: a read that is retried until it succeeds.
import { expect, test } from 'vitest'
import { createResync } from './resync.ts'

/** A resync whose reads the test completes. */
function createControlledResync(retryMs = 1) {
  const readings: { resolve(make: () => void): void; reject(error: Error): void }[] = []
  const failures: unknown[] = []
  const repair = createResync({
    retryMs,
    read: () =>
      new Promise((resolve, reject) => {
        readings.push({ resolve, reject })
      }),
    onError: (error) => failures.push(error),
  })
  return { repair, readings, failures }
}

test('[I15] any number of requests during a read lead to one more read', async () => {
  const { repair, readings } = createControlledResync()
  const made: number[] = []
  for (let count = 0; count < 5; count += 1) repair.request()
  expect(readings).toHaveLength(1)
  readings[0]?.resolve(() => made.push(1))
  await expect.poll(() => readings.length).toBe(2)
  readings[1]?.resolve(() => made.push(2))
  await expect.poll(() => made).toEqual([1, 2])
  expect(readings).toHaveLength(2)
})

test('[I15] a failed read is retried, and one that completes after the close changes nothing', async () => {
  const { repair, readings, failures } = createControlledResync()
  repair.request()
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect.poll(() => readings.length).toBe(attempt + 1)
    readings[attempt]?.reject(new Error('The database is away.'))
  }
  await expect.poll(() => readings.length).toBe(4)
  expect(failures).toHaveLength(3)
  const made: number[] = []
  repair.close()
  readings[3]?.resolve(() => made.push(4))
  await new Promise(setImmediate)
  repair.request()
  expect([made, readings.length]).toEqual([[], 4])
})
