// Labels of entries about a day: stored as data, shown in words.
import { expect, test } from 'vitest'
import { datedLabel, formatDatedLabel } from './dated-label.ts'

test('a label names its day, and how many later ones', () => {
  expect(formatDatedLabel(datedLabel('Rain, on the roof', '2026-12-01'))).toBe(
    'Rain, on the roof (December 1, 2026)',
  )
  expect(formatDatedLabel(datedLabel('Two\nlines', '2026-12-01', 3))).toBe(
    'Two\nlines (December 1, 2026 and 3 later)',
  )
})

test('labels without a day stay as they are: of earlier versions, or erased', () => {
  for (const label of ['Rain, December 1, 2026', 'Rain, 2026-12-99', 'Rain, 2026-12-01 +', '', null])
    expect(formatDatedLabel(label)).toBe(label)
})
