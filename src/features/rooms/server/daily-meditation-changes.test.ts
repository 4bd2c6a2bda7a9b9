// Daily meditation changes when the first read fails.
import { afterEach, expect, test } from 'vitest'
import { createDailyMeditationChanges } from './daily-meditation-changes.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

test('[LIVE-31] a failed read of the meditation is retried, and its change is sent once', async () => {
  const sent: string[] = []
  const errors: string[] = []
  let reads = 0
  const dailyMeditationChanges = createDailyMeditationChanges({
    platform: {
      log: {
        info: () => {},
        warn: () => {},
        error: (_: object, text: string) => {
          errors.push(text)
        },
      },
    },
    dailyMeditationOf: async () => {
      reads += 1
      if (reads <= 2) throw new Error('No response.')
      return { title: 'Seven lamps' }
    },
    today: () => '2026-11-21',
    broadcast: (day) => sent.push(day),
  })
  closing.push(dailyMeditationChanges.close)
  dailyMeditationChanges.changed()
  await expect.poll(() => sent, { timeout: 5_000 }).toEqual(['2026-11-21'])
  expect(reads).toBe(3)
  expect(errors).toHaveLength(2)
  dailyMeditationChanges.changed()
  await expect.poll(() => reads, { timeout: 5_000 }).toBe(4)
  expect(sent).toHaveLength(1)
})
