// The declarations of the settings.
import { expect, test } from 'vitest'
import { communitySettings } from './settings.ts'

test('[COM-01] each setting has a label of its own, by which a conflict and the activity name it', () => {
  const labels = Object.values(communitySettings).map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
})
